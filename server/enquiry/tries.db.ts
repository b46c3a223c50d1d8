/** The statements behind the budgets, each for many buckets, addresses, misses or finds. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { sweptAtOnce } from '../background.ts';
import type { Context } from '../context.ts';
import { compiled, padded, parts, rowsAtOnce } from '../db/compiled.ts';
import type { Try } from './budgets.ts';

export interface Find {
  address: string;
  passport: string;
  applicationId: string;
  at: string;
  times: number;
}

const bucketMisses = compiled((query, size) =>
  query
    .selectFrom('enquiryMiss')
    .select(['bucket', 'at'])
    .where('bucket', 'in', Array<string>(size).fill(''))
    .where('at', '>', ''),
);

export async function missesOfBuckets(ctx: Context, buckets: readonly string[], since: string) {
  const rows = [];
  for (const list of padded(buckets)) rows.push(...(await bucketMisses(ctx, [...list, since], list.length)));
  return rows;
}

const addressMisses = compiled((query, size) =>
  query
    .selectFrom('enquiryMiss')
    .select(({ fn }) => ['address', 'passport', fn.max('at').as('at')])
    .where('address', 'in', Array<string>(size).fill(''))
    .where('at', '>', '')
    .groupBy(['address', 'passport']),
);

export async function missesOfAddresses(ctx: Context, addresses: readonly string[], since: string) {
  const rows = [];
  for (const list of padded(addresses)) rows.push(...(await addressMisses(ctx, [...list, since], list.length)));
  return rows;
}

const addressFinds = compiled((query) =>
  query
    .selectFrom('enquiryFind')
    .select(({ fn }) => ['passport', fn.max('at').as('at')])
    .where('address', '=', '')
    .where('at', '>', '')
    .groupBy('passport'),
);

/** Each passport that the address has found since then, with the latest time. Reads all its finds since then. */
export async function findsOfAddress(ctx: Context, address: string, since: string) {
  return addressFinds(ctx, [address, since]);
}

const missRow: Omit<Try, 'around'> = { at: '', bucket: '', passport: '', address: null };

const missInsert = compiled((query, size) =>
  query.insertInto('enquiryMiss').values(Array<typeof missRow>(size).fill(missRow)),
);

export async function insertMisses(ctx: Context, misses: readonly Try[]): Promise<void> {
  // Networks have rows of their own, which do not count for a passport.
  const rows = misses.flatMap((miss) => [miss, ...miss.around.map((address) => ({ ...miss, bucket: '', address }))]);
  for (const part of parts(rows)) {
    const values = part.flatMap(({ at, bucket, passport, address }) => [at, bucket, passport, address]);
    await missInsert(ctx, values, part.length);
  }
}

const findColumns = ['at', 'address', 'passport', 'applicationId', 'times'] as const;

const findInsert = compiled((query, size) =>
  query
    .insertInto('enquiryFind')
    .values(Array<Find>(size).fill({ at: '', address: '', passport: '', applicationId: '', times: 0 })),
);

export async function insertFinds(ctx: Context, finds: readonly Find[]): Promise<void> {
  const [listMax, insert] =
    ctx.database.engine === 'postgres' ? [findsPerStatementMax, insertAsColumns] : [rowsAtOnce, insertAsRows];
  for (const list of inLists(finds, listMax)) await insert(ctx, list);
}

/** Lists of at most `listMax`. Finds of one address and record are merged within a list: the latest moment, the sum. */
function* inLists(finds: readonly Find[], listMax: number): Generator<Find[]> {
  const list = new Map<string, Find>();
  for (const find of finds) {
    const key = `${find.address} ${find.passport} ${find.applicationId}`;
    const known = list.get(key);
    const later = known && known.at > find.at ? known : find;
    list.set(key, { ...later, times: find.times + (known?.times ?? 0) });
    if (list.size < listMax) continue;
    yield [...list.values()];
    list.clear();
  }
  if (list.size > 0) yield [...list.values()];
}

async function insertAsRows(ctx: Context, finds: readonly Find[]): Promise<void> {
  for (const part of parts(finds)) {
    const values = part.flatMap((find) => findColumns.map((column) => find[column]));
    await findInsert(ctx, values, part.length);
    // Lets requests be answered between two parts.
    await setImmediate();
  }
}

/** Bounded, since building the texts of the arrays blocks the event loop. */
const findsPerStatementMax = 512;

const columnsInsert = compiled((query) => ({
  compile: () =>
    sql<never>`
      insert into enquiry_find (at, address, passport, application_id, times)
      select * from unnest(${''}::text[], ${''}::text[], ${''}::text[], ${''}::text[], ${''}::integer[])
    `.compile(query),
}));

/** One round trip with one text for each column; as rows they took several, and more memory while they waited. */
async function insertAsColumns(ctx: Context, finds: readonly Find[]): Promise<void> {
  // Keyed hashes, ids, times and numbers need no escaping in the text of an array.
  const columns = findColumns.map((column) => `{${finds.map((find) => find[column]).join()}}`);
  await columnsInsert(ctx, columns);
}

const endedInsert = compiled((query, size) =>
  query
    .insertInto('enquiryGrantEnded')
    .values(Array.from({ length: size }, () => ({ id: '', expiresAt: '' })))
    .onConflict((on) => on.doNothing()),
);

export async function insertEndedGrants(ctx: Context, ended: readonly { id: string; expiresAt: string }[]) {
  for (const part of parts(ended)) {
    await endedInsert(
      ctx,
      part.flatMap(({ id, expiresAt }) => [id, expiresAt]),
      part.length,
    );
  }
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
  await ctx.query.deleteFrom('guessedApplication').execute();
}

export async function deleteOldestMisses(ctx: Context, before: string): Promise<boolean> {
  return deleteOldest(ctx, 'enquiryMiss', before);
}

/** Deletes what counted only for addresses and networks and has expired. */
export async function deletePassedAddressMisses(ctx: Context, before: string): Promise<boolean> {
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
            .limit(sweptAtOnce)
            .as('passed'),
        )
        .select('passed.sequence'),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows) === sweptAtOnce;
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
          inner.selectFrom(table).select(['sequence', 'at']).orderBy('sequence').limit(sweptAtOnce).as('oldest'),
        )
        .select('oldest.sequence')
        .where('oldest.at', '<', before),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows) === sweptAtOnce;
}
