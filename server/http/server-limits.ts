/** The limits of the HTTP server, and its responses to input that never becomes a request of the app. */
import type { Server, ServerOptions, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody } from '../../contract/answers.ts';
import { type ErrorCode, errorText } from '../../contract/errors.ts';
import { httpStatusOf } from '../error-statuses.ts';
import { newId } from '../identifiers.ts';
import { type Log, logAnswer } from '../log.ts';
import type { Settings } from '../settings.ts';
import { isMultipart } from './body.ts';
import type { Connection, Connections } from './connections.ts';
import { noStoreHeaders, secureHeadersOf } from './security-headers.ts';

const idleMsDefault = 20_000;
/** The time limit for a body that is no upload; without it, a byte now and then would keep the connection open. */
const shortBodyMsDefault = 60_000;
/** How often slow bodies are looked for within that time. */
const slowBodyChecks = 10;

export const serverOptions = {
  headersTimeout: 10_000,
  // No deadline for a body: a scan over a slow connection may take long. A connection without traffic is closed.
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

/** Responds to a request that the app does not see. */
export function refuse(
  response: ServerResponse,
  code: ErrorCode,
  settings: Settings,
  log: Log,
  more: Record<string, string> = {},
): void {
  const { requestId, status, headers, text } = refusalParts(code, settings);
  response.writeHead(status, { ...headers, ...more }).end(text);
  logAnswer(log, performance.now(), { requestId, method: response.req.method ?? '', route, status });
}

interface Options {
  idleMs?: number;
  shortBodyMs?: number;
  /** Counts a response to what never became a request of the app. */
  count?: (startedAt: number, status: number) => void;
}

export function guardConnections(
  server: Server,
  connections: Connections,
  settings: Settings,
  log: Log,
  { idleMs = idleMsDefault, shortBodyMs = shortBodyMsDefault, count = () => {} }: Options = {},
): void {
  const end = (socket: Duplex, connection: Connection | undefined, code: ErrorCode) => {
    // During or after a response, the client would read the error as a part of it or as the next response.
    if (!socket.writable || isResponding(connection)) {
      socket.destroy();
      return;
    }
    const { requestId, status, headers, text } = refusalParts(code, settings);
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    // Written directly, since there is no request whose response could be used.
    socket.end(`HTTP/1.1 ${status} Refused\r\n${head.join('')}\r\n${text}`, () => socket.destroy());
    const isIncomplete = connection?.response && !connection.response.req.complete;
    const startedAt = isIncomplete ? connection.startedAt : performance.now();
    logAnswer(log, startedAt, { requestId, method: '', route, status });
    count(startedAt, status);
  };
  server.setTimeout(idleMs, (socket) => {
    const connection = connections.get(socket);
    if (connection?.response && !connection.response.req.complete) end(socket, connection, 'timeout');
    // While a complete request is being handled there is no traffic; afterwards the client has stopped reading.
    else if (!connection?.response || connection.response.headersSent) socket.destroy();
  });
  const endSlowBodies = () => {
    const slow = [...connections].filter(([, connection]) => isSlow(connection, shortBodyMs));
    for (const [socket, connection] of slow) end(socket, connection, 'timeout');
  };
  const timer = setInterval(endSlowBodies, shortBodyMs / slowBodyChecks).unref();
  server.once('close', () => clearInterval(timer));
  // Without a listener Node responds to an unknown `Expect` by itself, with a status and no body.
  server.on('checkExpectation', (_request, response) => {
    refuse(response, 'expectation_failed', settings, log);
    count(performance.now(), httpStatusOf('expectation_failed'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else end(socket, connections.get(socket), codes[error.code ?? ''] ?? 'bad_request');
  });
}

/** With pipelining, a response has no socket while an earlier response of the connection has it. */
function isResponding(connection: Connection | undefined): boolean {
  const response = connection?.response;
  if (!response) return false;
  return response.headersSent ? !(response.writableFinished && response.req.complete) : response.socket === null;
}

/** Until its response is sent, an upload has no time limit. */
function isSlow({ response, startedAt }: Connection, shortBodyMs: number): boolean {
  if (!response || response.req.complete || startedAt > performance.now() - shortBodyMs) return false;
  return response.writableFinished || !isMultipart(response.req.headers['content-type']);
}

function refusalParts(code: ErrorCode, { isHttps }: Settings) {
  const requestId = newId();
  const status = httpStatusOf(code);
  const text = JSON.stringify({ message: errorText(code), code, requestId } satisfies ErrorBody);
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
