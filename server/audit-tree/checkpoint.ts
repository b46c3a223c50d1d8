/** Checkpoints of C2SP (c2sp.org/tlog-checkpoint): a signed note with the size and the root of the tree. */
import type { Hash } from './merkle.ts';
import { type Note, parseNote, type SigningKey, signNote } from './signed-note.ts';

export interface Checkpoint {
  origin: string;
  size: number;
  root: Hash;
  note: Note;
}

export function signCheckpoint(origin: string, size: number, root: Hash, key: SigningKey): string {
  return signNote(`${origin}\n${size}\n${root.toString('base64')}\n`, origin, key);
}

/** Returns null for anything that is not a checkpoint. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const note = parseNote(text);
  const [origin = '', size = '', root = '', ...rest] = note?.text.split('\n') ?? [];
  const hash = Buffer.from(root, 'base64');
  const isComplete = rest.at(-1) === '' && rest.slice(0, -1).every((line) => line !== '');
  if (!note || !origin || !/^(0|[1-9]\d{0,14})$/.test(size) || hash.length !== 32 || !isComplete) return null;
  return hash.toString('base64') === root ? { origin, size: Number(size), root: hash, note } : null;
}

/** Ends each of the two blocks of a checkpoint in a file: its text and its signatures. */
const blockEnd = Buffer.from('\n\n');
/** More than any checkpoint has, and than an interrupted write may leave after the last one. */
const restBytesMax = 1024 * 1024;

/** A checkpoint as an entry of a file. */
export function fileEntry(note: string): string {
  return `${note}\n`;
}

/** An entry of a file, with the offset at which it begins; the checkpoint is null where it cannot be parsed. */
export interface FileEntry {
  at: number;
  checkpoint: Checkpoint | null;
}

/** The complete entries at the beginning of these bytes, and their length together. */
export function completeEntries(bytes: Buffer): { entries: FileEntry[]; length: number } {
  const entries: FileEntry[] = [];
  for (let at = 0; ; ) {
    const textEnd = bytes.indexOf(blockEnd, at);
    const end = textEnd === -1 ? -1 : bytes.indexOf(blockEnd, textEnd + blockEnd.length);
    if (end === -1) return { entries, length: at };
    entries.push({ at, checkpoint: parseCheckpoint(bytes.toString('utf8', at, end + 1)) });
    at = end + blockEnd.length;
  }
}

/** The entries of a file one after another. An incomplete one at the end is left out. */
export async function* parseEntries(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileEntry> {
  let rest: Buffer = Buffer.alloc(0);
  let start = 0;
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    const { entries, length } = completeEntries(rest);
    for (const { at, checkpoint } of entries) yield { at: start + at, checkpoint };
    rest = rest.subarray(length);
    start += length;
    if (rest.length <= restBytesMax) continue;
    yield { at: start, checkpoint: null };
    return;
  }
  // A person who copies one checkpoint may leave out its last empty line.
  const last = parseCheckpoint(`${rest.toString().trimEnd()}\n`);
  if (last) yield { at: start, checkpoint: last };
}
