/**
 * Writes log lines to standard output in batches, since a write for each line would be expensive. Lines that cannot be
 * written, because the reader has gone or the disk is full, are dropped: logging must not stop the product. Pino's own
 * destination would keep a process from ending for as long as the reader of its output is stopped.
 */
import { writeSync } from 'node:fs';

const flushAfterMs = 20;
const flushAtCharacters = 16_384;
/** How much is buffered for a slow reader. */
const bufferedBytesMax = 1024 * 1024;
const output = 1;

const flushes: (() => void)[] = [];

export function openOutput(): (line: string) => void {
  let lines = '';
  let unwritten: Buffer = Buffer.alloc(0);
  let isWaiting = false;
  const flush = () => {
    isWaiting = false;
    const bytes = Buffer.from(lines);
    unwritten = print(unwritten.length ? Buffer.concat([unwritten, bytes]) : bytes);
    lines = '';
    if (unwritten.length) later();
  };
  const later = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(flush, flushAfterMs).unref();
  };
  // The event also follows an uncaught exception.
  if (!flushes.length) process.once('exit', flushAll);
  flushes.push(flush);
  return (line) => {
    lines += line;
    if (lines.length >= flushAtCharacters && !unwritten.length) flush();
    else later();
  };
}

function flushAll(): void {
  for (const flush of flushes) flush();
}

/** Writes as much as the pipe accepts and returns the rest. */
function print(bytes: Buffer): Buffer {
  let at = 0;
  try {
    while (at < bytes.length) at += writeSync(output, bytes, at);
  } catch (error) {
    const rest = bytes.subarray(at);
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN' && rest.length <= bufferedBytesMax) return Buffer.from(rest);
    // Half a line may be written; the next line must not continue it.
    return at && rest.length ? Buffer.from('\n') : Buffer.alloc(0);
  }
  return Buffer.alloc(0);
}
