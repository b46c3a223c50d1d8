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
  const isWhole = rest.at(-1) === '' && rest.slice(0, -1).every((line) => line !== '');
  if (!note || !origin || !/^(0|[1-9]\d{0,14})$/.test(size) || hash.length !== 32 || !isWhole) return null;
  return hash.toString('base64') === root ? { origin, size: Number(size), root: hash, note } : null;
}

/** An empty line ends each checkpoint of a file, so that text and signatures, two blocks, are told apart. */
const block = '\n\n';

export function inFile(note: string): string {
  return `${note}\n`;
}

/**
 * The checkpoints of a file, with null for anything that is none. A checkpoint that was cut off at the end is left out.
 */
export function parseCheckpoints(text: string): (Checkpoint | null)[] {
  const blocks = text.split(block);
  // A person who copies one checkpoint may leave out its last empty line.
  const last = blocks.pop()?.trimEnd();
  if (last && blocks.length % 2 === 1 && parseCheckpoint(`${blocks.at(-1)}${block}${last}\n`)) blocks.push(last);
  const found: (Checkpoint | null)[] = [];
  for (let at = 0; at + 1 < blocks.length; at += 2) {
    found.push(parseCheckpoint(`${blocks[at]}${block}${blocks[at + 1]}\n`));
  }
  return found;
}

/** The length of the complete checkpoints: a process that was killed may have left half of one behind them. */
export function wholeLength(text: string): number {
  const blocks = text.split(block).length - 1;
  let end = 0;
  for (let pair = 0; pair < Math.floor(blocks / 2); pair++) {
    end = text.indexOf(block, text.indexOf(block, end) + block.length) + block.length;
  }
  return end;
}
