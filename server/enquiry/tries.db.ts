/** The statements behind the budgets, each for many buckets, addresses, misses or finds. */
import { setImmediate } from 'node:timers/promises';
import { rowsPerSweep } from '../background.ts';
import type { Context } from '../context.ts';
import type { Attempt } from './budgets.ts';

export interface Find {
  address: string;
  passport: string;
  applicationId: string;
  at: string;
  times: number;
}

// PostgreSQL refuses an empty list behind `in`.

export async function missesOfBuckets(ctx: Context, buckets: readonly string[], since: string) {
  if (buckets.length === 0) return [];
  return ctx.query
    .selectFrom('enquiryMiss')
    .select(['bucket', 'at'])
    .where('bucket', 'in', buckets)
    .where('at', '>', since)
    .execute();
}

export async function missesOfAddresses(ctx: Context, addresses: readonly string[], since: string) {
  if (addresses.length === 0) return [];
  return ctx.query
    .selectFrom('enquiryMiss')
    .select(({ fn }) => ['address', 'passport', fn.max('at').as('at')])
    .where('address', 'in', addresses)
    .where('at', '>', since)
    .groupBy(['address', 'passport'])
    .execute();
}

/** Each passport that the address has found since then, with the latest time. Reads all its finds since then. */
export async function findsOfAddress(ctx: Context, address: string, since: string) {
  return ctx.query
    .selectFrom('enquiryFind')
    .select(({ fn }) => ['passport', fn.max('at').as('at')])
    .where('address', '=', address)
    .where('at', '>', since)
    .groupBy('passport')
    .execute();
}

export async function insertMisses(ctx: Context, misses: readonly Attempt[]): Promise<void> {
  // Networks have rows of their own, which do not count for a passport.
  const rows = misses.flatMap(({ at, bucket, passport, address, around }) => [
    { at, bucket, passport, address },
    ...around.map((network) => ({ at, bucket: '', passport, address: network })),
  ]);
  for (const part of parts(rows)) await ctx.query.insertInto('enquiryMiss').values(part).execute();
}

/** Rows of one statement: while it runs, SQLite answers no request. */
const rowsAtOnce = 64;

/** Finds of one address and record share a row: the latest moment, the sum. */
export async function insertFinds(ctx: Context, finds: readonly Find[]): Promise<void> {
  for (const part of parts(merged(finds))) {
    await ctx.query.insertInto('enquiryFind').values(part).execute();
    // Lets requests be answered between two parts.
    await setImmediate();
  }
}

function merged(finds: readonly Find[]): Find[] {
  const rows = new Map<string, Find>();
  for (const find of finds) {
    const key = `${find.address} ${find.passport} ${find.applicationId}`;
    const known = rows.get(key);
    const later = known && known.at > find.at ? known : find;
    rows.set(key, { ...later, times: find.times + (known?.times ?? 0) });
  }
  return [...rows.values()];
}

export async function insertEndedGrants(ctx: Context, ended: readonly { id: string; expiresAt: string }[]) {
  for (const part of parts(ended)) {
    await ctx.query
      .insertInto('enquiryGrantEnded')
      .values(part)
      .onConflict((on) => on.doNothing())
      .execute();
  }
}

function parts<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, at) =>
    rows.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  );
}

/** The keyed hashes of the passports of which a try is kept. */
export async function countedPassports(ctx: Context): Promise<string[]> {
  const missed = ctx.query.selectFrom('enquiryMiss').select('passport');
  const rows = await missed.union(ctx.query.selectFrom('enquiryFind').select('passport')).execute();
  return rows.map(({ passport }) => passport);
}

/** Puts another keyed hash of the same passport in the place of its former one. */
export async function renamePassport(ctx: Context, from: string, to: string): Promise<void> {
  await ctx.query.updateTable('enquiryMiss').set({ bucket: to }).where('bucket', '=', from).execute();
  await ctx.query.updateTable('enquiryMiss').set({ passport: to }).where('passport', '=', from).execute();
  await ctx.query.updateTable('enquiryFind').set({ passport: to }).where('passport', '=', from).execute();
}

export async function deleteAllMisses(ctx: Context): Promise<void> {
  await ctx.query.deleteFrom('enquiryMiss').execute();
}

export async function deleteOldestMisses(ctx: Context, before: string): Promise<boolean> {
  return deleteOldest(ctx, 'enquiryMiss', before);
}

/** Deletes expired rows that counted only for addresses and networks. */
export async function deleteExpiredAddressMisses(ctx: Context, before: string): Promise<boolean> {
  const result = await ctx.query
    .deleteFrom('enquiryMiss')
    .where('sequence', 'in', (from) =>
      from
        .selectFrom((inner) =>
          inner
            .selectFrom('enquiryMiss')
            .select('sequence')
            .where('bucket', '=', '')
            .where('at', '<', before)
            .limit(rowsPerSweep)
            .as('expired'),
        )
        .select('expired.sequence'),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows) === rowsPerSweep;
}

export async function deleteOldestFinds(ctx: Context, before: string): Promise<boolean> {
  return deleteOldest(ctx, 'enquiryFind', before);
}

/**
 * The oldest rows come first, since rows are in order of time except for clock differences between nodes. True when
 * there may be more.
 */
async function deleteOldest(ctx: Context, table: 'enquiryMiss' | 'enquiryFind', before: string): Promise<boolean> {
  const result = await ctx.query
    .deleteFrom(table)
    .where('sequence', 'in', (from) =>
      from
        .selectFrom((inner) =>
          inner.selectFrom(table).select(['sequence', 'at']).orderBy('sequence').limit(rowsPerSweep).as('oldest'),
        )
        .select('oldest.sequence')
        .where('oldest.at', '<', before),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows) === rowsPerSweep;
}
