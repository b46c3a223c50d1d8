/** The SQL of former values. */
import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import type { Context } from '../context.ts';
import { fileColumns } from '../db/application-columns.ts';
import type { FormerValuesTable, Tables } from '../db/tables.ts';

export type FormerValuesRow = Selectable<FormerValuesTable>;

export async function insertFormerValues(ctx: Context, row: Insertable<FormerValuesTable>): Promise<void> {
  await ctx.db.insertInto('formerValues').values(row).execute();
}

/** Newest first. */
export function formerValuesSince(
  ctx: Context,
  applicationId: string,
  since: string,
  limit: number,
): Promise<FormerValuesRow[]> {
  return ctx.db
    .selectFrom('formerValues')
    .selectAll()
    .where('applicationId', '=', applicationId)
    .where('at', '>=', since)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
}

/** The changes of these records, as they are stored. */
export async function changesOf(ctx: Context, applicationIds: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('formerValues')
    .select('changes')
    .where('applicationId', 'in', applicationIds)
    .execute();
  return rows.map(({ changes }) => changes);
}

export function formerValuesOf(
  ctx: Context,
  applicationId: string,
  version: number,
): Promise<FormerValuesRow | undefined> {
  return ctx.db
    .selectFrom('formerValues')
    .selectAll()
    .where('applicationId', '=', applicationId)
    .where('version', '=', version)
    .executeTakeFirst();
}

function heldIds(from: ExpressionBuilder<Tables, 'formerValues'>) {
  return from.selectFrom('application').select('application.id').where('application.heldAt', 'is not', null);
}

export function formerValuesBefore(ctx: Context, at: string, limit: number): Promise<FormerValuesRow[]> {
  return ctx.db
    .selectFrom('formerValues')
    .selectAll()
    .where('at', '<', at)
    .where('applicationId', 'not in', heldIds)
    .orderBy('at')
    .limit(limit)
    .execute();
}

/** Locks the row without changing it: false when it is gone. */
export async function lockFormerValues(
  ctx: Context,
  { applicationId, version, at }: Pick<FormerValuesRow, 'applicationId' | 'version' | 'at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('formerValues')
    .set({ at })
    .where('applicationId', '=', applicationId)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False when they are gone, or their record was held meanwhile. */
export async function deleteFormerValues(
  ctx: Context,
  { applicationId, version }: Pick<FormerValuesRow, 'applicationId' | 'version'>,
): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('formerValues')
    .where('applicationId', '=', applicationId)
    .where('version', '=', version)
    .where('applicationId', 'not in', heldIds)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The files that the record names now, and its stored changes, whose former values may name more. */
export async function filesNamedBy(
  ctx: Context,
  applicationId: string,
): Promise<{ current: (string | null)[]; former: string[] }> {
  const record = await ctx.db
    .selectFrom('application')
    .select(fileColumns)
    .where('id', '=', applicationId)
    .executeTakeFirst();
  const rows = await ctx.db
    .selectFrom('formerValues')
    .select('changes')
    .where('applicationId', '=', applicationId)
    .execute();
  return { current: Object.values(record ?? {}), former: rows.map(({ changes }) => changes) };
}

/** The changes of all records after this one, in the order of records and versions. */
export function changesAfter(
  ctx: Context,
  after: Pick<FormerValuesRow, 'applicationId' | 'version'>,
  limit: number,
): Promise<Pick<FormerValuesRow, 'applicationId' | 'version' | 'changes'>[]> {
  return ctx.db
    .selectFrom('formerValues')
    .select(['applicationId', 'version', 'changes'])
    .where(({ eb, or, and }) =>
      or([
        eb('applicationId', '>', after.applicationId),
        and([eb('applicationId', '=', after.applicationId), eb('version', '>', after.version)]),
      ]),
    )
    .orderBy('applicationId')
    .orderBy('version')
    .limit(limit)
    .execute();
}
