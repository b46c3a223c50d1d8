/**
 * Makes the entries of the audit log leaves of one Merkle tree, and signs the tree. It runs after the commit of the
 * entries, on one node at a time, so a change does not wait for it. Entries become leaves in the order in which they
 * become visible; those that become visible together, in the order of their sequence numbers.
 */
import { pauseAfterWork } from '../background.ts';
import { type Context, inTransaction } from '../context.ts';
import { getSetting, putSetting } from '../db/settings-table.ts';
import { newId } from '../identifiers.ts';
import { type Keys, unverifiedContentOf } from '../keys.ts';
import { parseCheckpoint, signCheckpoint } from './checkpoint.ts';
import { hasCheckpointFile } from './checkpoint-files.ts';
import { leafOf, macOf } from './leaf.ts';
import { leafHash, MerkleTree } from './merkle.ts';
import { signingKey, verifierKey } from './signed-note.ts';
import * as queries from './tree.db.ts';
import { readTreeState, signState, type TreeState, verifiedState } from './tree-state.ts';

/**
 * PostgreSQL assigns an entry its sequence number before the commit, so lower numbers may appear later. Up to
 * `sequence` none can appear once all transactions that ran when it was the highest number have ended; `next` is the
 * number of the first transaction that had not begun by then, and null until the round after `sequence` reads it. It is
 * stored signed, like the state of the tree.
 */
interface Settling {
  sequence: number;
  next: number | null;
}

export class TreeAltered extends Error {}

const leavesAtOnce = 256;
const settlingPurpose = 'audit settling';

interface Batch {
  /** The sequence number of the last entry that was read. */
  last: number;
  isLast: boolean;
  /** The sequence numbers of entries that the product has not written. */
  foreign: number[];
}

/**
 * Signs the new entries in batches, and returns the sequence numbers of entries that the product has not written. If
 * another node is signing, this one waits, and then finds no new entries.
 */
export async function signEntries(ctx: Context, pause = pauseAfterWork()): Promise<number[]> {
  const { newest, state } = await queries.readStoredState(ctx);
  const known = state === null ? null : verifiedState(ctx.keys, state);
  if (newest <= (known?.through ?? 0)) return [];
  const foreign: number[] = [];
  for (let after = 0; ; ) {
    const batch = await ctx.database.syncedOffThread((db) =>
      inTransaction({ ...ctx, db }, (ctx) => signBatch(ctx, after)),
    );
    foreign.push(...batch.foreign);
    after = batch.last;
    if (batch.isLast) return foreign;
    await pause();
  }
}

async function signAllInTransaction(ctx: Context, isTrusted = false): Promise<void> {
  for (let after = 0; ; ) {
    const { last, isLast } = await signBatch(ctx, after, isTrusted);
    if (isLast) return;
    after = last;
  }
}

/** `isTrusted` accepts entries whatever key they were written with. */
async function signBatch(ctx: Context, after: number, isTrusted = false): Promise<Batch> {
  await ctx.database.lockKeys(ctx.db, [ctx.keys.hash('lock', 'audit tree')]);
  const row = await queries.readStoredState(ctx);
  const before = row.state === null ? await beginTree(ctx, row.newest) : verifiedState(ctx.keys, row.state);
  if (!before) throw new TreeAltered();
  const settling = row.settling === null ? null : (ctx.keys.verify(settlingPurpose, row.settling) as Settling | null);
  // Read before the entries, so that everything committed by then is among them.
  const horizon = await ctx.database.transactionHorizon(ctx.db);
  const from = Math.max(before.through, after);
  const rows = await queries.entriesWithoutLeaf(ctx, { after: from, size: before.size, limit: leavesAtOnce });
  const isOwn = (row: (typeof rows)[number]) =>
    isTrusted || (row.mac === null ? row.sequence <= before.withoutMacThrough : row.mac === macOf(ctx.keys, row));
  const own = rows.filter(isOwn);

  const tree = new MerkleTree(before.size, before.edge.map(decodeBase64));
  const leaves = own.map((row) => {
    const hash = leafHash(leafOf(row));
    tree.append(hash);
    return { position: tree.size - 1, sequence: row.sequence, hash: hash.toString('base64') };
  });
  await queries.insertLeaves(ctx, leaves);
  const isLast = rows.length < leavesAtOnce;
  const last = rows.at(-1)?.sequence ?? from;
  // In a later batch, a lower number may have appeared since the batch before.
  const isComplete = horizon === null || from === before.through;
  // The number of an entry that somebody else wrote may be far ahead: entries below it are still to come.
  const newest = Math.max(before.through, own.at(-1)?.sequence ?? 0);
  const settled = horizon ? settledThrough(settling, horizon) : newest;
  const through = isComplete ? Math.max(before.through, isLast ? settled : Math.min(settled, last)) : before.through;
  const updated = { ...before, size: tree.size, edge: tree.edge.map((hash) => hash.toString('base64')), through };
  if (updated.size > before.size || updated.through > before.through || row.state === null)
    await putState(ctx, updated);
  if (horizon) await updateSettling(ctx, settling, { newest, through, next: horizon.next });
  if (updated.size > before.size) {
    const note = signCheckpoint(updated.origin, tree.size, tree.root(), signingKey(ctx.keys.audit));
    await queries.insertCheckpoint(ctx, { size: tree.size, at: ctx.now().toISOString(), note });
  }
  return { last, isLast, foreign: rows.filter((row) => !own.includes(row)).map(({ sequence }) => sequence) };
}

