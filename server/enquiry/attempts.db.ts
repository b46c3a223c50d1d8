/** The SQL of the budgets, each statement for many buckets, addresses, misses or finds. */
import { setImmediate } from 'node:timers/promises';
import { rowsPerDelete } from '../background.ts';
import { type Context, latestTime } from '../context.ts';
import { compiled } from '../db/compiled.ts';
import type { Attempt } from '../enquiry-budgets.ts';

export interface Find {
  address: string;
  passport: string;
  applicationId: string;
  at: string;
  times: number;
}

// PostgreSQL refuses an empty list after `in`.

export async function missesOfBuckets(ctx: Context, buckets: readonly string[], since: string) {
  if (buckets.length === 0) return [];
  return ctx.db
    .selectFrom('enquiryMiss')
    .select(['bucket', 'at'])
    .where('bucket', 'in', buckets)
    .where('at', '>', since)
    .execute();
}

export async function missesOfAddresses(ctx: Context, addresses: readonly string[], since: string) {
  if (addresses.length === 0) return [];
  return ctx.db
    .selectFrom('enquiryMiss')
    .select(({ fn }) => ['address', 'passport', fn.max('at').as('at')])
    .where('address', 'in', addresses)
    .where('at', '>', since)
    .groupBy(['address', 'passport'])
    .execute();
}

/** Each passport that the address has found since then, with the time of its latest find. */
export async function findsOfAddress(ctx: Context, address: string, since: string) {
  return ctx.db
    .selectFrom('enquiryFind')
    .select(({ fn }) => ['passport', fn.max('at').as('at')])
    .where('address', '=', address)
    .where('at', '>', since)
    .groupBy('passport')
    .execute();
}

export async function insertMisses(ctx: Context, misses: readonly Attempt[]): Promise<void> {
  // Networks have rows of their own, which do not count for a passport.
  const rows = misses.flatMap(({ at, bucket, passport, address, networks }) => [
    { at, bucket, passport, address },
    ...networks.map((network) => ({ at, bucket: '', passport, address: network })),
  ]);
  for (const batch of batchesOf(rows)) await ctx.db.insertInto('enquiryMiss').values(batch).execute();
}

/** The rows of one statement are few, because with SQLite no request is answered while it runs. */
const rowsAtOnce = 64;
const emptyFind: Find = { address: '', passport: '', applicationId: '', at: '', times: 0 };
const findColumns = Object.keys(emptyFind) as (keyof Find)[];
/** Kysely would build a statement of so many rows again each time, and under load nearly every batch is full. */
const insertFullBatch = compiled((db) =>
  db.insertInto('enquiryFind').values(Array.from({ length: rowsAtOnce }, () => emptyFind)),
);

/** Finds of one address and record share a row, with the latest time and their number. */
export async function insertFinds(ctx: Context, finds: readonly Find[]): Promise<void> {
  for (const batch of batchesOf(merged(finds))) {
    if (batch.length < rowsAtOnce) await ctx.db.insertInto('enquiryFind').values(batch).execute();
    else {
      await insertFullBatch(
        ctx,
        batch.flatMap((find) => findColumns.map((column) => find[column])),
      );
    }
    // Requests are answered between two batches.
    await setImmediate();
  }
}

/** Those finds whose record exists: one that waited for longer may have been erased meanwhile. */
export async function ofPresentRecords(ctx: Context, finds: readonly Find[]): Promise<Find[]> {
  const present = new Set<string>();
  const ids = [...new Set(finds.map(({ applicationId }) => applicationId))];
  for (const batch of batchesOf(ids)) {
    const rows = await ctx.db.selectFrom('application').select('id').where('id', 'in', batch).execute();
    for (const { id } of rows) present.add(id);
    await setImmediate();
  }
  return finds.filter(({ applicationId }) => present.has(applicationId));
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
  for (const batch of batchesOf(ended)) {
    await ctx.db
      .insertInto('enquiryGrantEnded')
      .values(batch)
      .onConflict((on) => on.doNothing())
      .execute();
  }
}

function batchesOf<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, at) =>
    rows.slice(at * rowsAtOnce, (at + 1) * rowsAtOnce),
  );
}

