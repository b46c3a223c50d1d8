/**
 * Recomputes the tree from the entries and compares it with every checkpoint: those in the database and in its files,
 * and external copies. Names the first entry that is wrong, or the entries among which it is. Entries that are written
 * meanwhile make no difference, because the log only grows.
 */
import type { Context } from '../context.ts';
import { counted } from '../counted.ts';
import {
  type AscendingPart,
  type CheckpointSource,
  databaseCheckpoints,
  MergedCheckpoints,
  type SourcedCheckpoint,
} from './checkpoint-sources.ts';
import { type LeafRow, leafOf, macOf } from './leaf.ts';
import { type Hash, leafHash, MerkleTree } from './merkle.ts';
import { checkSignature } from './signed-note.ts';
import * as queries from './tree.db.ts';
import { decodeBase64 } from './tree.ts';
import { type TreeState, verifiedState } from './tree-state.ts';

export interface Verified {
  entries: number;
  /** Null when everything is as it was signed. */
  problem: string | null;
}

/** The first problem; throwing it ends the verification. */
class Problem extends Error {}

const rowsAtOnce = 1_000;

export async function verifyAudit(ctx: Context, sources: readonly CheckpointSource[]): Promise<Verified> {
  let entries = 0;
  try {
    const { state, leaves } = await readState(ctx);
    const size = state?.size ?? 0;
    const checkpoints = await readCheckpoints([...sources, databaseCheckpoints(ctx, size)], state);
    entries = size;
    await compareTree(ctx, size, checkpoints, state);
    if (leaves > size) throw new Problem(`The tree has ${entriesOf(leaves)}, of which only ${size} were signed.`);
    entries += await countUnsigned(ctx, state);
    return { entries, problem: null };
  } catch (error) {
    if (error instanceof Problem) return { entries, problem: error.message };
    throw error;
  }
}

async function readState(ctx: Context): Promise<{ state: TreeState | null; leaves: number }> {
  const { state: signed, leaves, checkpoint } = await queries.readTree(ctx);
  const state = signed === null ? null : verifiedState(ctx.keys, signed);
  if (signed !== null && !state) {
    throw new Problem('The state of the tree was altered: it does not have the signature of the product any more.');
  }
  if (!state && (leaves > 0 || checkpoint > 0)) throw new Problem('The state of the tree was removed.');
  const size = state?.size ?? 0;
  if (checkpoint > size) throw new Problem(missingEndOf(size, `the database has a checkpoint of ${checkpoint}`));
  return { state, leaves };
}

interface SourcedCheckpoints {
  parts: AscendingPart[];
  /** The first one with the largest size. */
  largest: SourcedCheckpoint | null;
}

/** Reads every checkpoint, and refuses one that is altered or of another log. */
async function readCheckpoints(
  sources: readonly CheckpointSource[],
  state: TreeState | null,
): Promise<SourcedCheckpoints> {
  const parts: AscendingPart[] = [];
  let largest: SourcedCheckpoint | null = null;
  for (const source of sources) {
    let part: AscendingPart | null = null;
    let count = 0;
    let last = 0;
    for await (const { at, checkpoint } of source.read(0, Number.POSITIVE_INFINITY)) {
      count++;
      if (!checkpoint) throw new Problem(`Checkpoint ${count} of ${source.name} cannot be read: it was altered.`);
      const sourced = { ...checkpoint, source: source.name };
      requireOrigin(sourced, state);
      if (source.isExternal) requireSignature(sourced, state);
      if (!part || sourced.size < last) {
        if (part) part.to = at;
        part = { source, from: at, to: Number.POSITIVE_INFINITY, size: sourced.size };
        parts.push(part);
      }
      last = sourced.size;
      if (sourced.size > (largest?.size ?? 0)) largest = sourced;
    }
    if (source.isExternal && count === 0) throw new Problem(`${source.name} holds no checkpoint.`);
  }
  return { parts, largest };
}

function requireOrigin({ origin, source }: SourcedCheckpoint, state: TreeState | null): void {
  if (origin === state?.origin) return;
  throw new Problem(
    `${source} holds a checkpoint of ${origin}, and this log is ${state?.origin ?? 'not signed yet'}: it was begun again, or the checkpoint is of another one.`,
  );
}

