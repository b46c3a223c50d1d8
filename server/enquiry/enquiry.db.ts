/** The SQL of the look-up and of grants. */
import { type Selectable, type SqlBool, sql } from 'kysely';
import { limits } from '../../contract/limits.ts';
import { recordOf } from '../../contract/record-of.ts';
import { rowsPerDelete } from '../background.ts';
import type { Context } from '../context.ts';
import { batchedRead } from '../db/batched-reads.ts';
import type { ApplicationTable, DecisionTable } from '../db/tables.ts';
import {
  type Attempt,
  dayStart,
  missesInDoubt,
  missesLeft,
  monthStart,
  sourcesOf,
  windowStart,
} from '../enquiry-budgets.ts';

export type ApplicationRow = Selectable<ApplicationTable>;
export type DecisionRow = Selectable<DecisionTable>;

/** The three values that must match, each in its normal form. */
export interface EnquiryValues {
  passportKey: string;
  nationalityKey: string;
  birthDate: string;
}

interface Counts {
  windowMisses: number;
  dayMisses: number;
  monthMisses: number;
  addressMisses: number;
  siteMisses: number;
  networkMisses: number;
}

type RowOrNulls = { [Name in keyof ApplicationRow]: ApplicationRow[Name] | null };

const [addressInDoubt = 0, siteInDoubt = 0, networkInDoubt = 0] = missesInDoubt;

/**
 * Reads budgets and record in one round trip. The record is looked up only while all budgets are far from spent, so a
 * refusal takes the same time whether or not the record exists. Only the composite index is used: a wrong date costs
 * the same as an unknown passport.
 */
const precheckStatement = batchedRead(
  13,
  ([
    passport,
    birthDate,
    nationality,
    windowFrom,
    dayFrom,
    address,
    addressFrom,
    site,
    siteFrom,
    network,
    networkFrom,
    bucket,
    monthFrom,
  ]) =>
    sql<Counts & RowOrNulls>`
      select looked.window_misses, looked.day_misses, looked.month_misses,
        looked.address_misses, looked.site_misses, looked.network_misses, application.*
      from (
        select counted.*,
          case when window_misses < ${sql.lit(limits.enquiryMissesPerPassport)}
            and day_misses < ${sql.lit(limits.enquiryMissesPerPassportADay)}
            and month_misses < ${sql.lit(limits.enquiryMissesPerPassportAMonth)}
            and address_misses < ${sql.lit(addressInDoubt)}
            and site_misses < ${sql.lit(siteInDoubt)}
            and network_misses < ${sql.lit(networkInDoubt)}
          then (
            select sequence from application
            where passport_key = ${passport} and birth_date = ${birthDate} and nationality_key = ${nationality}
              and deleted_at is null
          ) end as sequence
        from (
          select
            count(case when at > ${windowFrom} then 1 end) as window_misses,
            count(case when at > ${dayFrom} then 1 end) as day_misses,
            count(*) as month_misses,
            (select count(*) from enquiry_miss where address = ${address} and at > ${addressFrom}) as address_misses,
            (select count(*) from enquiry_miss where address = ${site} and at > ${siteFrom}) as site_misses,
            (select count(*) from enquiry_miss where address = ${network} and at > ${networkFrom}) as network_misses
          from enquiry_miss where bucket = ${bucket} and at > ${monthFrom}
        ) as counted
      ) as looked
      left join application on application.sequence = looked.sequence
    `,
);

export async function precheck(
  ctx: Context,
  { passportKey, birthDate, nationalityKey }: EnquiryValues,
  attempt: Attempt,
): Promise<{ passportMissesLeft: number; sourceMisses: number[]; isLookedUp: boolean; row: ApplicationRow | null }> {
  const { bucket, at } = attempt;
  const start = windowStart(at);
  const [address = '', site = '', network = ''] = sourcesOf(attempt);
  const [row] = await precheckStatement(ctx, [
    passportKey,
    birthDate,
    nationalityKey,
    start,
    dayStart(at),
    address,
    start,
    site,
    start,
    network,
    start,
    bucket,
    monthStart(at),
  ]);
  if (!row) throw new Error('The precheck of an enquiry must return exactly one row.');
  const { windowMisses, dayMisses, monthMisses, addressMisses, siteMisses, networkMisses } = row;
  const passportMissesLeft = missesLeft({ window: windowMisses, day: dayMisses, month: monthMisses });
  const sourceMisses = [addressMisses, siteMisses, networkMisses];
  return {
    passportMissesLeft,
    sourceMisses,
    // The condition of the statement once more: a column for it would be one more to compute and read in every check.
    isLookedUp: passportMissesLeft > 0 && sourceMisses.every((misses, nth) => misses < (missesInDoubt[nth] ?? 0)),
    row: row.sequence === null ? null : (row as ApplicationRow),
  };
}

/** The last miss of a longer budget must reach the office, so such attempts are decided in order. */
const [dayMax, monthMax] = [limits.enquiryMissesPerPassportADay - 1, limits.enquiryMissesPerPassportAMonth - 1];

