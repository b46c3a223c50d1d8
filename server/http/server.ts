/** The limits of the HTTP server itself, and its answers to what never becomes a request. */
import type { Server, ServerOptions, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError } from '@hono/node-server';
import { type ErrorBody, type ErrorCode, errors } from '../../contract/errors.ts';
import { newId } from '../identifiers.ts';
import { Refusal } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import { toResponse } from './answer.ts';
import { refusalAnswer } from './error-answer.ts';
import type { Lines } from './lines.ts';
import { secureHeaders } from './security-headers.ts';

const idleMsDefault = 20_000;
/** For a body that is no upload: a form of some hundred bytes, which a byte now and then would hold open for days. */
const shortBodyMsDefault = 60_000;
/** In that time. */
const slowBodyLooks = 10;

export const serverOptions: ServerOptions = {
  headersTimeout: 10_000,
  // The body has no deadline of its own: a scan on a village line is slow, not dead. A line that stands still is cut.
  requestTimeout: 0,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
};

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
};

/** For `getRequestListener`: its own answers to a request line or Host that no URL can be made of are empty. */
export function listenerOptions(settings: Settings) {
  return {
    // Its own Response goes out as it was made; Node's makes a stream of every text, which costs as much as a look-up.
    overrideGlobalObjects: true,
    // For a caller that sends no Host, as HTTP/1.0 allows; a foreign one is ignored by everything behind.
    hostname: new URL(settings.publicUrl).host,
    errorHandler(error: unknown): Response {
      return secured(new Refusal(error instanceof RequestError ? 'bad_request' : 'internal_error'), settings);
    },
  };
}

/** The answer while the records are still being opened: the process lives, and no more can be said. */
export function answerStarting(request: Request, settings: Settings): Response {
  const isHealth = new URL(request.url).pathname === '/healthz' && ['GET', 'HEAD'].includes(request.method);
  if (!isHealth) return secured(new Refusal('shutting_down', { headers: { 'retry-after': '1' } }), settings);
  const response = Response.json({ status: 'ok' });
  secureHeaders(response.headers, settings.isHttps);
  return response;
}

function secured(refusal: Refusal, { isHttps }: Settings): Response {
  const requestId = newId();
  const response = toResponse(refusalAnswer(refusal, requestId));
  secureHeaders(response.headers, isHttps);
  response.headers.set('x-request-id', requestId);
  return response;
}

export function answerBadRequests(
  server: Server,
  lines: Lines,
  idleMs = idleMsDefault,
  shortBodyMs = shortBodyMsDefault,
): void {
  server.setTimeout(idleMs, (socket) => {
    const answer = lines.get(socket)?.answer;
    if (answer && !answer.req.complete) refuse(socket, answer, 'timeout');
    // Nothing moves while we work on a request that is here in full; afterwards the reader is the one who stands still.
    else if (!answer || answer.headersSent) socket.destroy();
  });
  const timer = setInterval(() => refuseSlowBodies(lines, shortBodyMs), shortBodyMs / slowBodyLooks).unref();
  server.once('close', () => clearInterval(timer));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket, lines.get(socket)?.answer, codes[error.code ?? ''] ?? 'bad_request');
  });
}

function refuseSlowBodies(lines: Lines, shortBodyMs: number): void {
  const before = performance.now() - shortBodyMs;
  for (const [socket, { answer, askedAt }] of lines) {
    if (!answer || answer.req.complete || askedAt > before) continue;
    if (/^multipart\//i.test(answer.req.headers['content-type'] ?? '')) continue;
    if (answer.writableFinished) socket.destroy();
    else refuse(socket, answer, 'timeout');
  }
}

/** Never in the middle of an answer: its reader would take this for a part of it. */
function refuse(socket: Duplex, answer: ServerResponse | null | undefined, code: ErrorCode): void {
  // One that was refused already has not read why.
  if (!socket.writable || (answer?.headersSent && !answer.writableFinished)) {
    socket.destroy();
    return;
  }
  const body: ErrorBody = { message: errors[code].en, code, requestId: newId() };
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${errors[code].status} Refused`,
    'content-type: application/json',
    'cache-control: no-store',
    "content-security-policy: default-src 'none'",
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`, () => socket.destroy());
}
