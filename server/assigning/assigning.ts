/**
 * Says who works on which records. Nobody loses a record unasked: what somebody else has is refused, or stays there,
 * unless the caller says so. Assigning is about the work, not about the record, so that it changes no version and no
 * editor is refused because of it.
 */

import { setImmediate } from 'node:timers/promises';
import type { Assignment, OthersChoice } from '../../contract/assigning.ts';
import { limits } from '../../contract/limits.ts';
import { outcomeOf, statuses } from '../../contract/status.ts';
import type { Colleague, Holder } from '../../contract/work-answers.ts';
import { accountOf, matchingIds } from '../applications/list.ts';
import { recordAll } from '../audit/audit.ts';
import { type Context, inTransaction } from '../context.ts';
import { Refusal, refuseField } from '../refusal.ts';
import * as db from './assigning.db.ts';

export interface Assigned {
  assigned: number;
  /** Had been with that person before. */
  unchanged: number;
  /** Were deleted meanwhile. */
  gone: number;
  /** Stayed with others. */
  kept: Holder[];
}

/** Each piece is a transaction, so that other requests come in between. */
const atOnce = limits.assignedByIdMax;

const undecided = statuses.filter((status) => outcomeOf(status) === 'open');

/** Everybody who can be given records, with how many undecided ones they have. */
export async function listColleagues(ctx: Context): Promise<Colleague[]> {
  const [accounts, counts] = await Promise.all([db.assignees(ctx.query), db.undecidedCounts(ctx.query, undecided)]);
  return accounts.map(({ id, name }) => {
    const theirs = counts.filter(({ assignedTo }) => assignedTo === id);
    return { _id: id, name, undecided: theirs.reduce((sum, { count }) => sum + count, 0) };
  });
}

/** Records that are named are assigned all or none. */
export async function assign(ctx: Context, { assignee, others, ids, total, ...filter }: Assignment): Promise<Assigned> {
  const account = accountOf(ctx, assignee);
  if (ids) {
    const named = [...new Set(ids)];
    const done = await inTransaction(ctx, (ctx) => assignPiece(ctx, named, account, others));
    if (done.gone === named.length) throw new Refusal('not_found');
    return { ...done, kept: await withNames(ctx, done.kept) };
  }
  const most = limits.assignedAtOnceMax;
  const matching = await matchingIds(ctx, { ...filter, page: 1, limit: 1, sort: 'createdAt' }, most + 1);
  if (matching.length > most) throw refuseField('ids', 'too_many_selected');
  if (total !== undefined && matching.length > total) throw new Refusal('list_changed');
  if (others === 'refuse') await refuseOthers(ctx, matching, account);
  // Refused as a whole before the first piece; whoever takes a record after that keeps it.
  return assignInPieces(ctx, matching, account, others === 'take' ? 'take' : 'keep');
}

/** Gives back what a person had, before the account goes. */
export async function releaseAll(ctx: Context, accountId: string): Promise<void> {
  while (await inTransaction(ctx, (ctx) => releasePiece(ctx, accountId))) await setImmediate();
}

/** The rest of it, within the transaction that deletes the account: nothing more can be assigned to it afterwards. */
export async function releaseRest(ctx: Context, accountId: string): Promise<void> {
  await lockAssignee(ctx, accountId);
  while (await releasePiece(ctx, accountId));
}

async function releasePiece(ctx: Context, accountId: string): Promise<boolean> {
  const ids = await db.heldBy(ctx.query, accountId, atOnce);
  await moveOn(ctx, ids, accountId, null);
  return ids.length > 0;
}

async function assignInPieces(
  ctx: Context,
  ids: readonly string[],
  to: string | null,
  others: OthersChoice,
): Promise<Assigned> {
  const all = { assigned: 0, unchanged: 0, gone: 0, kept: new Map<string, number>() };
  for (let at = 0; at < ids.length || at === 0; at += atOnce) {
    if (at > 0) await setImmediate();
    const piece = await inTransaction(ctx, (ctx) => assignPiece(ctx, ids.slice(at, at + atOnce), to, others));
    all.assigned += piece.assigned;
    all.unchanged += piece.unchanged;
    all.gone += piece.gone;
    for (const [id, count] of piece.kept) all.kept.set(id, (all.kept.get(id) ?? 0) + count);
  }
  return { ...all, kept: await withNames(ctx, all.kept) };
}

