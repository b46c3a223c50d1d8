/** Renders a page completely before it is sent, so that the response has its length and final status. */
import { Writable } from 'node:stream';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { inlineStyles } from './inline-styles.ts';
import { pageContext } from './page.ts';
import type { Handle } from './root.tsx';

export const streamTimeout = 5_000;

export const handleError: HandleErrorFunction = (error, { context, request }) => {
  const isClientError = isRouteErrorResponse(error) && error.status < 500;
  if (!isClientError && !request.signal.aborted) context.get(pageContext).reportError(error);
};

export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, reportError, allowStyle } = context.get(pageContext);
  const isPublic = !router.staticHandlerContext.matches.some(
    ({ route }) => (route as { handle?: Handle }).handle?.scripts,
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  const page = <ServerRouter context={isPublic ? ofPage(router) : router} url={request.url} nonce={nonce} />;
  if (isPublic) {
    // A public page suspends nowhere, so it is rendered synchronously, which is faster than streaming.
    const html = inlineStyles(`<!DOCTYPE html>${renderToString(page)}`, allowStyle);
    return new Response(html, { status, headers });
  }
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    const collector = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(new Response(Buffer.concat(chunks), { status, headers }));
        done();
      },
    });
    const stream = renderToPipeableStream(page, {
      nonce,
      // Parts that are streamed later would need a script to move them into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => stream.pipe(collector),
      onShellError: reject,
      onError: reportError,
    });
  });
}

/** Keeps only the routes of this page, since React Router builds all given routes for each rendering. */
function ofPage(router: EntryContext): EntryContext {
  const ids = router.staticHandlerContext.matches.map(({ route }) => route.id);
  const only = <T,>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)));
  const { manifest, routeModules } = router;
  return { ...router, manifest: { ...manifest, routes: only(manifest.routes) }, routeModules: only(routeModules) };
}
