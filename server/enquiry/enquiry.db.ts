/** The statements of the look-up and of grants. */
import { type Selectable, sql } from 'kysely';
import { limits } from '../../contract/limits.ts';
import type { Context } from '../context.ts';
import { compiled, padded } from '../db/compiled.ts';
import { gathered } from '../db/gathered.ts';
import type { ApplicationTable } from '../db/tables.ts';
import { dayStart, monthStart, type Try, triesLeft, windowStart } from './budgets.ts';

export type ApplicationRow = Selectable<ApplicationTable>;

/** What must match, each in the form that it is compared in. */
export interface Triple {
  passportKey: string;
  nationalityKey: string;
  birthDate: string;
}

/** From this many misses of an address on, its finds matter and every try is decided in turn. */
export const addressMissesInDoubt = limits.enquiryMissedPassportsPerAddress / 2;

interface Counts {
  windowMisses: number;
  dayMisses: number;
  monthMisses: number;
  addressMisses: number;
}

/**
 * Budgets and record in one round trip. The record is not even looked for unless both
 * budgets are far from spent, so an answer over budget takes the same time whatever
 * was asked. Only the composite index decides: a wrong date costs what an unknown passport does.
 */
const firstLookStatement = gathered(
  9,
  ([passport, birthDate, nationality, windowFrom, dayFrom, bucket, monthFrom, address, addressFrom]) =>
    sql<Counts & { [Name in keyof ApplicationRow]: ApplicationRow[Name] | null }>`
      select looked.window_misses, looked.day_misses, looked.month_misses, looked.address_misses, application.*
      from (
        select window_misses, day_misses, month_misses, address_misses,
          case when window_misses < ${sql.lit(limits.enquiryMissesPerPassport)}
            and day_misses < ${sql.lit(limits.enquiryMissesPerPassportADay)}
            and month_misses < ${sql.lit(limits.enquiryMissesPerPassportAMonth)}
            and address_misses < ${sql.lit(addressMissesInDoubt)}
          then (
            select sequence from application
            where passport_key = ${passport} and birth_date = ${birthDate} and nationality_key = ${nationality}
              and deleted_at is null
          ) end as sequence
        from (
          select
            count(case when at > ${windowFrom} then 1 end) as window_misses,
            count(case when at > ${dayFrom} then 1 end) as day_misses,
            count(*) as month_misses
          from enquiry_miss where bucket = ${bucket} and at > ${monthFrom}
        ) as of_passport, (
          select count(*) as address_misses from enquiry_miss where address = ${address} and at > ${addressFrom}
        ) as of_address
      ) as looked
      left join application on application.sequence = looked.sequence
    `,
);

export async function firstLook(
  ctx: Context,
  { passportKey, birthDate, nationalityKey }: Triple,
  { bucket, address, at }: Try,
): Promise<{ passportTriesLeft: number; addressMisses: number; isLookedUp: boolean; row: ApplicationRow | null }> {
  const start = windowStart(at);
  const values = [passportKey, birthDate, nationalityKey, start, dayStart(at), bucket, monthStart(at), address, start];
  const [row] = await firstLookStatement(ctx, values);
  if (!row) throw new Error('The first look of an enquiry gives exactly one row.');
  const { windowMisses, dayMisses, monthMisses, addressMisses } = row;
  const passportTriesLeft = triesLeft({ window: windowMisses, day: dayMisses, month: monthMisses });
  return {
    passportTriesLeft,
    addressMisses,
    isLookedUp: passportTriesLeft > 0 && addressMisses < addressMissesInDoubt,
    row: row.sequence === null ? null : (row as ApplicationRow),
  };
}

export async function findApplication(ctx: Context, triple: Triple): Promise<ApplicationRow | null> {
  const row = await ctx.query
    .selectFrom('application')
    .selectAll()
    .where('passportKey', '=', triple.passportKey)
    .where('birthDate', '=', triple.birthDate)
    .where('nationalityKey', '=', triple.nationalityKey)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

const liveOfGrant = compiled((query, size) =>
  query
    .selectFrom('application')
    .select('id')
    .where('id', 'in', Array<string>(size).fill(''))
    .where('deletedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('enquiryGrantEnded').select('enquiryGrantEnded.id').where('enquiryGrantEnded.id', '=', '')),
      ),
    ),
);

/** Those of the records that are live; none when the grant was ended. */
export async function liveIdsOfGrant(ctx: Context, grantId: string, ids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const list of padded(ids))
    for (const { id } of await liveOfGrant(ctx, [...list, grantId], list.length)) found.push(id);
  return found;
}

export async function deleteEndedGrants(ctx: Context, before: string): Promise<void> {
  await ctx.query.deleteFrom('enquiryGrantEnded').where('expiresAt', '<', before).execute();
}
