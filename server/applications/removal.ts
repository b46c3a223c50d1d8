/** Deletes records, restores them within 30 days, and purges them. */
import { limits } from '../../contract/limits.ts';
import { record, whoLast } from '../audit/audit.ts';
import { restAfterWork } from '../background.ts';
import { type Context, inTransaction } from '../context.ts';
import { refreshGuesses } from '../enquiry/guesses.ts';
import { dropFiles, forgetFilesOf } from '../files/files.ts';
import { Refusal } from '../refusal.ts';
import {
  type ApplicationRow,
  deletedBefore,
  findDeleted,
  holdDeleted,
  markDeleted,
  markRestored,
  purgeRow,
} from './applications.db.ts';
import { withVersion } from './applications.ts';
import { leaveRemains } from './remains.ts';
import { claimUnique } from './uniqueness.ts';

export async function deleteApplication(ctx: Context, id: string): Promise<ApplicationRow> {
  return withVersion(ctx, id, null, async (ctx, current) => {
    if (!(await markDeleted(ctx.query, current, ctx.now().toISOString()))) return null;
    await record(ctx, { action: 'application.deleted', record: id });
    return current;
  });
}

export async function restoreApplication(ctx: Context, id: string): Promise<ApplicationRow> {
  return inTransaction(ctx, async (ctx) => {
    const deleted = await findDeleted(ctx.query, id);
    if (!deleted || (deleted.deletedAt ?? '') < restoreLimit(ctx)) throw new Refusal('not_found');
    await claimUnique(ctx, deleted, id);
    const row = await markRestored(ctx.query, deleted);
    if (!row) throw new Refusal('not_found');
    await refreshGuesses(ctx, row);
    await record(ctx, { action: 'application.restored', record: id });
    return row;
  });
}

/** The names of those who deleted the deleted ones of these records. */
export function whoDeleted(ctx: Context, rows: readonly ApplicationRow[]): ReturnType<typeof whoLast> {
  const deleted = rows.filter((row) => row.deletedAt !== null);
  return whoLast(
    ctx,
    'application.deleted',
    deleted.map((row) => row.id),
  );
}

/** Purges records that were deleted too long ago to be restored. */
export async function purgeApplications(ctx: Context): Promise<void> {
  const rest = restAfterWork();
  for (const row of await deletedBefore(ctx.query, restoreLimit(ctx), 500)) {
    let names: string[] = [];
    await inTransaction(ctx, async (ctx) => {
      // The record was restored meanwhile by a node whose clock is behind, or purged by another.
      if (!(await holdDeleted(ctx.query, row))) return;
      names = await forgetFilesOf(ctx, row.id);
      await purgeRow(ctx.query, row.id);
      await leaveRemains(ctx);
      await record(ctx, { action: 'application.purged', record: row.id });
    });
    await dropFiles(ctx, names);
    await rest();
  }
}

function restoreLimit(ctx: Context): string {
  return new Date(ctx.now().getTime() - limits.restoreDays * 86_400_000).toISOString();
}
