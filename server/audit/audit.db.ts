/** The SQL of the entries that rules write, and of those that they read again. */
import type { Insertable, Selectable } from 'kysely';
import type { Context } from '../context.ts';
import type { AuditTable } from '../db/tables.ts';

export async function insertEntries(ctx: Context, rows: readonly Insertable<AuditTable>[]): Promise<void> {
  if (rows.length > 0) await ctx.db.insertInto('audit').values(rows).execute();
}

export type AuditRow = Selectable<AuditTable>;

/** The entries with this action, oldest first. */
export function entriesWith(ctx: Context, action: string): Promise<AuditRow[]> {
  return ctx.db.selectFrom('audit').selectAll().where('action', '=', action).orderBy('sequence').execute();
}

export async function replaceMac(ctx: Context, { id }: Pick<AuditRow, 'id'>, mac: string): Promise<void> {
  await ctx.db.updateTable('audit').set({ mac }).where('id', '=', id).execute();
}

/** The entries with this action about these records, oldest first. */
export function entriesAbout(ctx: Context, action: string, records: readonly string[]) {
  return ctx.db
    .selectFrom('audit')
    .select(['record', 'actorName', 'detail'])
    .where('record', 'in', records)
    .where('action', '=', action)
    .orderBy('sequence')
    .execute();
}

/** The sum of the rows that the details of these entries name. */
export function rowsIn(entries: readonly Pick<AuditRow, 'detail'>[]): number {
  return entries.reduce((sum, { detail }) => sum + Number(JSON.parse(detail ?? '{}').rows ?? 0), 0);
}
