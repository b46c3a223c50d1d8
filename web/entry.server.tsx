/** Renders a page of the office completely before it is sent, so that the response has its length and final status. */
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { onceLinked } from './once-linked.ts';
import { pageContext } from './page-context.ts';

export const streamTimeout = 5_000;

export const handleError: HandleErrorFunction = (error, { context }) => {
  const isClientError = isRouteErrorResponse(error) && error.status < 500;
  if (!isClientError) context.get(pageContext).reportError(error);
};

export default async function render(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, reportError } = context.get(pageContext);
  headers.set('content-type', 'text/html; charset=utf-8');
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
    const once = { ...router, manifest: onceLinked(router.manifest) };
    const stream = renderToPipeableStream(<ServerRouter context={once} url={request.url} nonce={nonce} />, {
      nonce,
      // Parts that are streamed later would need a script to move them into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => stream.pipe(collector),
      onShellError: reject,
      onError: reportError,
    });
  });
}