/**
 * The signature of a checkpoint with the right root proves nothing more, so it is checked only for external copies and
 * where a checkpoint contradicts the tree.
 */
function requireSignature({ note, origin, size, source }: SourcedCheckpoint, state: TreeState | null): void {
  const result = checkSignature(note, origin, (state?.keys ?? []).map(decodeBase64));
  if (result === 'signed') return;
  const fault = result === 'wrong signature' ? 'has a wrong signature' : 'is signed with an unknown key';
  throw new Problem(`The checkpoint of ${entriesOf(size)} in ${source} ${fault}.`);
}

async function compareTree(
  ctx: Context,
  size: number,
  { parts, largest }: SourcedCheckpoints,
  state: TreeState | null,
): Promise<void> {
  const tree = new MerkleTree();
  const checkpoints = new MergedCheckpoints(parts);
  let proven = 0;
  for (let position = 0; position < size; ) {
    const rows = (await queries.leavesFrom(ctx, position, rowsAtOnce)).slice(0, size - position);
    if (rows.length === 0) throw new Problem(missingEndOf(position, `it had ${size}`));
    for (const row of rows) {
      const entry = `Entry ${position + 1}`;
      if (row.position !== position) throw new Problem(`${entry} was removed from the tree.`);
      if (row.id === null) throw new Problem(`${entry} (number ${row.sequence} in the log) was removed.`);
      const hash = leafHash(leafOf(row as LeafRow));
      if (hash.toString('base64') !== row.hash) {
        throw new Problem(
          `${entry} (${row.id}, number ${row.sequence}, ${row.at}) was changed: it is not what was signed.`,
        );
      }
      tree.append(hash);
      position++;
      if (checkpoints.nextSize > position) continue;
      const root = tree.root();
      let isProven = false;
      for await (const checkpoint of checkpoints.through(position)) {
        if (checkpoint.size < position) continue;
        compareRoot(checkpoint, root, proven, state);
        isProven = true;
      }
      if (isProven) proven = position;
    }
  }
  if (!largest || largest.size <= size) return;
  requireSignature(largest, state);
  throw new Problem(
    `${missingEndOf(size, `${largest.source} holds a signed checkpoint of ${largest.size}`)} After a restore of an older backup, move that file away.`,
  );
}

function missingEndOf(size: number, reason: string): string {
  return `The end of the log is missing: it has ${entriesOf(size)}, and ${reason}. Entry ${size + 1} is the first that is missing.`;
}

/** `proven` is the size up to which the entries are those of a checkpoint. */
function compareRoot(checkpoint: SourcedCheckpoint, root: Hash, proven: number, state: TreeState | null): void {
  if (checkpoint.root.equals(root)) return;
  requireSignature(checkpoint, state);
  const { size, source } = checkpoint;
  const where = proven + 1 === size ? `Entry ${size} is` : `One of the entries ${proven + 1} to ${size} is`;
  throw new Problem(
    `${where} not what was signed: ${source} holds a signed checkpoint of ${entriesOf(size)} with another root, so the tree was rewritten.`,
  );
}

/** Checks and counts the newest entries, which are not covered by a checkpoint yet. */
async function countUnsigned(ctx: Context, state: TreeState | null): Promise<number> {
  let count = 0;
  // The product numbers entries from 1, but an entry that somebody wrote into the database may have a lower number.
  for (let after: number | null = null; ; ) {
    const rows = await queries.entriesWithoutLeaf(ctx, { after, size: state?.size ?? 0, limit: rowsAtOnce });
    for (const row of rows) {
      const isNew = state === null || row.sequence > state.through;
      const isOld = row.mac === null && (state === null || row.sequence <= state.withoutMacThrough);
      const isOwn = isOld || row.mac === macOf(ctx.keys, row);
      if (isOwn && isNew) continue;
      if (isOwn) {
        throw new Problem(
          `The entry with number ${row.sequence} (${row.id}, ${row.at}) was passed over when entries were signed: somebody changed their numbers.`,
        );
      }
      throw new Problem(
        `The entry with number ${row.sequence} (${row.id}, ${row.at}) was inserted, or changed before it was signed: the product did not write it.`,
      );
    }
    count += rows.length;
    after = rows.at(-1)?.sequence ?? after;
    if (rows.length < rowsAtOnce) return count;
  }
}

const entriesOf = (count: number) => counted(count, 'entry', 'entries');
