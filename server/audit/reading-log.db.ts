/** The SQL of the views that the audit log records. */
import { sql } from 'kysely';
import type { AuditAction } from '../../contract/audit.ts';
import type { Context } from '../context.ts';
import { downloadActions, type ViewAction, viewActions } from './action-groups.ts';
import { rowsIn } from './audit.db.ts';

/** The entries about views of these records since a moment, oldest first. */
export async function viewsSince(ctx: Context, records: readonly string[], since: string) {
  const rows = await ctx.db
    .selectFrom('audit')
    .select(['action', 'actorId', 'record', 'fields', 'at'])
    .where('record', 'in', records)
    .where('action', 'in', viewActions)
    .where('at', '>', since)
    .orderBy('at')
    .execute();
  return rows as ((typeof rows)[number] & { action: ViewAction; record: string })[];
}

/** The entries of this person with one of the actions since a moment. */
function entriesOf({ db }: Context, actorId: string, actions: readonly AuditAction[], since: string) {
  return db.selectFrom('audit').where('at', '>', since).where('actorId', '=', actorId).where('action', 'in', actions);
}

/** The number of records that this person has read since a moment. */
export async function countRecordsRead(ctx: Context, actorId: string, since: string): Promise<number> {
  const { records } = await entriesOf(ctx, actorId, viewActions, since)
    .select(sql<number>`count(distinct record)`.as('records'))
    .executeTakeFirstOrThrow();
  return Number(records);
}

/** The number of records that this person has downloaded since a moment; those of two files count twice. */
export async function countRecordsDownloaded(ctx: Context, actorId: string, since: string): Promise<number> {
  return rowsIn(await entriesOf(ctx, actorId, downloadActions, since).select('detail').execute());
}

export async function hasEntrySince(
  ctx: Context,
  { action, record, since }: { action: AuditAction; record: string; since: string },
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('audit')
    .select('id')
    .where('record', '=', record)
    .where('action', '=', action)
    .where('at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** The number of people who have such an entry since a moment. */
export async function countActorsSince(ctx: Context, action: AuditAction, since: string): Promise<number> {
  const { actors } = await ctx.db
    .selectFrom('audit')
    .select(sql<number>`count(distinct actor_id)`.as('actors'))
    .where('at', '>', since)
    .where('action', '=', action)
    .executeTakeFirstOrThrow();
  return Number(actors);
}