const tryStatement = batchedRead(
  12,
  (values) =>
    sql<{ outcome: 'found' | 'missed' | 'undecided' } & RowOrNulls>`
      select tried.outcome, application.*
      from enquiry_try(${sql.join(values)},
        ${sql.lit(limits.enquiryMissesPerPassport)},
        ${sql.lit(dayMax)}, ${sql.lit(monthMax)},
        ${sql.lit(addressInDoubt)}, ${sql.lit(siteInDoubt)}, ${sql.lit(networkInDoubt)}
      ) as tried
      left join application on application.sequence = tried.application_sequence
    `,
  // Two concurrent batches would block each other with their locks.
  { roundTripsMax: 1 },
);

/**
 * PostgreSQL only: decides and records an attempt in one round trip, correctly also across nodes, or leaves it
 * undecided. It does not lock the passport where a browser's own bucket counts, so a row may be written while the
 * record is erased; `eraseLateRows` removes it.
 */
export async function tryInOneRoundTrip(
  ctx: Context,
  { passportKey, birthDate, nationalityKey }: EnquiryValues,
  attempt: Attempt,
): Promise<{ outcome: 'found'; row: ApplicationRow } | { outcome: 'missed' | 'undecided' }> {
  const { bucket, passport, at } = attempt;
  const [address = '', site = '', network = ''] = sourcesOf(attempt);
  const [row] = await tryStatement(ctx, [
    passportKey,
    birthDate,
    nationalityKey,
    bucket,
    passport,
    address,
    site,
    network,
    at,
    windowStart(at),
    dayStart(at),
    monthStart(at),
  ]);
  if (!row) throw new Error('An attempt of an enquiry must return exactly one row.');
  if (row.outcome !== 'found') return { outcome: row.outcome };
  // The row was added between the start of the statement and its look-up; the next statement sees it.
  if (row.sequence === null) return { outcome: 'undecided' };
  return { outcome: 'found', row: row as ApplicationRow };
}

export async function findApplication(ctx: Context, values: EnquiryValues): Promise<ApplicationRow | null> {
  const row = await ctx.db
    .selectFrom('application')
    .selectAll()
    .where('passportKey', '=', values.passportKey)
    .where('birthDate', '=', values.birthDate)
    .where('nationalityKey', '=', values.nationalityKey)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** A batch of records in the order of their ids, deleted ones included. */
export function passportKeysAfter(ctx: Context, after: string) {
  return ctx.db
    .selectFrom('application')
    .select(['id', 'passportKey'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(5_000)
    .execute();
}

/** `grant` is an id or an expression for one. */
const isNotEnded = (grant: unknown) => sql<SqlBool>`
  not exists (select 1 from enquiry_grant_ended as ended where ended.id = ${grant})
`;

/** The ids among these of live records; none if the grant was ended. */
export async function liveIdsOfGrant(ctx: Context, grantId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('application')
    .select('id')
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .where(isNotEnded(grantId))
    .execute();
  return rows.map(({ id }) => id);
}

const decisionColumns = [
  'sequence',
  'applicationId',
  'at',
  'status',
  'visaCollectDate',
  'visaApproveDate',
  'note',
  'reason',
  'accountId',
  'accountName',
  'withdrawnAt',
  'withdrawnBy',
  'withdrawnReason',
] as const satisfies (keyof DecisionRow)[];

/** The column of a decision beside those of its record. */
const besideRecord = <Name extends string>(column: Name) => `decision.${column}` as const;

/** A record with one of its decisions; the columns of the decision are null if there is none. */
type RecordWithDecision = ApplicationRow & {
  [Name in keyof DecisionRow as ReturnType<typeof besideRecord<Name>>]: DecisionRow[Name] | null;
};

/**
 * Takes the id of a record and that of the grant, and returns a row for each decision. One statement, so that the status
 * of the record and its decisions are of the same moment. Batched on PostgreSQL for the target V1 of
 * docs/performance.md.
 */
const recordStatement = batchedRead(
  2,
  ([id, grant]) => sql<RecordWithDecision>`
    select application.*,
      ${sql.join(decisionColumns.map((column) => sql`decision.${sql.ref(column)} as ${sql.id(besideRecord(column))}`))}
    from application left join decision on decision.application_id = application.id
    where application.id = ${id} and deleted_at is null and ${isNotEnded(grant)}
  `,
);

/** The live records among these with their decisions, oldest first; none if the grant was ended. */
export async function recordsOfGrant(
  ctx: Context,
  grantId: string,
  ids: readonly string[],
): Promise<{ application: ApplicationRow; decisions: DecisionRow[] }[]> {
  const records = await Promise.all(
    ids.map(async (id) => {
      const rows = await recordStatement(ctx, [id, grantId]);
      const [application] = rows;
      const decisions = rows
        .map((row) => recordOf(decisionColumns, (column) => row[besideRecord(column)]) as DecisionRow)
        .filter(({ sequence }) => sequence !== null)
        // A batch does not preserve any order.
        .toSorted((one, other) => one.sequence - other.sequence);
      return application ? [{ application, decisions }] : [];
    }),
  );
  return records.flat();
}

/** A grant that was ended early needs no row once it would have expired. True when there may be more such rows. */
export async function deleteExpiredGrantEnds(ctx: Context, before: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('enquiryGrantEnded')
    .where('id', 'in', (from) =>
      from.selectFrom('enquiryGrantEnded').select('id').where('expiresAt', '<', before).limit(rowsPerDelete),
    )
    .executeTakeFirst();
  return Number(numDeletedRows) === rowsPerDelete;
}
