/** The statements of the look-up and of grants. */
import { type Selectable, sql } from 'kysely';
import { limits } from '../../contract/limits.ts';
import type { Context } from '../context.ts';
import { compiled, padded } from '../db/compiled.ts';
import { gathered } from '../db/gathered.ts';
import type { ApplicationTable } from '../db/tables.ts';
import { type Try, windowStart } from './budgets.ts';

export type ApplicationRow = Selectable<ApplicationTable>;

/** What must match, each in the form that it is compared in. */
export interface Triple {
  passportKey: string;
  nationalityKey: string;
  birthDate: string;
}

/** From this many misses of an address on, its finds matter and every try is decided in turn. */
export const addressMissesInDoubt = limits.enquiryMissedPassportsPerAddress / 2;

interface FirstLook {
  passportMisses: number;
  addressMisses: number;
}

/**
 * Budgets and record in one round trip. The record is not even looked for unless both
 * budgets are far from spent, so an answer over budget takes the same time whatever
 * was asked. Only the composite index decides: a wrong date costs what an unknown passport does.
 */
const firstLookStatement = gathered(
  7,
  ([passport, birthDate, nationality, bucket, bucketFrom, address, addressFrom]) =>
    sql<FirstLook & { [Name in keyof ApplicationRow]: ApplicationRow[Name] | null }>`
      select looked.passport_misses, looked.address_misses, application.*
      from (
        select passport_misses, address_misses,
          case when passport_misses < ${sql.lit(limits.enquiryMissesPerPassport)}
            and address_misses < ${sql.lit(addressMissesInDoubt)}
          then (
            select sequence from application
            where passport_key = ${passport} and birth_date = ${birthDate} and nationality_key = ${nationality}
              and deleted_at is null
          ) end as sequence
        from (
          select
            (select count(*) from enquiry_miss where bucket = ${bucket} and at > ${bucketFrom}) as passport_misses,
            (select count(*) from enquiry_miss where address = ${address} and at > ${addressFrom}) as address_misses
        ) as counted
      ) as looked
      left join application on application.sequence = looked.sequence
    `,
);

export async function firstLook(
  ctx: Context,
  { passportKey, birthDate, nationalityKey }: Triple,
  { bucket, address, at }: Try,
): Promise<FirstLook & { isLookedUp: boolean; row: ApplicationRow | null }> {
  const start = windowStart(at);
  const [row] = await firstLookStatement(ctx, [passportKey, birthDate, nationalityKey, bucket, start, address, start]);
  if (!row) throw new Error('The first look of an enquiry gives exactly one row.');
  const { passportMisses, addressMisses } = row;
  return {
    passportMisses,
    addressMisses,
    isLookedUp: passportMisses < limits.enquiryMissesPerPassport && addressMisses < addressMissesInDoubt,
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
