/** Deletes records, restores them for as long as the limits say, and purges them. */
import { lastActorNames, writeAuditEntry } from '../audit/audit.ts';
import { pauseAfterWork } from '../background.ts';
import { type Context, inTransaction } from '../context.ts';
import { isBackupRunning } from '../files/running-backup.ts';
import { refreshGuesses } from '../guesses/guesses.ts';
import { Refusal } from '../refusal.ts';
import {
  type ApplicationRow,
  deletedBefore,
  findAny,
  lockDeleted,
  markDeleted,
  markRestored,
} from './applications.db.ts';
import { retryInTransaction, withVersion } from './applications.ts';
import { eraseRecords, refuseHeld } from './erasure.ts';
import { restorableSince } from './former-values.ts';
import { queueFileRemoval, removeQueuedFiles, requestPhysicalErasure } from './physical-erasure.ts';
import { claimUnique } from './uniqueness.ts';

export async function deleteApplication(ctx: Context, id: string): Promise<ApplicationRow> {
  return withVersion(ctx, id, null, async (ctx, current) => {
    refuseHeld(current);
    if (!(await markDeleted(ctx.db, current, ctx.now().toISOString()))) return null;
    await writeAuditEntry(ctx, { action: 'application.deleted', record: id });
    return current;
  });
}

export async function restoreApplication(ctx: Context, id: string): Promise<ApplicationRow> {
  return retryInTransaction(ctx, async (ctx) => {
    const deleted = await findAny(ctx.db, id);
    if (!deleted?.deletedAt) throw new Refusal('not_found');
    // A held one is not purged.
    if (deleted.heldAt === null && deleted.deletedAt < restorableSince(ctx)) throw new Refusal('not_found');
    await claimUnique(ctx, deleted, id);
    const row = await markRestored(ctx.db, deleted);
    if (!row) return null;
    await refreshGuesses(ctx, row);
    await writeAuditEntry(ctx, { action: 'application.restored', record: id });
    return row;
  });
}

/** For each of these records that is deleted, the name of the account that deleted it. */
export function deleterNames(ctx: Context, rows: readonly ApplicationRow[]): ReturnType<typeof lastActorNames> {
  const deleted = rows.filter((row) => row.deletedAt !== null);
  return lastActorNames(
    ctx,
    'application.deleted',
    deleted.map((row) => row.id),
  );
}

const purgedMax = 500;
/** They are few, because requests wait for the transaction, but several, because each transaction scans some tables. */
const purgedAtOnce = 20;

/**
 * Purges records that were deleted too long ago to be restored, unless they are held. A backup that is being made would
 * have to begin again, so the purge is postponed until then. Returns whether it was.
 */
export async function purgeApplications(ctx: Context): Promise<boolean> {
  const pause = pauseAfterWork();
  const due = await deletedBefore(ctx.db, restorableSince(ctx), purgedMax);
  for (let at = 0; at < due.length; at += purgedAtOnce) {
    if (await isBackupRunning(ctx)) return true;
    const queued = await inTransaction(ctx, (ctx) => purge(ctx, due.slice(at, at + purgedAtOnce)));
    if (queued) await removeQueuedFiles(ctx, queued);
    await pause();
  }
  return false;
}

/** Returns the entry of the queue that has the files. */
async function purge(ctx: Context, due: readonly ApplicationRow[]): Promise<string | null> {
  const locked: ApplicationRow[] = [];
  for (const row of due) {
    // A record that cannot be locked was held or restored meanwhile, or another node purged it.
    if (await lockDeleted(ctx.db, row)) locked.push(row);
  }
  if (locked.length === 0) return null;
  const { names } = await eraseRecords(ctx, locked);
  await requestPhysicalErasure(ctx, 'by a sweep');
  for (const { id } of locked) await writeAuditEntry(ctx, { action: 'application.purged', record: id });
  return queueFileRemoval(ctx, names);
}
