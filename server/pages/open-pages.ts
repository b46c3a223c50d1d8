/** Opens the rendered pages: from the build in `build/`, or through Vite in development. */
import { access } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '../operator-error.ts';
import { type Assets, loadAssets } from './assets.ts';
import type { Pages } from './rendering.ts';

export interface OpenPages {
  pages: Pages;
  assets: Assets;
  /** In development: serves sources and hot reload before anything else. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close(): Promise<void>;
}

const built = new URL('../../build/server/pages.js', import.meta.url);
const client = new URL('../../build/client', import.meta.url);

export async function openPages(isDevelopment: boolean, server: Server): Promise<OpenPages> {
  if (isDevelopment) {
    const { startDevPages } = await import('../../web/dev.ts');
    return { ...(await startDevPages(server)), assets: () => null };
  }
  await access(built).catch(() => {
    throw new OperatorError('The pages are not built. Run npm run build, or start with npm start, which does it.');
  });
  const { createPages } = (await import(built.href)) as { createPages: () => Pages };
  return { pages: createPages(), assets: await loadAssets(fileURLToPath(client)), close: async () => {} };
}
