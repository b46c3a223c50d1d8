/**
 * Recomputes the tree from the entries and compares it with every checkpoint: those in the database and in its files,
 * and external copies. Names the first entry that is wrong, or the entries among which it is. Entries that are written
 * meanwhile make no difference, because the log only grows.
 */
import type { Context } from '../context.ts';
import { type Checkpoint, fileEntry, parseCheckpoint, parseCheckpoints } from './checkpoint.ts';
import { type LeafRow, leafOf, macOf } from './leaf.ts';
import { leafHash, MerkleTree } from './merkle.ts';
import { checkSignature } from './signed-note.ts';
import * as db from './tree.db.ts';
import { bytesOf, openState, type TreeState } from './tree.ts';

export interface Verified {
  entries: number;
  /** Null when everything is as it was signed. */
  problem: string | null;
}

/** The checkpoints of a file. All checkpoints of an external copy must be of this log and must verify. */
export interface CheckpointSource {
  name: string;
  text: string;
  isExternal: boolean;
}

type Claim = Checkpoint & { source: string; isExternal: boolean };

/** The first problem; throwing it ends the verification. */
class Problem extends Error {}

const rowsAtOnce = 1_000;

export async function verifyAudit(ctx: Context, sources: readonly CheckpointSource[]): Promise<Verified> {
  let entries = 0;
  try {
    const { state, leaves } = await readState(ctx);
    const claims = claimsOf([...sources, ...(await readDatabaseCheckpoints(ctx, state?.size ?? 0))], state);
    requireExternalSignatures(claims, state);
    const size = state?.size ?? 0;
    entries = size;
    await compareTree(ctx, size, claims, state);
    if (leaves > size) throw new Problem(`The tree has ${leaves} entries, of which only ${size} were signed.`);
    entries += await countUnsigned(ctx, state);
    return { entries, problem: null };
  } catch (error) {
    if (error instanceof Problem) return { entries, problem: error.message };
    throw error;
  }
}

async function readState(ctx: Context): Promise<{ state: TreeState | null; leaves: number }> {
  const { state: sealed, leaves, checkpoint } = await db.readTree(ctx);
  const state = sealed === null ? null : openState(ctx.keys, sealed);
  if (sealed !== null && !state) {
    throw new Problem('The state of the tree was altered: it does not have the seal of the product any more.');
  }
  if (!state && (leaves > 0 || checkpoint > 0)) throw new Problem('The state of the tree was removed.');
  const size = state?.size ?? 0;
  if (checkpoint > size) throw new Problem(cutAt(size, `the database has a checkpoint of ${checkpoint}`));
  return { state, leaves };
}

/** The checkpoints in the database up to the compared size; the product may have signed later ones since. */
async function readDatabaseCheckpoints(ctx: Context, sizeMax: number): Promise<CheckpointSource[]> {
  const notes: string[] = [];
  for (let last = 0; ; ) {
    const rows = await db.checkpointsAfter(ctx, last, rowsAtOnce);
    for (const { note, size } of rows) {
      if (parseCheckpoint(note)?.size !== size) throw new Problem(`The database has an altered checkpoint (${size}).`);
      if (size <= sizeMax) notes.push(fileEntry(note));
    }
    last = rows.at(-1)?.size ?? last;
    if (rows.length < rowsAtOnce) return [{ name: 'the database', text: notes.join(''), isExternal: false }];
  }
}