interface Piece extends Omit<Assigned, 'kept'> {
  kept: Map<string, number>;
}

async function assignPiece(
  ctx: Context,
  ids: readonly string[],
  to: string | null,
  others: OthersChoice,
): Promise<Piece> {
  if (to !== null) await requireAssignee(ctx, to);
  let assigned = 0;
  for (;;) {
    const found = await db.assignmentsOf(ctx.query, ids);
    const ofOthers = found.filter((one) => one.assignedTo !== null && one.assignedTo !== to && !isOwn(ctx, one));
    const kept = countHolders(others === 'take' ? [] : ofOthers);
    if (others === 'refuse' && kept.size > 0) throw await othersRefusal(ctx, kept);
    const due = found.filter((one) => one.assignedTo !== to && !kept.has(one.assignedTo ?? ''));
    const rest = found.length - due.length - sum(kept);
    if (due.length === 0) return { assigned, unchanged: rest - assigned, gone: ids.length - found.length, kept };
    for (const from of new Set(due.map(({ assignedTo }) => assignedTo))) {
      const theirs = due.filter(({ assignedTo }) => assignedTo === from);
      assigned += await moveOn(
        ctx,
        theirs.map(({ id }) => id),
        from,
        to,
      );
    }
  }
}

/** Who gives away what is their own is not asked. */
function isOwn({ actor }: Context, { assignedTo }: db.Assignment): boolean {
  return assignedTo === actor?.id;
}

/** Gives the number of those that were moved, each with its entry in the audit log. */
async function moveOn(ctx: Context, ids: readonly string[], from: string | null, to: string | null): Promise<number> {
  if (!ids.length) return 0;
  const moved = await db.move(ctx.query, ids, from, to);
  const names = await db.namesOf(
    ctx.query,
    [from, to].filter((id) => id !== null),
  );
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  await recordAll(
    ctx,
    moved.map((record) => ({
      action: to === null ? 'application.unassigned' : 'application.assigned',
      record,
      detail: { from: nameOf(from), to: nameOf(to) },
    })),
  );
  return moved.length;
}

async function requireAssignee(ctx: Context, id: string): Promise<void> {
  await lockAssignee(ctx, id);
  const accounts = await db.assignees(ctx.query);
  if (!accounts.some((account) => account.id === id)) throw refuseField('assignee', 'invalid_assignee');
}

/** Nobody is given records while the account is being deleted. */
async function lockAssignee(ctx: Context, id: string): Promise<void> {
  await ctx.database.lockKeys(ctx.query, [ctx.keys.hash('assignee', id)]);
}

async function refuseOthers(ctx: Context, ids: readonly string[], to: string | null): Promise<void> {
  const kept = new Map<string, number>();
  for (let at = 0; at < ids.length; at += atOnce) {
    const found = await db.assignmentsOf(ctx.query, ids.slice(at, at + atOnce));
    const ofOthers = found.filter((one) => one.assignedTo !== null && one.assignedTo !== to && !isOwn(ctx, one));
    for (const [id, count] of countHolders(ofOthers)) kept.set(id, (kept.get(id) ?? 0) + count);
  }
  if (kept.size > 0) throw await othersRefusal(ctx, kept);
}

async function othersRefusal(ctx: Context, kept: ReadonlyMap<string, number>): Promise<Refusal> {
  return new Refusal('assigned_to_others', { others: await withNames(ctx, kept) });
}

function countHolders(rows: readonly db.Assignment[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { assignedTo } of rows) counts.set(assignedTo ?? '', (counts.get(assignedTo ?? '') ?? 0) + 1);
  return counts;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

async function withNames(ctx: Context, counts: ReadonlyMap<string, number>): Promise<Holder[]> {
  const names = await db.namesOf(ctx.query, [...counts.keys()]);
  const holders = [...counts].map(([id, count]) => ({ _id: id, name: names.get(id) ?? '', count }));
  return holders.sort((one, other) => other.count - one.count);
}
