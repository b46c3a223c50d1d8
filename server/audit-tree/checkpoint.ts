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
const blockEnd = '\n\n';

/** A checkpoint as an entry of a file. */
export function fileEntry(note: string): string {
  return `${note}\n`;
}

/** The checkpoints of a file, with null for each that cannot be parsed. An incomplete one at the end is left out. */
export function parseCheckpoints(text: string): (Checkpoint | null)[] {
  const blocks = text.split(blockEnd);
  // A person who copies one checkpoint may leave out its last empty line.
  const last = blocks.pop()?.trimEnd();
  if (last && blocks.length % 2 === 1 && parseCheckpoint(`${blocks.at(-1)}${blockEnd}${last}\n`)) blocks.push(last);
  const checkpoints: (Checkpoint | null)[] = [];
  for (let at = 0; at + 1 < blocks.length; at += 2) {
    checkpoints.push(parseCheckpoint(`${blocks[at]}${blockEnd}${blocks[at + 1]}\n`));
  }
  return checkpoints;
}

/** The length of the complete checkpoints: a killed process may have left an incomplete one after them. */
export function completeLength(text: string): number {
  const blocks = text.split(blockEnd).length - 1;
  let end = 0;
  for (let pair = 0; pair < Math.floor(blocks / 2); pair++) {
    end = text.indexOf(blockEnd, text.indexOf(blockEnd, end) + blockEnd.length) + blockEnd.length;
  }
  return end;
}
