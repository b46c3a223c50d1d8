/**
 * The SQL of lists: ids of the page first, then their rows; totals and deep pages from
 * the tallies that triggers keep, so that neither counts the table.
 */
import { type ExpressionBuilder, type ExpressionWrapper, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Status } from '../../contract/status.ts';
import type { Query } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { ApplicationRow } from './applications.db.ts';

export const tallyBucketSize = 1_024;
const inAll = -1;

export type SortColumn = 'sequence' | 'givenNameKey' | 'passportKey' | 'status';

export interface ListConditions {
  isDeleted: boolean;
  status: Status | null;
  /** Passport text as a condition of the engine. */
  contains: RawBuilder<boolean> | null;
  /** Bounds of the arrival, ISO 8601; the second is exclusive. */
  createdFrom: string | null;
  createdBefore: string | null;
  collectDate: string | null;
  /** Only with another's moment in mind: who was in the list then. */
  moment: Moment | null;
}

/** The list as it was at a sequence number, as its differences from now. */
export interface Moment {
  sequence: number;
  /** In the list then, and not now. */
  left: Churned[];
  /** In the list now, and not then, though older. */
  came: Churned[];
}

export interface Churned {
  sequence: number;
  status: Status;
}

export interface Window {
  sort: SortColumn;
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
  /** Start at this sequence number or below; null from the newest. */
  atMost: number | null;
}

export async function currentSequence(query: Query): Promise<number> {
  const { value } = await query
    .selectFrom('counter')
    .select('value')
    .where('name', '=', 'application')
    .executeTakeFirstOrThrow();
  return value;
}

export async function pageOf(query: Query, conditions: ListConditions, window: Window): Promise<ApplicationRow[]> {
  let ids = query
    .selectFrom('application')
    .select('sequence')
    .where((builder) => matching(builder, conditions))
    .orderBy(window.sort, window.order)
    .limit(window.limit)
    .offset(window.offset);
  if (window.sort !== 'sequence') ids = ids.orderBy('sequence', window.order);
  if (window.atMost !== null) ids = ids.where('sequence', '<=', window.atMost);
  const found = (await ids.execute()).map((row) => row.sequence);
  if (!found.length) return [];
  const rows = await query.selectFrom('application').selectAll().where('sequence', 'in', found).execute();
  const bySequence = new Map(rows.map((row) => [row.sequence, row]));
  return found.flatMap((sequence) => bySequence.get(sequence) ?? []);
}

export async function countMatching(query: Query, conditions: ListConditions): Promise<number> {
  const { count } = await query
    .selectFrom('application')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .where((builder) => matching(builder, conditions))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many live records there are of each status. */
export async function totals(query: Query): Promise<Map<Status, number>> {
  const rows = await query
    .selectFrom('applicationTally')
    .select(['status', 'count'])
    .where('bucket', '=', inAll)
    .execute();
  return new Map(rows.map((row) => [row.status, row.count]));
}

/** Live records by bucket, newest bucket first. */
export async function bucketCounts(query: Query, status: Status | null): Promise<{ bucket: number; count: number }[]> {
  let counts = query
    .selectFrom('applicationTally')
    .select((builder) => ['bucket', builder.fn.sum<number>('count').as('count')])
    .where('bucket', '>', inAll)
    .groupBy('bucket')
    .orderBy('bucket', 'desc');
  if (status) counts = counts.where('status', '=', status);
  return (await counts.execute()).map((row) => ({ bucket: row.bucket, count: Number(row.count) }));
}

/** Live records that arrived after a moment. */
export async function countNewer(query: Query, sequence: number, status: Status | null): Promise<number> {
  let newer = query
    .selectFrom('application')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .where('sequence', '>', sequence)
    .where('deletedAt', 'is', null);
  if (status) newer = newer.where('status', '=', status);
  return Number((await newer.executeTakeFirstOrThrow()).count);
}

/** Who went or came back since a moment, of those that had arrived by then. */
export async function churnSince(query: Query, sequence: number): Promise<{ left: Churned[]; came: Churned[] }> {
  const moved = await query
    .selectFrom('applicationAbsence')
    .innerJoin('application', 'application.id', 'applicationAbsence.applicationId')
    .select(['application.sequence', 'application.status', 'application.deletedAt'])
    .distinct()
    .where('application.sequence', '<=', sequence)
    .where((builder) => builder.or([builder('fromSequence', '>', sequence), builder('toSequence', '>', sequence)]))
    .execute();
  if (!moved.length) return { left: [], came: [] };
  const absent = await query
    .selectFrom('applicationAbsence')
    .select('applicationSequence')
    .where(
      'applicationSequence',
      'in',
      moved.map((row) => row.sequence),
    )
    .where('fromSequence', '<=', sequence)
    .where((builder) => builder.or([builder('toSequence', 'is', null), builder('toSequence', '>', sequence)]))
    .execute();
  const wasAbsent = new Set(absent.map((row) => row.applicationSequence));
  return {
    left: moved.filter((row) => row.deletedAt !== null && !wasAbsent.has(row.sequence)),
    came: moved.filter((row) => row.deletedAt === null && wasAbsent.has(row.sequence)),
  };
}

export async function arrivalsByMonth(query: Query): Promise<{ month: string; count: number }[]> {
  return query
    .selectFrom('applicationMonth')
    .select(['month', 'count'])
    .where('count', '>', 0)
    .orderBy('month')
    .execute();
}

type Builder = ExpressionBuilder<Tables, 'application'>;

function matching(builder: Builder, conditions: ListConditions): ExpressionWrapper<Tables, 'application', SqlBool> {
  const { status, contains, createdFrom, createdBefore, collectDate, moment } = conditions;
  const all = [membership(builder, conditions)];
  if (moment) all.push(builder('sequence', '<=', moment.sequence));
  if (status) all.push(builder('status', '=', status));
  if (contains) all.push(sql<SqlBool>`${contains}` as never);
  if (createdFrom) all.push(builder('createdAt', '>=', createdFrom));
  if (createdBefore) all.push(builder('createdAt', '<', createdBefore));
  if (collectDate) all.push(builder('visaCollectDate', '=', collectDate));
  return builder.and(all);
}

function membership(
  builder: Builder,
  { isDeleted, moment }: ListConditions,
): ExpressionWrapper<Tables, 'application', SqlBool> {
  if (isDeleted) return builder('deletedAt', 'is not', null);
  const isLive = builder('deletedAt', 'is', null);
  if (!moment) return isLive;
  const came = moment.came.map((row) => row.sequence);
  const left = moment.left.map((row) => row.sequence);
  const stayed = came.length ? builder.and([isLive, builder('sequence', 'not in', came)]) : isLive;
  return left.length ? builder.or([stayed, builder('sequence', 'in', left)]) : stayed;
}
