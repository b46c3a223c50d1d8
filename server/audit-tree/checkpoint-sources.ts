/**
 * The checkpoints of several sources in the order of their tree sizes, read as the comparison needs them: there may be
 * more than the memory could hold.
 */
import type { Context } from '../context.ts';
import { type Checkpoint, type FileEntry, parseCheckpoint } from './checkpoint.ts';
import { checkpointsAfter } from './tree.db.ts';

/** All checkpoints of an external copy must be of this log and must verify. */
export interface CheckpointSource {
  name: string;
  isExternal: boolean;
  /** The checkpoints that begin at an offset or after it, and before another. */
  read(from: number, to: number): AsyncIterable<FileEntry>;
}

/** A checkpoint with the name of the source that holds it. */
export type SourcedCheckpoint = Checkpoint & { source: string };

/**
 * A part of a source in which the tree sizes only grow. The files of the product consist of one; somebody may have put
 * copies together.
 */
export interface AscendingPart {
  source: CheckpointSource;
  from: number;
  to: number;
  /** The tree size of its first checkpoint. */
  size: number;
}

const rowsAtOnce = 1_000;

/** The checkpoints in the database up to a tree size; the product may have signed later ones since. */
export function databaseCheckpoints(ctx: Context, sizeMax: number): CheckpointSource {
  return {
    name: 'the database',
    isExternal: false,
    async *read(from) {
      for (let last = from; ; ) {
        const rows = await checkpointsAfter(ctx, last, rowsAtOnce, sizeMax);
        for (const { note, size } of rows) {
          const checkpoint = parseCheckpoint(note);
          // The number of the row is not signed.
          yield { at: size - 1, checkpoint: checkpoint?.size === size ? checkpoint : null };
        }
        last = rows.at(-1)?.size ?? last;
        if (rows.length < rowsAtOnce) return;
      }
    },
  };
}

interface Cursor {
  part: AscendingPart;
  /** Where several sources have a checkpoint of one size, that of the first source comes first. */
  order: number;
  checkpoint: SourcedCheckpoint | null;
  rest: AsyncIterator<FileEntry>;
}

export class MergedCheckpoints {
  /** The parts that were not begun, the one with the largest size first. */
  readonly #waiting: (AscendingPart & { order: number })[];
  #cursors: Cursor[] = [];
  #nextSize: number;

  constructor(parts: readonly AscendingPart[]) {
    this.#waiting = parts.map((part, order) => ({ ...part, order })).sort((a, b) => b.size - a.size);
    this.#nextSize = this.#waiting.at(-1)?.size ?? Number.POSITIVE_INFINITY;
  }

  /** The tree size of the next checkpoint. */
  get nextSize(): number {
    return this.#nextSize;
  }

  /** The next checkpoints up to that size, which must be read to their end. */
  async *through(size: number): AsyncGenerator<SourcedCheckpoint> {
    for (let part = this.#waiting.at(-1); part && part.size <= size; part = this.#waiting.at(-1)) {
      this.#waiting.pop();
      const rest = part.source.read(part.from, part.to)[Symbol.asyncIterator]();
      const cursor: Cursor = { part, order: part.order, checkpoint: null, rest };
      await advance(cursor);
      this.#cursors.push(cursor);
    }
    this.#cursors.sort((a, b) => a.order - b.order);
    for (const cursor of this.#cursors) {
      for (; cursor.checkpoint && cursor.checkpoint.size <= size; await advance(cursor)) yield cursor.checkpoint;
    }
    this.#cursors = this.#cursors.filter(({ checkpoint }) => checkpoint !== null);
    this.#nextSize = this.#cursors.reduce(
      (least, { checkpoint }) => Math.min(least, checkpoint?.size ?? least),
      this.#waiting.at(-1)?.size ?? Number.POSITIVE_INFINITY,
    );
  }
}

async function advance(cursor: Cursor): Promise<void> {
  const next = await cursor.rest.next();
  const checkpoint = next.done ? null : next.value.checkpoint;
  cursor.checkpoint = checkpoint && { ...checkpoint, source: cursor.part.source.name };
}
