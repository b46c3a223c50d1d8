/** The limits of the HTTP server itself, and its answers to what never becomes a request. */
import type { Server, ServerOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError } from '@hono/node-server';
import type { ErrorBody } from '../../contract/answers.ts';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import { newId } from '../identifiers.ts';
import { type Log, logAnswer } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { release } from '../release.ts';
import type { Settings } from '../settings.ts';
import { toResponse } from './answer.ts';
import type { Connection, Connections } from './connections.ts';
import { refusalAnswer } from './error-answer.ts';
import { keptNowhere, secureHeaders, secureHeadersOf } from './security-headers.ts';

const idleMsDefault = 20_000;
/** For a body that is no upload: a form of some hundred bytes, which a byte now and then would hold open for days. */
const shortBodyMsDefault = 60_000;
/** In that time. */
const slowBodyLooks = 10;

export const serverOptions: ServerOptions = {
  headersTimeout: 10_000,
  // The body has no deadline of its own: a scan over a slow connection is slow, not dead. A connection that stands still is cut.
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
export function listenerOptions(settings: Settings, log: Log) {
  return {
    // Its own Response goes out as it was made; Node's makes a stream of every text, which costs as much as a look-up.
    overrideGlobalObjects: true,
    // For a caller that sends no Host, as HTTP/1.0 allows; a foreign one is ignored by everything behind.
    hostname: new URL(settings.publicUrl).host,
    errorHandler(error: unknown): Response {
      return refused(new Refusal(error instanceof RequestError ? 'bad_request' : 'internal_error'), settings, log);
    },
  };
}

/** The answer while the records are still being opened: the process lives, and no more can be said. */
export function answerStarting(request: Request, settings: Settings, log: Log): Response {
  const isHealth = new URL(request.url).pathname === '/healthz' && ['GET', 'HEAD'].includes(request.method);
  if (!isHealth) {
    const refusal = new Refusal('shutting_down', { headers: { 'retry-after': '1' } });
    return refused(refusal, settings, log, request.method);
  }
  const response = Response.json({ status: 'ok', release });
  secureHeaders(response.headers, settings.isHttps);
  return response;
}

function refused(refusal: Refusal, { isHttps }: Settings, log: Log, method = ''): Response {
  const requestId = newId();
  const response = toResponse(refusalAnswer(refusal, requestId));
  secureHeaders(response.headers, isHttps);
  response.headers.set('x-request-id', requestId);
  logRefusal(log, requestId, response.status, { method });
  return response;
}

interface Waits {
  idleMs?: number;
  shortBodyMs?: number;
}

export function answerBadRequests(
  server: Server,
  connections: Connections,
  { isHttps }: Settings,
  log: Log,
  { idleMs = idleMsDefault, shortBodyMs = shortBodyMsDefault }: Waits = {},
): void {
  const refuse = (socket: Duplex, connection: Connection | undefined, code: ErrorCode) => {
    const requestId = newId();
    // One that was refused already has not read why, and in the middle of an answer it would be taken for a part of it.
    if (!socket.writable || (connection?.answer?.headersSent && !connection.answer.writableFinished)) {
      socket.destroy();
      return;
    }
    socket.end(refusalText(code, requestId, isHttps), () => socket.destroy());
    const isBegun = connection?.answer && !connection.answer.req.complete;
    logRefusal(log, requestId, errors[code].status, isBegun ? { askedAt: connection.askedAt } : {});
  };
  server.setTimeout(idleMs, (socket) => {
    const connection = connections.get(socket);
    if (connection?.answer && !connection.answer.req.complete) refuse(socket, connection, 'timeout');
    // Nothing moves while we work on a request that is here in full; afterwards the reader is the one who stands still.
    else if (!connection?.answer || connection.answer.headersSent) socket.destroy();
  });
  const refuseSlowBodies = () => {
    for (const [socket, connection] of connections) {
      if (!isSlow(connection, shortBodyMs)) continue;
      if (connection.answer?.writableFinished) socket.destroy();
      else refuse(socket, connection, 'timeout');
    }
  };
  const timer = setInterval(refuseSlowBodies, shortBodyMs / slowBodyLooks).unref();
  server.once('close', () => clearInterval(timer));
  // Without a listener Node answers an `Expect` other than `100-continue` by itself, with a status and nothing more.
  server.on('checkExpectation', ({ method = '' }, answer) => {
    const requestId = newId();
    const { status, headers, text } = refusalParts('expectation_failed', requestId, isHttps);
    answer.writeHead(status, headers).end(text);
    logRefusal(log, requestId, status, { method });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket, connections.get(socket), codes[error.code ?? ''] ?? 'bad_request');
  });
}

function isSlow({ answer, askedAt }: Connection, shortBodyMs: number): boolean {
  if (!answer || answer.req.complete || askedAt > performance.now() - shortBodyMs) return false;
  return !/^multipart\//i.test(answer.req.headers['content-type'] ?? '');
}

/** Of what is no request, or was not read, there is no method; a route has none of them. */
function logRefusal(
  log: Log,
  requestId: string,
  status: number,
  { askedAt = performance.now(), method = '' }: { askedAt?: number; method?: string },
): void {
  logAnswer(log, askedAt, { requestId, method, route: 'unmatched', status });
}

/** A refusal as it goes over the connection, where nothing of the app has seen the request. */
function refusalParts(code: ErrorCode, requestId: string, isHttps: boolean) {
  const body: ErrorBody = { message: errors[code].en, code, requestId };
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    ...keptNowhere,
    ...secureHeadersOf(isHttps),
    'x-request-id': requestId,
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  return { status: errors[code].status, headers, text };
}

/** In the place of an answer, since there is no request that it could belong to. */
function refusalText(code: ErrorCode, requestId: string, isHttps: boolean): string {
  const { status, headers, text } = refusalParts(code, requestId, isHttps);
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Refused\r\n${head.join('')}\r\n${text}`;
}
