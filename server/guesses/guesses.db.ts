/** The SQL about passports that were tried too often, which the office sees. */
import { type SqlBool, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Block } from '../enquiry-budgets.ts';

/** Counted for a browser that had found the passport. The index is used only for exactly these words. */
const isOfBrowser = sql<SqlBool>`bucket <> '' and bucket <> passport`;

/** The times of the misses of a passport in each of its buckets: its own, and those of browsers that found it. */
export async function missTimes(ctx: Context, passport: string, since: string): Promise<string[][]> {
  const misses = ctx.db.selectFrom('enquiryMiss').select(['bucket', 'at']).where('at', '>', since);
  const rows = await misses
    .where('bucket', '=', passport)
    .unionAll(misses.where('passport', '=', passport).where(isOfBrowser))
    .execute();
  return [...Map.groupBy(rows, ({ bucket }) => bucket).values()].map((misses) => misses.map(({ at }) => at));
}

/**
 * One statement, so that a passport without a record costs the same as one with a record. Of several blocks of a
 * passport the one that ends last stays.
 */
export async function putGuesses(ctx: Context, passportKey: string, block: Block): Promise<void> {
  await ctx.db
    .insertInto('guessedApplication')
    .columns(['applicationId', 'misses', 'since', 'spentAt', 'blockedUntil'])
    .expression((from) =>
      from
        .selectFrom('application')
        .select(({ val }) => [
          'id',
          val(block.misses).as('misses'),
          val(block.since).as('since'),
          val(block.spentAt).as('spentAt'),
          val(block.until).as('until'),
        ])
        .where('passportKey', '=', passportKey)
        .where('deletedAt', 'is', null),
    )
    .onConflict((on) =>
      on
        .column('applicationId')
        .doUpdateSet(({ ref }) => ({
          misses: ref('excluded.misses'),
          since: ref('excluded.since'),
          spentAt: ref('excluded.spentAt'),
          blockedUntil: ref('excluded.blockedUntil'),
        }))
        .whereRef('excluded.blockedUntil', '>=', 'guessedApplication.blockedUntil'),
    )
    .execute();
}

export async function guessesOf(ctx: Context, applicationId: string, spentSince: string) {
  return ctx.db
    .selectFrom('guessedApplication')
    .select(['misses', 'since', 'blockedUntil'])
    .where('applicationId', '=', applicationId)
    .where('spentAt', '>', spentSince)
    .executeTakeFirst();
}

export async function dropGuesses(ctx: Context, applicationId: string): Promise<void> {
  await ctx.db.deleteFrom('guessedApplication').where('applicationId', '=', applicationId).execute();
}

export async function deleteGuessesOutside(ctx: Context, from: string, to: string): Promise<void> {
  await ctx.db
    .deleteFrom('guessedApplication')
    .where(({ or, eb }) => or([eb('spentAt', '<', from), eb('spentAt', '>', to)]))
    .execute();
}

export async function deleteAllGuesses(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('guessedApplication').execute();
}

/**
 * Makes the misses stop counting for the passport, for browsers that found it too; they still count for the addresses.
 * False when there are none.
 */
export async function resetMisses(ctx: Context, passports: readonly string[]): Promise<boolean> {
  const reset = ctx.db.updateTable('enquiryMiss').set({ bucket: '' });
  const own = await reset.where('bucket', 'in', passports).executeTakeFirst();
  const ofBrowsers = await reset.where('passport', 'in', passports).where(isOfBrowser).executeTakeFirst();
  return own.numUpdatedRows + ofBrowsers.numUpdatedRows > 0n;
}
