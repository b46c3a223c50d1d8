/**
 * Assigns records to staff. A record that is assigned to somebody else is refused or stays there, unless the caller
 * explicitly takes it. An assignment changes no version of the record, so that no editor is refused because of it.
 */
import { setImmediate } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import { undecidedStatus } from '../../contract/status.ts';
import { accountOf, matchingIds } from '../applications/list.ts';
import { writeAuditEntries } from '../audit/audit.ts';
import { type Context, inTransaction } from '../context.ts';
import { type AccountCount, fieldRefusal, Refusal } from '../refusal.ts';
import * as queries from './assigning.db.ts';
import type { AssignRequest } from './requests.ts';

export interface Assigned {
  assigned: number;
  /** Records that were already assigned to this account. */
  unchanged: number;
  /** Records that were deleted meanwhile. */
  gone: number;
  /** Records that stayed assigned to others. */
  kept: AccountCount[];
}

interface Colleague {
  id: string;
  name: string;
  undecided: number;
}

/** The records of one transaction, so that other requests are served in between. */
const batchSize = limits.assignedByIdMax;

/** The accounts that records can be assigned to, with the number of their undecided ones. */
export async function listColleagues(ctx: Context): Promise<Colleague[]> {
  const [accounts, counts] = await Promise.all([
    queries.assignees(ctx.db),
    queries.countsByAssignee(ctx.db, undecidedStatus),
  ]);
  return accounts.map(({ id, name }) => {
    const theirs = counts.filter(({ assignedTo }) => assignedTo === id);
    return { id, name, undecided: theirs.reduce((sum, { count }) => sum + count, 0) };
  });
}

/**
 * Assigns either the live records with these ids, unless the rule refuses one of them, or those that a filter matches.
 */
export async function assign(
  ctx: Context,
  { assignee, others, takenFrom, ids, total, ...filter }: AssignRequest,
): Promise<Assigned> {
  const account = accountOf(ctx, assignee);
  const rule = ruleOf({ others, takenFrom });
  if (ids) {
    const uniqueIds = [...new Set(ids)];
    const result = await inTransaction(ctx, (ctx) => assignBatch(ctx, uniqueIds, account, rule));
    if (result.gone === uniqueIds.length) throw new Refusal('not_found');
    return { ...result, kept: await withNames(ctx, result.kept) };
  }
  const max = limits.assignedAtOnceMax;
  const matching = await matchingIds(ctx, { ...filter, page: 1, limit: 1, sort: 'createdAt' }, max + 1);
  if (matching.length > max) throw fieldRefusal('ids', 'too_many_selected');
  if (total !== undefined && matching.length > total) throw new Refusal('list_changed');
  await refuseOthers(ctx, matching, account, rule);
  // The whole call is refused before the first batch; a record that somebody takes after that stays there.
  return assignInBatches(ctx, matching, account, { ...rule, refuses: false });
}

/** Unassigns the records of an account before it is deleted. */
export async function unassignAll(ctx: Context, accountId: string): Promise<void> {
  while (await inTransaction(ctx, (ctx) => unassignBatch(ctx, accountId))) await setImmediate();
}

/**
 * Unassigns the remaining records, within the transaction that deletes the account: none can be assigned to it
 * afterwards.
 */
export async function unassignRemaining(ctx: Context, accountId: string): Promise<void> {
  while (await unassignBatch(ctx, accountId));
}

async function unassignBatch(ctx: Context, accountId: string): Promise<boolean> {
  await lockAssigning(ctx);
  const ids = await queries.assignedIds(ctx.db, accountId, batchSize);
  await reassign(
    ctx,
    ids.map((id) => ({ id, assignedTo: accountId })),
    null,
  );
  return ids.length > 0;
}

async function assignInBatches(ctx: Context, ids: readonly string[], to: string | null, rule: Rule): Promise<Assigned> {
  const all = { assigned: 0, unchanged: 0, gone: 0, kept: new Map<string, number>() };
  // Also once without records, so that the account is checked.
  for (let at = 0; at < ids.length || at === 0; at += batchSize) {
    if (at > 0) await setImmediate();
    const batch = await inTransaction(ctx, (ctx) => assignBatch(ctx, ids.slice(at, at + batchSize), to, rule));
    all.assigned += batch.assigned;
    all.unchanged += batch.unchanged;
    all.gone += batch.gone;
    for (const [id, more] of batch.kept) increment(all.kept, id, more);
  }
  return { ...all, kept: await withNames(ctx, all.kept) };
}

/** What to do with records that are assigned to others. */
interface Rule {
  /** The accounts whose records may be reassigned; null for all. */
  takenFrom: readonly string[] | null;
  /** Whether a record of another account refuses the whole call; otherwise it stays there. */
  refuses: boolean;
}

