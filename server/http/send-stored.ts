/**
 * Sends a stored file through one reused buffer. Fastify would allocate memory for each chunk of a stream, and would
 * end an answer that is shorter than its announced length as if it were complete.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { StoredBytes } from '../storage/storage.ts';
import { createCompressor, type Encoding } from './compress.ts';

const bufferBytes = 256 * 1024;
const pooledMax = 8;
/** Buffers of completed answers, for reuse. */
const pool: ArrayBuffer[] = [];

interface StoredBody {
  stored: StoredBytes;
  recheck?: () => Promise<unknown>;
}

/** Sends one chunk, and reads the next into the same buffer once the system has taken the last byte of it. */
export async function sendStored(reply: FastifyReply, { stored, recheck }: StoredBody): Promise<void> {
  const { stream, sizeBytes } = stored;
  const { raw } = reply.hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  const reader = stream.getReader({ mode: 'byob' });
  const cancel = () => void reader.cancel().catch(() => {});
  raw.once('close', cancel);
  if (raw.destroyed) cancel();
  let buffer = pool.pop() ?? new ArrayBuffer(bufferBytes);
  let unsent = sizeBytes;
  while (unsent > 0) {
    const { done, value } = await reader.read(new Uint8Array(buffer, 0, Math.min(buffer.byteLength, unsent)));
    if (done) break;
    const isWritten = await new Promise<boolean>((resolve) => raw.write(value, (error) => resolve(!error)));
    if (!isWritten) return;
    unsent -= value.byteLength;
    buffer = value.buffer;
    if (unsent > 0 && recheck && !(await isAllowed(recheck))) {
      cancel();
      break;
    }
  }
  // The client must not take the next answer for the rest of this one.
  if (unsent > 0) return void raw.destroy();
  raw.end();
  if (pool.length < pooledMax) pool.push(buffer);
}

function isAllowed(recheck: () => Promise<unknown>): Promise<boolean> {
  return recheck().then(
    () => true,
    () => false,
  );
}

/** Sends chunks as they are made. After a failure it destroys the connection, so that the answer looks incomplete. */
export async function sendChunks(
  reply: FastifyReply,
  chunks: AsyncIterable<string | Uint8Array>,
  encoding: Encoding | null,
): Promise<void> {
  if (encoding) reply.header('content-encoding', encoding);
  const { raw } = reply.hijack();
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  const compressor = encoding ? [createCompressor[encoding]()] : [];
  await pipeline([Readable.from(chunks), ...compressor, raw]).catch((error: NodeJS.ErrnoException) => {
    // The client has disconnected, which is no fault.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
