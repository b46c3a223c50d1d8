/**
 * Sends a stored file through memory that is used again. Fastify sends each piece of a stream from memory of its own,
 * which the system has to clear and take back, and that costs more than all the rest; and it ends an answer that turned
 * out shorter than its length as if it were whole.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { StoredBytes } from '../storage/storage.ts';

const pieceBytes = 256 * 1024;
const sparesMax = 8;
/** Of answers that went out whole. */
const spares: ArrayBuffer[] = [];

/** Sends a piece, and reads the next one into the same memory once the system has taken the last byte of it. */
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
  // Fewer bytes than were promised: the reader must not take what follows for them.
  if (left > 0) raw.destroy();
  else {
    raw.end();
    if (spares.length < sparesMax) spares.push(memory);
  }
}