/** The checkpoints of all sources, by tree size. */
function claimsOf(sources: readonly CheckpointSource[], state: TreeState | null): Map<number, Claim[]> {
  const claims = new Map<number, Claim[]>();
  for (const { name, text, isExternal } of sources) {
    const parsed = parseCheckpoints(text);
    if (isExternal && parsed.length === 0) throw new Problem(`${name} holds no checkpoint.`);
    for (const [at, checkpoint] of parsed.entries()) {
      if (!checkpoint) throw new Problem(`Checkpoint ${at + 1} of ${name} cannot be read: it was altered.`);
      if (checkpoint.origin !== state?.origin) {
        throw new Problem(
          `${name} holds a checkpoint of ${checkpoint.origin}, and this log is ${state?.origin ?? 'not signed yet'}: it was begun again, or the checkpoint is of another one.`,
        );
      }
      const same = claims.get(checkpoint.size) ?? [];
      claims.set(checkpoint.size, same);
      if (isExternal || !same.some(({ root }) => root.equals(checkpoint.root)))
        same.push({ ...checkpoint, source: name, isExternal });
    }
  }
  return claims;
}

function requireExternalSignatures(claims: Map<number, Claim[]>, state: TreeState | null): void {
  for (const claim of [...claims.values()].flat()) if (claim.isExternal) requireSignature(claim, state);
}

/**
 * The signature of a checkpoint with the right root proves nothing more, so it is checked only for external copies and
 * where a checkpoint contradicts the tree.
 */
function requireSignature({ note, origin, size, source }: Claim, state: TreeState | null): void {
  const result = checkSignature(note, origin, (state?.keys ?? []).map(bytesOf));
  if (result !== 'signed') throw new Problem(`The checkpoint of ${size} entries in ${source} has a ${result}.`);
}

async function compareTree(
  ctx: Context,
  size: number,
  claims: Map<number, Claim[]>,
  state: TreeState | null,
): Promise<void> {
  const tree = new MerkleTree();
  let proven = 0;
  for (let position = 0; position < size; ) {
    const rows = (await db.leavesFrom(ctx, position, rowsAtOnce)).slice(0, size - position);
    if (rows.length === 0) throw new Problem(cutAt(position, `it had ${size}`));
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
      const claimsHere = claims.get(position);
      if (!claimsHere) continue;
      compareRoot(tree, claimsHere, proven, state);
      proven = position;
    }
  }
  const largest = Math.max(0, ...claims.keys());
  if (largest <= size) return;
  const [claim] = claims.get(largest) as [Claim];
  requireSignature(claim, state);
  throw new Problem(
    `${cutAt(size, `${claim.source} holds a signed checkpoint of ${largest}`)} After a restore of an older backup, move that file away.`,
  );
}

function cutAt(size: number, reason: string): string {
  return `The end of the log was cut: it has ${size} entries, and ${reason}. Entry ${size + 1} is the first that is missing.`;
}

function compareRoot(tree: MerkleTree, claims: readonly Claim[], proven: number, state: TreeState | null): void {
  const root = tree.root();
  for (const claim of claims) {
    if (claim.root.equals(root)) continue;
    requireSignature(claim, state);
    const where =
      proven + 1 === tree.size ? `Entry ${tree.size} is` : `One of the entries ${proven + 1} to ${tree.size} is`;
    throw new Problem(
      `${where} not what was signed: ${claim.source} holds a signed checkpoint of ${tree.size} entries with another root, so the tree was rewritten.`,
    );
  }
}

/** Checks and counts the newest entries, which are not covered by a checkpoint yet. */
async function countUnsigned(ctx: Context, state: TreeState | null): Promise<number> {
  let count = 0;
  // The product numbers entries from 1, but an entry that somebody wrote into the database may have a lower number.
  for (let after: number | null = null; ; ) {
    const rows = await db.entriesWithoutLeaf(ctx, after, rowsAtOnce);
    for (const row of rows) {
      const isOld =
        row.mac === null &&
        (state === null || (row.sequence > state.through && row.sequence <= state.withoutMacThrough));
      if (isOld || row.mac === macOf(ctx.keys, row)) continue;
      throw new Problem(
        `The entry with number ${row.sequence} (${row.id}, ${row.at}) was inserted, or changed before it was signed: the product did not write it.`,
      );
    }
    count += rows.length;
    after = rows.at(-1)?.sequence ?? after;
    if (rows.length < rowsAtOnce) return count;
  }
}
