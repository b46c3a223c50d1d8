/**
 * Standard output, a moment's lines at a time: a write of its own for each costs as much
 * as answering a kept page. Lines that cannot be written, because nobody reads them any
 * more or the disk is full, are let go: the log must not stop what it tells of.
 */
import { writeSync } from 'node:fs';

const momentMs = 20;
const momentCharacters = 16_384;
/** For a reader that is slow. */
const heldBytesMax = 1024 * 1024;
const output = 1;

export function openOutput(): (line: string) => void {
  let lines = '';
  let held: Buffer = Buffer.alloc(0);
  let isWaiting = false;
  const flush = () => {
    isWaiting = false;
    const bytes = Buffer.from(lines);
    held = print(held.length ? Buffer.concat([held, bytes]) : bytes);
    lines = '';
    if (held.length) later();
  };
  const later = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(flush, momentMs).unref();
  };
  // Also after an exception that nobody caught.
  process.once('exit', flush);
  return (line) => {
    lines += line;
    if (lines.length >= momentCharacters && !held.length) flush();
    else later();
  };
}

/** What its reader had no room for yet. */
function print(bytes: Buffer): Buffer {
  let at = 0;
  try {
    while (at < bytes.length) at += writeSync(output, bytes, at);
  } catch (error) {
    const rest = bytes.subarray(at);
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN' && rest.length <= heldBytesMax) return Buffer.from(rest);
    // Half a line may be out, and the next one must not become a part of it.
    return at && rest.length ? Buffer.from('\n') : Buffer.alloc(0);
  }
  return Buffer.alloc(0);
}
