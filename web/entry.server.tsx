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
import { pageContext } from './page.ts';

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
    const stream = renderToPipeableStream(<ServerRouter context={router} url={request.url} nonce={nonce} />, {
      nonce,
      onAllReady: () => stream.pipe(collector),
      onShellError: reject,
      onError: reportError,
    });
  });
}
