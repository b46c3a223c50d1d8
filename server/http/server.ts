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

export function answerBadRequests(server: Server, idleMs = idleMsDefault, shortBodyMs = shortBodyMsDefault): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (incoming, outgoing) => answers.set(incoming.socket, outgoing));
  server.setTimeout(idleMs, (socket) => {
    const answer = answers.get(socket);
    if (answer && !answer.req.complete) refuse(socket, answer, 'timeout');
    // Nothing moves while we work on a request that is here in full; afterwards the reader is the one who stands still.
    else if (!answer || answer.headersSent) socket.destroy();
  });
  refuseSlowBodies(server, shortBodyMs);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket, answers.get(socket), codes[error.code ?? ''] ?? 'bad_request');
  });
}

/** Looks at the clock for all at once: a timer for each request would cost as much as its headers. */
function refuseSlowBodies(server: Server, shortBodyMs: number): void {
  const startedAt = new Map<ServerResponse, number>();
  server.on('request', ({ headers }, outgoing) => {
    const { 'content-type': type = '', 'content-length': length, 'transfer-encoding': coding } = headers;
    if (!(length ?? coding) || /^multipart\//i.test(type)) return;
    startedAt.set(outgoing, performance.now());
    outgoing.req.on('close', () => startedAt.delete(outgoing));
  });
  const timer = setInterval(() => {
    for (const [answer, at] of startedAt) {
      if (answer.req.complete || performance.now() - at < shortBodyMs) continue;
      startedAt.delete(answer);
      if (answer.writableFinished) answer.req.socket.destroy();
      else refuse(answer.req.socket, answer, 'timeout');
    }
  }, shortBodyMs / slowBodyLooks).unref();
  server.once('close', () => clearInterval(timer));
}

/** Never in the middle of an answer: its reader would take this for a part of it. */
function refuse(socket: Duplex, answer: ServerResponse | undefined, code: ErrorCode): void {
  if (answer?.headersSent && !answer.writableFinished) {
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
