/** The limits of the HTTP server itself, and its answers to what never becomes a request. */
import type { Server, ServerOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorBody, type ErrorCode, errors } from '../../contract/errors.ts';
import { newId } from '../identifiers.ts';

const idleMs = 20_000;

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

export function answerBadRequests(server: Server): void {
  server.setTimeout(idleMs, (socket) => refuse(socket, 'timeout'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket, codes[error.code ?? ''] ?? 'bad_request');
  });
}

function refuse(socket: Duplex, code: ErrorCode): void {
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
