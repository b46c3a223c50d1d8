/** Writes an answer of plain values to Node's own response: its head in one go, its text compressed, its file piece by piece. */
import type { ServerResponse } from 'node:http';
import type { StoredBytes } from '../storage/storage.ts';
import type { Answer } from './answer.ts';
import { chooseEncoding, compress, compressedBytesMin } from './compress.ts';
import { keptNowhere } from './security-headers.ts';

/** Names and values in turn, as Node writes them out; what the answer says of itself outweighs what all say. */
function headOf({ headers, cookies, body }: Answer, always: readonly [string, string][]): string[] {
  const head: string[] = [];
  const isShared = headers['cache-control']?.startsWith('public');
  for (const [name, value] of always) {
    if (!(name in headers || (isShared && name in keptNowhere))) head.push(name, value);
  }
  for (const name in headers) head.push(name, headers[name] as string);
  for (const cookie of cookies) head.push('set-cookie', cookie);
  if (typeof body === 'string') head.push('vary', 'accept-encoding');
  return head;
}

export async function writeAnswer(
  outgoing: ServerResponse,
  answer: Answer,
  { always, requestId, accept }: { always: readonly [string, string][]; requestId: string; accept: string | null },
): Promise<void> {
  const { status, headers, body } = answer;
  const head = headOf(answer, always);
  head.push('x-request-id', requestId);
  if (typeof body !== 'string') {
    outgoing.writeHead(status, head);
    if (body) await pour(body.stream, Number(headers['content-length']), outgoing);
    else outgoing.end();
    return;
  }
  let content: string | Buffer = body;
  const encoding = accept && Buffer.byteLength(body) >= compressedBytesMin ? chooseEncoding(accept) : null;
  if (encoding) {
    content = await compress[encoding](Buffer.from(body));
    head.push('content-encoding', encoding);
  }
  // Nobody is there any more.
  if (outgoing.destroyed) return;
  head.push('content-length', String(Buffer.byteLength(content)));
  outgoing.writeHead(status, head);
  outgoing.end(content);
}

const pieceBytes = 256 * 1024;
const sparesMax = 8;
/** Of answers that went out whole. New memory for each piece would cost more than all the rest: the system clears it and takes it back. */
const spares: ArrayBuffer[] = [];

/** Sends a piece, and reads the next one into the same memory once the system has taken the last byte of it. */
async function pour(stream: StoredBytes['stream'], length: number, outgoing: ServerResponse): Promise<void> {
  const reader = stream.getReader({ mode: 'byob' });
  const leave = () => void reader.cancel().catch(() => {});
  outgoing.once('close', leave);
  if (outgoing.destroyed) leave();
  let memory = spares.pop() ?? new ArrayBuffer(pieceBytes);
  let left = length;
  while (left > 0) {
    const { done, value } = await reader.read(new Uint8Array(memory, 0, Math.min(memory.byteLength, left)));
    if (done) break;
    const isWritten = await new Promise<boolean>((resolve) => outgoing.write(value, (error) => resolve(!error)));
    if (!isWritten) return;
    left -= value.byteLength;
    memory = value.buffer;
  }
  // Fewer bytes than were promised: the reader must not take what follows for them.
  if (left > 0) {
    outgoing.destroy();
    return;
  }
  outgoing.end();
  if (spares.length < sparesMax) spares.push(memory);
}
