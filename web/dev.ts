/** Runs Vite inside the server process during development and renders each page from the current sources. */
import type { Server } from 'node:http';
import type { Connect } from 'vite';
import type { PageContext, RenderedPage } from './page-context.ts';

export interface DevPages {
  /** Serves sources, styles and hot reload; calls `next` for everything else. */
  middleware: Connect.Server;
  pages: (request: Request, context: PageContext) => Promise<RenderedPage>;
  close: () => Promise<void>;
}

export async function startDevPages(server: Server): Promise<DevPages> {
  const { createServer } = await import('vite');
  const vite = await createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } });
  return {
    middleware: vite.middlewares,
    async pages(request, context) {
      const { createPages } = (await vite.ssrLoadModule('./web/render-pages.ts')) as typeof import('./render-pages.ts');
      return createPages()(request, context);
    },
    close: () => vite.close(),
  };
}
