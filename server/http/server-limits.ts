/** The limits of the HTTP server, and its answers to input that never becomes a request of the app. */
import type { Server, ServerOptions, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody } from '../../contract/answers.ts';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import { newId } from '../identifiers.ts';
import { type Log, logAnswer } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { Connection, Connections } from './connections.ts';
import { noStoreHeaders, secureHeadersOf } from './security-headers.ts';

const idleMsDefault = 20_000;
/** The time limit for a body that is no upload, which a byte now and then could keep open for days. */
const shortBodyMsDefault = 60_000;
/** How often in that time slow bodies are checked. */
const slowBodyChecks = 10;

export const serverOptions = {
  headersTimeout: 10_000,
  // A body has no deadline here, because a scan over a slow connection may take long. A connection without traffic is
  // closed.
  requestTimeout: 0,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16_384,
  // Node would refuse such a request by itself, without a body; the app refuses it like everything else.
  requireHostHeader: false,
} satisfies ServerOptions;

/** Invalid input has no route. */
const route = 'unmatched';

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
};

/** Answers a request that the app does not see. */
export function refuse(
  answer: ServerResponse,
  code: ErrorCode,
  settings: Settings,
  log: Log,
  more: Record<string, string> = {},
): void {
  const { requestId, status, headers, text } = refusalParts(code, settings);
  answer.writeHead(status, { ...headers, ...more }).end(text);
  logAnswer(log, performance.now(), { requestId, method: answer.req.method ?? '', route, status });
}

interface Options {
  idleMs?: number;
  shortBodyMs?: number;
  /** Counts an answer to what never became a request of the app. */
  count?: (startedAt: number, status: number) => void;
}

export function answerBadRequests(
  server: Server,
  connections: Connections,
  settings: Settings,
  log: Log,
  { idleMs = idleMsDefault, shortBodyMs = shortBodyMsDefault, count = () => {} }: Options = {},
): void {
  const end = (socket: Duplex, connection: Connection | undefined, code: ErrorCode) => {
    // After a part of an answer, or after the whole one, the error would be read as a part of it or as the next answer.
    if (!socket.writable || isAnswering(connection)) {
      socket.destroy();
      return;
    }
    const { requestId, status, headers, text } = refusalParts(code, settings);
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    // Written directly, since there is no request for a normal answer.
    socket.end(`HTTP/1.1 ${status} Refused\r\n${head.join('')}\r\n${text}`, () => socket.destroy());
    const isBegun = connection?.answer && !connection.answer.req.complete;
    const askedAt = isBegun ? connection.askedAt : performance.now();
    logAnswer(log, askedAt, { requestId, method: '', route, status });
    count(askedAt, status);
  };
  server.setTimeout(idleMs, (socket) => {
    const connection = connections.get(socket);
    if (connection?.answer && !connection.answer.req.complete) end(socket, connection, 'timeout');
    // While a complete request is being handled there is no traffic; afterwards the reader has stopped reading.
    else if (!connection?.answer || connection.answer.headersSent) socket.destroy();
  });
  const endSlowBodies = () => {
    for (const [socket, connection] of connections) {
      if (isSlow(connection, shortBodyMs)) end(socket, connection, 'timeout');
    }
  };
  const timer = setInterval(endSlowBodies, shortBodyMs / slowBodyChecks).unref();
  server.once('close', () => clearInterval(timer));
  // Without a listener Node answers an unknown `Expect` by itself, with a status and no body.
  server.on('checkExpectation', (_request, answer) => {
    refuse(answer, 'expectation_failed', settings, log);
    count(performance.now(), errors.expectation_failed.status);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else end(socket, connections.get(socket), codes[error.code ?? ''] ?? 'bad_request');
  });
}

/** An answer has no socket as long as an earlier one of the connection has it (pipelining). */
function isAnswering(connection: Connection | undefined): boolean {
  const answer = connection?.answer;
  if (!answer) return false;
  return answer.headersSent ? !(answer.writableFinished && answer.req.complete) : answer.socket === null;
}

/** An upload may take long as long as it is not answered yet. */
function isSlow({ answer, askedAt }: Connection, shortBodyMs: number): boolean {
  if (!answer || answer.req.complete || askedAt > performance.now() - shortBodyMs) return false;
  return answer.writableFinished || !/^multipart\//i.test(answer.req.headers['content-type'] ?? '');
}

function refusalParts(code: ErrorCode, { isHttps }: Settings) {
  const requestId = newId();
  const { status, en: message } = errors[code];
  const body: ErrorBody = { message, code, requestId };
  const text = JSON.stringify(body);
  const headers = {
    'content-type': 'application/json',
    ...noStoreHeaders,
    ...secureHeadersOf(isHttps),
    'x-request-id': requestId,
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  return { requestId, status, headers, text };
}
