/**
 * Says who works on which records. Nobody loses a record unasked: what somebody else has is refused, or stays there,
 * unless the caller says so. Assigning is about the work, not about the record, so that it changes no version and no
 * editor is refused because of it.
 */
import { setImmediate } from 'node:timers/promises';
import type { Assignment } from '../../contract/assigning.ts';
import { limits } from '../../contract/limits.ts';
import { undecidedStatus } from '../../contract/status.ts';
import type { AssignedCount, Colleague } from '../../contract/work-answers.ts';
import { accountOf, matchingIds } from '../applications/list.ts';
import { writeAuditEntries } from '../audit/audit.ts';
import { type Context, inTransaction } from '../context.ts';
import { fieldRefusal, Refusal } from '../refusal.ts';
import { isAssignable, listAssignable } from '../users/access.ts';
import * as db from './assigning.db.ts';

export interface Assigned {
  assigned: number;
  /** Had been with that person before. */
  unchanged: number;
  /** Were deleted meanwhile. */
  gone: number;
  /** Stayed with others. */
  kept: AssignedCount[];
}

/** Each piece is a transaction, so that other requests come in between. */
const atOnce = limits.assignedByIdMax;

/** Everybody who can be given records, with how many undecided ones they have. */
export async function listColleagues(ctx: Context): Promise<Colleague[]> {
  const [accounts, counts] = await Promise.all([listAssignable(ctx), db.countsPerPerson(ctx.query, undecidedStatus)]);
  return accounts.map(({ id, name }) => {
    const theirs = counts.filter(({ assignedTo }) => assignedTo === id);
    return { _id: id, name, undecided: theirs.reduce((sum, { count }) => sum + count, 0) };
  });
}

/** Records that are named are assigned all or none. */
export async function assign(
  ctx: Context,
  { assignee, others, takenFrom, ids, total, ...filter }: Assignment,
): Promise<Assigned> {
  const account = accountOf(ctx, assignee);
  const rule = ruleOf({ others, takenFrom });
  if (ids) {
    const named = [...new Set(ids)];
    const done = await inTransaction(ctx, (ctx) => assignPiece(ctx, named, account, rule));
    if (done.gone === named.length) throw new Refusal('not_found');
    return { ...done, kept: await withNames(ctx, done.kept) };
  }
  const most = limits.assignedAtOnceMax;
  const matching = await matchingIds(ctx, { ...filter, page: 1, limit: 1, sort: 'createdAt' }, most + 1);
  if (matching.length > most) throw fieldRefusal('ids', 'too_many_selected');
  if (total !== undefined && matching.length > total) throw new Refusal('list_changed');
  await refuseOthers(ctx, matching, account, rule);
  // Refused as a whole before the first piece; whoever takes a record after that keeps it.
  return assignInPieces(ctx, matching, account, { ...rule, refuses: false });
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

async function assignInPieces(ctx: Context, ids: readonly string[], to: string | null, rule: Rule): Promise<Assigned> {
  const all = { assigned: 0, unchanged: 0, gone: 0, kept: new Map<string, number>() };
  for (let at = 0; at < ids.length || at === 0; at += atOnce) {
    if (at > 0) await setImmediate();
    const piece = await inTransaction(ctx, (ctx) => assignPiece(ctx, ids.slice(at, at + atOnce), to, rule));
    all.assigned += piece.assigned;
    all.unchanged += piece.unchanged;
    all.gone += piece.gone;
    for (const [id, more] of piece.kept) count(all.kept, id, more);
  }
  return { ...all, kept: await withNames(ctx, all.kept) };
}

/** What becomes of records that others have. */
interface Rule {
  /** Who may lose theirs; null for everybody. */
  takenFrom: readonly string[] | null;
  /** Whether one of anybody else refuses the whole, or stays. */
  refuses: boolean;
}

function ruleOf({ others, takenFrom }: Pick<Assignment, 'others' | 'takenFrom'>): Rule {
  return { takenFrom: others === 'take' ? (takenFrom ?? null) : [], refuses: others !== 'keep' };
}

type Counts = ReadonlyMap<string, number>;

/** Who else has some of these records, and who of them keeps theirs. Who gives away what is their own is not asked. */
function holdersOf(
  { actor }: Context,
  found: readonly db.Assignment[],
  to: string | null,
  { takenFrom }: Rule,
): Record<'all' | 'keeping', Counts> {
  const all = new Map<string, number>();
  for (const { assignedTo } of found) {
    if (assignedTo !== null && assignedTo !== to && assignedTo !== actor?.id) count(all, assignedTo);
  }
  return { all, keeping: new Map([...all].filter(([id]) => takenFrom && !takenFrom.includes(id))) };
}

function count(counts: Map<string, number>, holder: string, more = 1): void {
  counts.set(holder, (counts.get(holder) ?? 0) + more);
}

interface Piece extends Omit<Assigned, 'kept'> {
  kept: Counts;
}

async function assignPiece(ctx: Context, ids: readonly string[], to: string | null, rule: Rule): Promise<Piece> {
  if (to !== null) await requireAssignee(ctx, to);
  let assigned = 0;
  for (;;) {
    const found = await db.assignmentsOf(ctx.query, ids);
    const { all, keeping: kept } = holdersOf(ctx, found, to, rule);
    if (rule.refuses && kept.size > 0) throw await othersRefusal(ctx, all);
    const due = found.filter(({ assignedTo }) => assignedTo !== to && !kept.has(assignedTo ?? ''));
    const rest = found.length - due.length - [...kept.values()].reduce((sum, count) => sum + count, 0);
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

/** Gives the number of those that were moved, each with its entry in the audit log. */
async function moveOn(ctx: Context, ids: readonly string[], from: string | null, to: string | null): Promise<number> {
  if (!ids.length) return 0;
  const moved = await db.move(ctx.query, ids, from, to);
  const names = await db.namesOf(
    ctx.query,
    [from, to].filter((id) => id !== null),
  );
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  await writeAuditEntries(
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
  if (!(await isAssignable(ctx, id))) throw fieldRefusal('assignee', 'invalid_assignee');
}

/** Nobody is given records while the account is being deleted. */
async function lockAssignee(ctx: Context, id: string): Promise<void> {
  await ctx.database.lockKeys(ctx.query, [ctx.keys.hash('assignee', id)]);
}

/** Looks at all before the first is assigned. */
async function refuseOthers(ctx: Context, ids: readonly string[], to: string | null, rule: Rule): Promise<void> {
  const all = new Map<string, number>();
  let isRefused = false;
  for (let at = 0; at < ids.length; at += atOnce) {
    const holders = holdersOf(ctx, await db.assignmentsOf(ctx.query, ids.slice(at, at + atOnce)), to, rule);
    for (const [id, more] of holders.all) count(all, id, more);
    isRefused ||= rule.refuses && holders.keeping.size > 0;
  }
  if (isRefused) throw await othersRefusal(ctx, all);
}

async function othersRefusal(ctx: Context, holders: Counts): Promise<Refusal> {
  return new Refusal('assigned_to_others', { others: await withNames(ctx, holders) });
}

async function withNames(ctx: Context, counts: Counts): Promise<AssignedCount[]> {
  const names = await db.namesOf(ctx.query, [...counts.keys()]);
  const holders = [...counts].map(([id, count]) => ({ _id: id, name: names.get(id) ?? '', count }));
  return holders.sort((one, other) => other.count - one.count);
}
