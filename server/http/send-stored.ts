/**
 * Sends a stored file through one reused buffer. Fastify would allocate memory for each chunk of a stream, and would
 * end an answer that is shorter than its announced length as if it were complete.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { StoredBytes } from '../storage/storage.ts';

const pieceBytes = 256 * 1024;
const sparesMax = 8;
/** Buffers of completed answers, for reuse. */
const spares: ArrayBuffer[] = [];

/** Sends one chunk, and reads the next into the same buffer once the system has taken the last byte of it. */
export async function sendStored(reply: FastifyReply, { stream, sizeBytes }: StoredBytes): Promise<void> {
  const { raw } = reply.hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  const reader = stream.getReader({ mode: 'byob' });
  const leave = () => void reader.cancel().catch(() => {});
  raw.once('close', leave);
  if (raw.destroyed) leave();
  let memory = spares.pop() ?? new ArrayBuffer(pieceBytes);
  let left = sizeBytes;
  while (left > 0) {
    const { done, value } = await reader.read(new Uint8Array(memory, 0, Math.min(memory.byteLength, left)));
    if (done) break;
    const isWritten = await new Promise<boolean>((resolve) => raw.write(value, (error) => resolve(!error)));
    if (!isWritten) return;
    left -= value.byteLength;
    memory = value.buffer;
  }
  // The file was shorter than announced: the reader must not take the next answer for the rest of this one.
  if (left > 0) raw.destroy();
  else {
    raw.end();
    if (spares.length < sparesMax) spares.push(memory);
  }
}

/** Sends what is made meanwhile; the connection breaks off when a piece fails, so nobody takes half of it for the whole. */
export async function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  const { raw } = reply.hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  await pipeline(Readable.from(pieces), raw).catch((error: NodeJS.ErrnoException) => {
    // The reader has gone, which is no fault.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
