/** The SQL of what edits have replaced. */
import type { Insertable, Selectable } from 'kysely';
import type { Context } from '../context.ts';
import type { FormerValuesTable } from '../db/tables.ts';

export type FormerValuesRow = Selectable<FormerValuesTable>;

export async function insertFormerValues(ctx: Context, row: Insertable<FormerValuesTable>): Promise<void> {
  await ctx.query.insertInto('formerValues').values(row).execute();
}

/** Newest first. */
export function formerValuesSince(ctx: Context, applicationId: string, since: string): Promise<FormerValuesRow[]> {
  return ctx.query
    .selectFrom('formerValues')
    .selectAll()
    .where('applicationId', '=', applicationId)
    .where('at', '>=', since)
    .orderBy('version', 'desc')
    .execute();
}

/** How many there were. */
export async function deleteFormerValues(ctx: Context, before: string): Promise<number> {
  const { numDeletedRows } = await ctx.query.deleteFrom('formerValues').where('at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