function ruleOf({ others, takenFrom }: Pick<AssignRequest, 'others' | 'takenFrom'>): Rule {
  return { takenFrom: others === 'take' ? (takenFrom ?? null) : [], refuses: others !== 'keep' };
}

type Counts = ReadonlyMap<string, number>;

/**
 * How many of these records other accounts have, and those of them that keep theirs. The actor's own are not counted.
 */
function otherAssigneesOf(
  { actor }: Context,
  assignments: readonly queries.AssignedRecord[],
  to: string | null,
  { takenFrom }: Rule,
): Record<'all' | 'keeping', Counts> {
  const all = new Map<string, number>();
  for (const { assignedTo } of assignments) {
    if (assignedTo !== null && assignedTo !== to && assignedTo !== actor?.id) increment(all, assignedTo);
  }
  return { all, keeping: new Map([...all].filter(([id]) => takenFrom && !takenFrom.includes(id))) };
}

function increment(counts: Map<string, number>, holder: string, more = 1): void {
  counts.set(holder, (counts.get(holder) ?? 0) + more);
}

interface BatchResult extends Omit<Assigned, 'kept'> {
  kept: Counts;
}

async function assignBatch(ctx: Context, ids: readonly string[], to: string | null, rule: Rule): Promise<BatchResult> {
  await lockAssigning(ctx);
  if (to !== null && !(await queries.isAssignee(ctx.db, to))) throw fieldRefusal('assignee', 'invalid_assignee');
  const assignments = await queries.assignmentsOf(ctx.db, ids);
  const { all, keeping: kept } = otherAssigneesOf(ctx, assignments, to, rule);
  if (rule.refuses && kept.size > 0) throw await othersRefusal(ctx, all);
  const due = assignments.filter(({ assignedTo }) => assignedTo !== to && !kept.has(assignedTo ?? ''));
  const assigned = await reassign(ctx, due, to);
  const unchanged = assignments.filter(({ assignedTo }) => assignedTo === to).length;
  // Of those that are due, some may have been erased since they were read.
  const gone = ids.length - assignments.length + due.length - assigned;
  return { assigned, unchanged, gone, kept };
}

/** Returns the number of records that were reassigned, each with its entry in the audit log. */
async function reassign(
  ctx: Context,
  assignments: readonly queries.AssignedRecord[],
  to: string | null,
): Promise<number> {
  if (assignments.length === 0) return 0;
  const reassigned = await queries.setAssignee(
    ctx.db,
    assignments.map(({ id }) => id),
    to,
  );
  const formerAssignees = new Map(assignments.map(({ id, assignedTo }) => [id, assignedTo]));
  const accounts = new Set([to, ...formerAssignees.values()]);
  const names = await queries.namesOf(
    ctx.db,
    [...accounts].filter((id) => id !== null),
  );
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  await writeAuditEntries(
    ctx,
    reassigned.map((record) => ({
      action: to === null ? 'application.unassigned' : 'application.assigned',
      record,
      detail: { from: nameOf(formerAssignees.get(record) ?? null), to: nameOf(to) },
    })),
  );
  return reassigned.length;
}

/**
 * One transaction assigns at a time: two with many records could otherwise wait for each other in a circle, and a
 * record could be assigned to an account that is being deleted.
 */
async function lockAssigning(ctx: Context): Promise<void> {
  await ctx.database.lockKeys(ctx.db, [ctx.keys.hash('lock', 'assigning')]);
}

/** Checks all records before the first is assigned. */
async function refuseOthers(ctx: Context, ids: readonly string[], to: string | null, rule: Rule): Promise<void> {
  const all = new Map<string, number>();
  let isRefused = false;
  for (let at = 0; at < ids.length; at += batchSize) {
    const assignees = otherAssigneesOf(
      ctx,
      await queries.assignmentsOf(ctx.db, ids.slice(at, at + batchSize)),
      to,
      rule,
    );
    for (const [id, more] of assignees.all) increment(all, id, more);
    isRefused ||= rule.refuses && assignees.keeping.size > 0;
  }
  if (isRefused) throw await othersRefusal(ctx, all);
}

async function othersRefusal(ctx: Context, assignees: Counts): Promise<Refusal> {
  return new Refusal('assigned_to_others', { others: await withNames(ctx, assignees) });
}

async function withNames(ctx: Context, counts: Counts): Promise<AccountCount[]> {
  const names = await queries.namesOf(ctx.db, [...counts.keys()]);
  const assignees = [...counts].map(([id, count]) => ({ id, name: names.get(id) ?? '', count }));
  return assignees.sort((one, other) => other.count - one.count);
}
