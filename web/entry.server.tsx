/** Renders one page whole, so that it goes out with its length and its final status. */
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
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
  const isCallersFault = isRouteErrorResponse(error) && error.status < 500;
  if (!isCallersFault && !request.signal.aborted) context.get(pageContext).reportError(error);
};

export default function render(
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
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    const collector = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        const html = Buffer.concat(chunks).toString();
        resolve(new Response(isPublic ? inlineStyles(html, allowStyle) : html, { status, headers }));
        done();
      },
    });
    const stream = renderToPipeableStream(<ServerRouter context={router} url={request.url} nonce={nonce} />, {
      nonce,
      // In one piece, however large: what comes later would need a script to be put in its place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => stream.pipe(collector),
      onShellError: reject,
      onError: reportError,
    });
  });
}
