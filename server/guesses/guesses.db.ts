/** The SQL about passports that were tried too often, which the office sees. */
import type { Context } from '../context.ts';
import type { Block } from '../enquiry-budgets.ts';

export async function missTimes(ctx: Context, bucket: string, since: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('enquiryMiss')
    .select('at')
    .where('bucket', '=', bucket)
    .where('at', '>', since)
    .execute();
  return rows.map(({ at }) => at);
}

/** One statement, so that a passport without a record costs the same as one with a record. */
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
      on.column('applicationId').doUpdateSet(({ ref }) => ({
        misses: ref('excluded.misses'),
        since: ref('excluded.since'),
        spentAt: ref('excluded.spentAt'),
        blockedUntil: ref('excluded.blockedUntil'),
      })),
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

export async function deleteOldestGuesses(ctx: Context, before: string): Promise<void> {
  await ctx.db.deleteFrom('guessedApplication').where('spentAt', '<', before).execute();
}

export async function deleteAllGuesses(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('guessedApplication').execute();
}

/** Makes the misses stop counting for the passport; they still count for the addresses. False when there are none. */
export async function resetMisses(ctx: Context, bucket: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('enquiryMiss')
    .set({ bucket: '' })
    .where('bucket', '=', bucket)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
