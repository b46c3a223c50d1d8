/**
 * The SQL of lists. The newest pages are read by one statement, others by two: their sequence numbers, then their rows.
 * Totals and deep pages use the tallies that triggers maintain, so that neither counts the table. The size of a page is
 * a literal of its statement: SQLite plans a statement again whenever a parameter of LIMIT is bound.
 */
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import { outcomeOf, type Status, statuses } from '../../contract/status.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { ListedRow } from './applications.db.ts';
import type { PageSource, PageWindow, Search } from './search.db.ts';
import { lacksDocument, type Tallied, usesWorkTally, workTallyMatching } from './work.db.ts';

/** The lengths of the runs of sequence numbers that have tallies, the larger first; it is a multiple of the smaller. */
export const runSizes = [32_768, 1_024] as const;
/** The size under which the tally of all records is stored. */
const allSize = 0;

/** The statuses in which an application is decided. */
const decidedStatuses = statuses.filter((status) => outcomeOf(status) !== 'open');

export type SortColumn = 'sequence' | 'createdAt' | 'givenNameKey' | 'passportKey' | 'status';

export interface ListConditions extends Tallied {
  isDeleted: boolean;
  search: Search | null;
  /** Bounds of the arrival, ISO 8601; the second is exclusive. */
  createdFrom: string | null;
  createdBefore: string | null;
  collectDate: string | null;
  /** Only records whose passport was tried too often since then. */
  guessedSince: string | null;
  /** Only decided records whose last decision is older than this. */
  decidedBefore: string | null;
  /** Set to read the list as it was at an earlier sequence number. */
  snapshot: ListSnapshot | null;
}

/** The lists as they were at a sequence number, as their differences from the present ones. */
export interface ListSnapshot {
  sequence: number;
  /** Records that were live then and are deleted now. */
  removed: ChangedRecord[];
  /** Records that had arrived and were deleted then, and are live now. */
  restored: ChangedRecord[];
}

export interface ChangedRecord {
  sequence: number;
  status: Status;
}

export interface Window extends PageWindow {
  sort: SortColumn;
  /** Start at this sequence number or below; null starts at the newest. */
  atMost: number | null;
  /** Whether records are read in the order of the list and those that match are kept, instead of reading all matches. */
  isScanned: boolean;
}

/** The number that the last arrival, deletion or restoring took. */
export async function currentSequence(ctx: Context): Promise<number> {
  const row = await ctx.db.selectFrom('counter').select('value').where('name', '=', 'application').executeTakeFirst();
  if (!row) throw new Error('The table counter has no row named application; the first migration adds it.');
  return row.value;
}

/** The sequence numbers as of which the list is still known. */
export interface KnownSequences {
  /** Before it, the list had a record that is gone for good. */
  earliest: number;
  latest: number;
}

/** The counter that is raised only when records are removed for good. */
const earliestName = 'application-earliest';

export async function knownSequences({ db }: Context): Promise<KnownSequences> {
  const names = ['application', earliestName];
  return sequencesIn(await db.selectFrom('counter').selectAll().where('name', 'in', names).execute());
}

/** The same, locked until the transaction ends, so that nothing comes or goes meanwhile. */
export async function lockSequences(db: Db): Promise<KnownSequences> {
  const rows = await db
    .insertInto('counter')
    .values(['application', earliestName].map((name) => ({ name, value: 0 })))
    .onConflict((on) => on.column('name').doUpdateSet({ value: sql<number>`counter.value` }))
    .returningAll()
    .execute();
  return sequencesIn(rows);
}

function sequencesIn(rows: readonly { name: string; value: number }[]): KnownSequences {
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  return { earliest: values.get(earliestName) ?? 0, latest: values.get('application') ?? 0 };
}

/** To be called when records that the list had until this number are removed for good. */
export async function forgetSequencesBefore(db: Db, sequence: number): Promise<void> {
  await db
    .insertInto('counter')
    .values({ name: earliestName, value: sequence })
    .onConflict((on) =>
      on.column('name').doUpdateSet({
        value: sql<number>`case when excluded.value > counter.value then excluded.value else counter.value end`,
      }),
    )
    .execute();
}

export async function pageOf(db: Db, conditions: ListConditions, window: Window): Promise<ListedRow[]> {
  return rowsOf(db, await sequencesOf(db, conditions, window));
}