/** The keyed hashes of the passports with recorded attempts. */
export async function countedPassports(ctx: Context): Promise<string[]> {
  const missed = ctx.db.selectFrom('enquiryMiss').select('passport');
  const rows = await missed.union(ctx.db.selectFrom('enquiryFind').select('passport')).execute();
  return rows.map(({ passport }) => passport);
}

/** Replaces the keyed hash of a passport by another one of the same passport. */
export async function replacePassportHash(ctx: Context, from: string, to: string): Promise<void> {
  await ctx.db.updateTable('enquiryMiss').set({ bucket: to }).where('bucket', '=', from).execute();
  await ctx.db.updateTable('enquiryMiss').set({ passport: to }).where('passport', '=', from).execute();
  await ctx.db.updateTable('enquiryFind').set({ passport: to }).where('passport', '=', from).execute();
}

export async function deleteAllMisses(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('enquiryMiss').execute();
}

interface SequenceRange {
  after: number;
  last: number;
}

/** Without an index on the time, rows are read in batches of this many, each in a statement of its own. */
const rowsPerRead = 1_000;

/** The range of the next rows after this sequence number, and whether one is dated ahead; null where none is left. */
export async function nextMisses(
  ctx: Context,
  after: number,
  latest: string,
): Promise<(SequenceRange & { isAnyAhead: boolean }) | null> {
  const { last, newest } = await ctx.db
    .selectFrom((from) =>
      from
        .selectFrom('enquiryMiss')
        .select(['sequence', 'at'])
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(rowsPerRead)
        .as('next'),
    )
    .select(({ fn }) => [fn.max('next.sequence').as('last'), fn.max('next.at').as('newest')])
    .executeTakeFirstOrThrow();
  return last === null ? null : { after, last, isAnyAhead: newest > latest };
}

/** True when there may be more. */
export async function deleteMissesAhead(
  ctx: Context,
  { after, last }: SequenceRange,
  latest: string,
): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('enquiryMiss')
    .where('sequence', 'in', (from) =>
      from
        .selectFrom('enquiryMiss')
        .select('sequence')
        .where('sequence', '>', after)
        .where('sequence', '<=', last)
        .where('at', '>', latest)
        .limit(rowsPerDelete),
    )
    .executeTakeFirst();
  return Number(numDeletedRows) === rowsPerDelete;
}

export async function deleteOldestMisses(ctx: Context, before: string): Promise<boolean> {
  return deleteOldest(ctx, 'enquiryMiss', before);
}

/** Deletes expired rows that counted only for addresses and networks. */
export async function deleteExpiredAddressMisses(ctx: Context, before: string): Promise<boolean> {
  const result = await ctx.db
    .deleteFrom('enquiryMiss')
    .where('sequence', 'in', (from) =>
      from
        .selectFrom((inner) =>
          inner
            .selectFrom('enquiryMiss')
            .select('sequence')
            .where('bucket', '=', '')
            .where('at', '<', before)
            .limit(rowsPerDelete)
            .as('expired'),
        )
        .select('expired.sequence'),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows) === rowsPerDelete;
}

export async function deleteOldestFinds(ctx: Context, before: string): Promise<boolean> {
  return deleteOldest(ctx, 'enquiryFind', before);
}

/**
 * Rows are in the order of time except for clock differences between nodes, so only the first ones are checked. Those
 * of a clock that was ahead are not among them, since they would hide the ones behind them. True when there may be more.
 */
async function deleteOldest(ctx: Context, table: 'enquiryMiss' | 'enquiryFind', before: string): Promise<boolean> {
  const result = await ctx.db
    .deleteFrom(table)
    .where('sequence', 'in', (from) =>
      from
        .selectFrom((inner) =>
          inner
            .selectFrom(table)
            .select(['sequence', 'at'])
            .where('at', '<=', latestTime(ctx))
            .orderBy('sequence')
            .limit(rowsPerDelete)
            .as('oldest'),
        )
        .select('oldest.sequence')
        .where('oldest.at', '<', before),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows) === rowsPerDelete;
}