function settledThrough(settling: Settling | null, { oldest }: { oldest: number }): number {
  return settling && settling.next !== null && oldest >= settling.next ? settling.sequence : 0;
}

async function updateSettling(
  ctx: Context,
  settling: Settling | null,
  { newest, through, next }: { newest: number; through: number; next: number },
): Promise<void> {
  const isSettled = settling === null || settling.sequence <= through;
  // A transaction can take the sequence number of an entry before it has a transaction number, so the next transaction
  // number is read one round later. One from the future is of another server, from which the database was moved.
  if (!isSettled && settling.next !== null && settling.next <= next) return;
  if (isSettled && newest <= through) return;
  const changed: Settling = isSettled ? { sequence: newest, next: null } : { ...settling, next };
  await putSetting(ctx.db, queries.settlingName, ctx.keys.sign(settlingPurpose, changed));
}

async function beginTree(ctx: Context, newest: number): Promise<TreeState> {
  const isFirst = (await queries.newestCheckpoint(ctx)) === null && !(await hasCheckpointFile(ctx.settings));
  return {
    origin: `${new URL(ctx.settings.publicUrl).host}/audit/${newId()}`,
    size: 0,
    edge: [],
    through: 0,
    withoutMacThrough: isFirst ? newest : 0,
    keys: [publicKeyOf(ctx.keys)],
  };
}

async function putState(ctx: Context, state: TreeState): Promise<void> {
  await putSetting(ctx.db, queries.stateName, signState(ctx.keys, state));
}

function publicKeyOf(keys: Keys): string {
  return signingKey(keys.audit).publicKey.toString('base64');
}

export function decodeBase64(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}

export interface SignedState {
  entries: number;
  checkpointAt: string | null;
  /** The root, base64. */
  root: string | null;
  /** The key with which other programs verify the checkpoint. */
  verifierKey: string | null;
}

/** The contents of the last checkpoint. */
export async function readSigned(ctx: Context): Promise<SignedState> {
  const state = await readTreeState(ctx);
  const row = state && (await queries.checkpointOf(ctx, state.size));
  const root = (row && parseCheckpoint(row.note)?.root.toString('base64')) ?? null;
  return { entries: row?.size ?? 0, checkpointAt: row?.at ?? null, root, verifierKey: keysIn(state).at(-1) ?? null };
}

/** The keys with which other programs verify the checkpoints, the newest last; empty before the first checkpoint. */
export async function readVerifierKeys(ctx: Context): Promise<string[]> {
  return keysIn(await readTreeState(ctx));
}

function keysIn(state: TreeState | null): string[] {
  return state ? state.keys.map((key) => verifierKey(state.origin, decodeBase64(key))) : [];
}

/**
 * To be called in the transaction that makes `ctx.keys` the keys of the database. Checkpoints that the former key has
 * signed still verify, since its public key stays in the state. `former` is null where that key was lost: the state of
 * the tree is then accepted without checking its signature.
 */
export async function adoptAuditKey(ctx: Context, former: Keys | null): Promise<void> {
  const signed = await getSetting(ctx.db, queries.stateName);
  if (signed === null) return;
  if (former && !verifiedState(former, signed)) return;
  if (former) await signAllInTransaction({ ...ctx, keys: former });
  const state = unverifiedContentOf((await getSetting(ctx.db, queries.stateName)) ?? signed) as TreeState;
  await putState(ctx, { ...state, keys: [...new Set([...state.keys, publicKeyOf(ctx.keys)])] });
  if (!former) await signAllInTransaction(ctx, true);
}