/** The newest live records: all, or those of one status, of one account, with missing documents. */
export function newestOf(tallied: Tallied, { offset, limit }: { offset: number; limit: number }): PageSource {
  const { status, assigned, isMissing } = tallied;
  const ofStatus = status ? sql`and status = ${status}` : sql``;
  const ofPerson = assigned
    ? assigned.to
      ? sql`and assigned_to = ${assigned.to}`
      : sql`and assigned_to is null`
    : sql``;
  const lacking = isMissing ? sql`and ${lacksDocument}` : sql``;
  return {
    total: usesWorkTally(tallied)
      ? sql`(select coalesce(sum(count), 0) from work_tally where ${workTallyMatching(tallied)})`
      : sql`(select coalesce(sum(count), 0) from application_tally where size = ${sql.lit(allSize)} ${ofStatus})`,
    page: sql`(
      select sequence from application where deleted_at is null ${ofStatus} ${ofPerson} ${lacking}
      order by sequence desc limit ${sql.lit(limit)} offset ${offset}
    )`,
  };
}

/** A page with its total and its snapshot in one statement: one round trip, and no change between them. */
export async function wholePage(
  db: Db,
  { total, page }: PageSource,
): Promise<{ rows: ListedRow[]; total: number; asOf: number }> {
  const { rows } = await sql<{ asOf: number; total: number | string | null } & ListedRow>`
    select (select value from counter where name = 'application') as as_of, ${total} as total, application.*,
      account.name as assigned_name
    from (select 1) as always
    left join ${page} as page on true
    left join application on application.sequence = page.sequence
    left join account on account.id = application.assigned_to
    order by page.sequence desc
  `.execute(db);
  const [first] = rows;
  if (!first) throw new Error('A page of the list has a row for its total, whatever it shows.');
  return {
    rows: rows.filter(({ sequence }) => sequence !== null),
    total: Number(first.total ?? 0),
    asOf: first.asOf,
  };
}

/** The rows with these sequence numbers, in their order. */
export async function rowsOf(db: Db, sequences: readonly number[]): Promise<ListedRow[]> {
  if (!sequences.length) return [];
  const rows = await db
    .selectFrom('application')
    .leftJoin('account', 'account.id', 'application.assignedTo')
    .selectAll('application')
    .select('account.name as assignedName')
    .where('application.sequence', 'in', sequences)
    .execute();
  const bySequence = new Map(rows.map((row) => [row.sequence, row]));
  return sequences.flatMap((sequence) => bySequence.get(sequence) ?? []);
}

/** The ids of the newest records that match. */
export async function idsMatching(db: Db, conditions: ListConditions, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('application')
    .select('id')
    .where((builder) => matching(builder, conditions))
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

async function sequencesOf(db: Db, conditions: ListConditions, window: Window): Promise<number[]> {
  let sequences = db
    .selectFrom('application')
    .select('sequence')
    .where((builder) => matching(builder, conditions, window.isScanned ? unindexed : indexed))
    .orderBy(window.sort, window.order)
    .limit(sql.lit(window.limit))
    .offset(window.offset);
  if (window.sort !== 'sequence') sequences = sequences.orderBy('sequence', window.order);
  if (window.atMost !== null) sequences = sequences.where('sequence', '<=', window.atMost);
  return (await sequences.execute()).map((row) => row.sequence);
}

/** The search if nothing else narrows the list: then the tables of the search are enough. */
export function searchAlone({ search, ...others }: ListConditions): Search | null {
  return Object.values(others).some(Boolean) ? null : search;
}

const talliedConditions: ReadonlySet<string> = new Set<keyof ListConditions>([
  'status',
  'assigned',
  'isMissing',
  'snapshot',
]);

/** Whether a tally has the total: no other condition narrows the list. */
export function hasTally(conditions: ListConditions): boolean {
  return Object.entries(conditions).every(([name, value]) => talliedConditions.has(name) || !value);
}

/** How many live records there are of each status. */
export async function totals(db: Db): Promise<Map<Status, number>> {
  const rows = await db
    .selectFrom('applicationTally')
    .select(['status', 'count'])
    .where('size', '=', allSize)
    .execute();
  return new Map(rows.map((row) => [row.status, row.count]));
}

/** How many live records each run of that size has, from the first to the last run, newest run first. */
export async function runCounts(
  db: Db,
  { size, first, last, status }: { size: number; first: number; last: number; status: Status | null },
): Promise<{ run: number; count: number }[]> {
  const ofStatus = status ? sql`and status = ${status}` : sql``;
  // Without plug-ins: every deep page runs this twice, and these columns have no underscore to be renamed.
  const { rows } = await sql<{ run: number; count: number }>`
    select run, sum(count) as count from application_tally
    where size = ${size} and run between ${first} and ${last} ${ofStatus}
    group by run order by run desc
  `.execute(db.withoutPlugins());
  return rows.map(({ run, count }) => ({ run, count: Number(count) }));
}

/** How many live records arrived after a moment. */
export async function countNewer(db: Db, sequence: number, status: Status | null): Promise<number> {
  let newer = db
    .selectFrom('application')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .where('sequence', '>', sequence)
    .where('deletedAt', 'is', null);
  if (status) newer = newer.where('status', '=', status);
  return Number((await newer.executeTakeFirstOrThrow()).count);
}

/** The records that had arrived by a moment and were removed or restored since; null if there are more than `max`. */
export async function changesSince(
  db: Db,
  sequence: number,
  max: number,
): Promise<Pick<ListSnapshot, 'removed' | 'restored'> | null> {
  const changes = await db
    .selectFrom('applicationAbsence')
    .select('applicationSequence')
    .distinct()
    .where('applicationSequence', '<=', sequence)
    .where((builder) => builder.or([builder('fromSequence', '>', sequence), builder('toSequence', '>', sequence)]))
    .limit(max + 1)
    .execute();
  if (changes.length > max) return null;
  if (!changes.length) return { removed: [], restored: [] };
  const changed = await db
    .selectFrom('application')
    .select(['sequence', 'status', 'deletedAt'])
    .where(
      'sequence',
      'in',
      changes.map((row) => row.applicationSequence),
    )
    .execute();
  const absent = await db
    .selectFrom('applicationAbsence')
    .select('applicationSequence')
    .where(
      'applicationSequence',
      'in',
      changed.map((row) => row.sequence),
    )
    .where('fromSequence', '<=', sequence)
    .where((builder) => builder.or([builder('toSequence', 'is', null), builder('toSequence', '>', sequence)]))
    .execute();
  const wasAbsent = new Set(absent.map((row) => row.applicationSequence));
  return {
    removed: changed.filter((row) => row.deletedAt !== null && !wasAbsent.has(row.sequence)),
    restored: changed.filter((row) => row.deletedAt === null && wasAbsent.has(row.sequence)),
  };
}

export async function arrivalsByMonth(db: Db): Promise<{ month: string; count: number }[]> {
  return db.selectFrom('applicationMonth').select(['month', 'count']).where('count', '>', 0).orderBy('month').execute();
}

type Builder = ExpressionBuilder<Tables, 'application'>;
type Condition = ExpressionWrapper<Tables, 'application', SqlBool>;
type FilterColumn = 'status' | 'createdAt' | 'assignedTo';

const indexed = (column: FilterColumn) => sql.ref<string | null>(column);
/** An expression of the same value, for which no index is used. */
const unindexed = (column: FilterColumn) => sql<string | null>`${sql.ref(column)} || ''`;

export function matching(builder: Builder, conditions: ListConditions, column = indexed): Condition {
  const {
    status,
    createdFrom,
    createdBefore,
    collectDate,
    guessedSince,
    decidedBefore,
    assigned,
    isMissing,
    snapshot,
  } = conditions;
  const all = [membership(builder, conditions)];
  if (snapshot) all.push(builder('sequence', '<=', snapshot.sequence));
  if (status) all.push(builder(column('status'), '=', status));
  if (createdFrom) all.push(builder(column('createdAt'), '>=', createdFrom));
  if (createdBefore) all.push(builder(column('createdAt'), '<', createdBefore));
  if (collectDate) all.push(builder('visaCollectDate', '=', collectDate));
  if (assigned) all.push(builder(column('assignedTo'), assigned.to === null ? 'is' : '=', assigned.to));
  if (isMissing) all.push(builder.and([lacksDocument]));
  if (guessedSince) {
    const guessed = builder
      .selectFrom('guessedApplication')
      .select('applicationId')
      .where('spentAt', '>', guessedSince);
    all.push(builder('id', 'in', guessed));
  }
  if (decidedBefore) {
    const recent = builder
      .selectFrom('decision')
      .select('decision.sequence')
      .whereRef('decision.applicationId', '=', 'application.id')
      .where('decision.at', '>=', decidedBefore)
      .where('decision.withdrawnAt', 'is', null);
    all.push(builder('status', 'in', decidedStatuses), builder('createdAt', '<', decidedBefore));
    all.push(builder.not(builder.exists(recent)));
  }
  return builder.and(all);
}

function membership(builder: Builder, { isDeleted, search, snapshot }: ListConditions): Condition {
  const contains = search ? [sql<SqlBool>`${search.contains}`] : [];
  const present =
    search && !search.isScanned && !isDeleted
      ? sql<SqlBool>`sequence in ${search.matches}`
      : builder.and([builder('deletedAt', isDeleted ? 'is not' : 'is', null), ...contains]);
  const came = sequencesOfChanged(isDeleted ? snapshot?.removed : snapshot?.restored);
  const left = sequencesOfChanged(isDeleted ? snapshot?.restored : snapshot?.removed);
  const stayed = came.length ? builder.and([present, builder('sequence', 'not in', came)]) : builder.and([present]);
  return left.length ? builder.or([stayed, builder.and([builder('sequence', 'in', left), ...contains])]) : stayed;
}

function sequencesOfChanged(rows: readonly ChangedRecord[] = []): number[] {
  return rows.map((row) => row.sequence);
}
