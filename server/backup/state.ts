/** The state of the scheduled backups: the last good one, the problem since, and when the next is due. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type BackupProblem, backupProblems } from '../../contract/system.ts';
import { type Context, latestTime } from '../context.ts';
import { addSetting, deleteSetting, getSetting, installationSettings, putSetting } from '../db/settings-table.ts';

const hourMs = 3_600_000;
/** A failed backup is tried again after so long, and not at each poll; so is one whose file is gone. */
const retryHours = 1;
/** In `DATA_DIR`, which each node has for itself: the signed text of the last good backup that this node made. */
const ownLastName = 'last-backup';

const lastBackup = z.object({ at: z.iso.datetime(), bytes: z.int() });
const backupProblem = z.object({ at: z.iso.datetime(), problem: z.enum(backupProblems) });

type LastBackup = z.output<typeof lastBackup>;
type FailedBackup = z.output<typeof backupProblem>;

export interface BackupState {
  /** The last backup that was read back and compared. Null also where its time lies ahead. */
  last: LastBackup | null;
  /** Why a later one failed. */
  problem: BackupProblem | null;
  /** Null when no backups are scheduled. */
  nextAt: string | null;
}

type StoredValue = 'lastBackup' | 'backupProblem' | 'backupsSince';

/**
 * Null where nothing is stored, or a text that this product has not signed: whoever can write into the database must
 * not be able to end the backups without an alarm.
 */
async function readSigned<S extends z.ZodType>(
  ctx: Context,
  name: StoredValue,
  schema: S,
): Promise<z.output<S> | null> {
  const signed = await getSetting(ctx.db, installationSettings[name]);
  return (signed === null ? null : schema.safeParse(ctx.keys.verify(name, signed)).data) ?? null;
}

export async function readBackupState(ctx: Context): Promise<BackupState> {
  const { folder, everyHours } = ctx.settings.backup;
  const last = unlessAhead(ctx, await readSigned(ctx, 'lastBackup', lastBackup));
  const failed = await readSigned(ctx, 'backupProblem', backupProblem);
  const nextAt = new Date(nextMs(ctx, last, everyHours, failed)).toISOString();
  return { last, problem: failed?.problem ?? null, nextAt: folder ? nextAt : null };
}

/** Whether this node has to make a backup now. */
export async function isBackupDue(ctx: Context): Promise<boolean> {
  const { folder, everyHours } = ctx.settings.backup;
  if (!folder) return false;
  const stored = await readSigned(ctx, 'lastBackup', lastBackup);
  const failed = await readSigned(ctx, 'backupProblem', backupProblem);
  const last = unlessAhead(ctx, stored);
  // Only the node that made the last one looks for its file, since each may have a `BACKUP_DIR` of its own. Beside a
  // node whose clock is far ahead, its own last one counts, too: otherwise each would make one after the other's.
  const own = stored && unlessAhead(ctx, await readOwnLast(ctx));
  const isOwn = own !== null && own.at >= (last?.at ?? '');
  const isGone = isOwn && !(await isFile(join(folder, `${backupNameAt(new Date(own.at))}.age`)));
  return nextMs(ctx, isOwn ? own : last, isGone ? retryHours : everyHours, failed) <= ctx.now().getTime();
}

/** The name of the file without its ending. */
export function backupNameAt(at: Date): string {
  return `maplegate-${at.toISOString().replaceAll(/[:.]/g, '-')}`;
}

/** In milliseconds, and never in the past. */
function nextMs(ctx: Context, last: LastBackup | null, hours: number, failed: FailedBackup | null): number {
  const dueMs = last ? Date.parse(last.at) + hours * hourMs : 0;
  // A backup that lacked damaged files would lack them again an hour later, so the next is made when it is due.
  const failedHours = failed?.problem === 'files_damaged' ? ctx.settings.backup.everyHours : retryHours;
  const tried = unlessAhead(ctx, failed);
  const retryMs = tried ? Date.parse(tried.at) + failedHours * hourMs : 0;
  return Math.max(dueMs, retryMs, ctx.now().getTime());
}

function unlessAhead<T extends { at: string }>(ctx: Context, stored: T | null): T | null {
  return stored && Date.parse(stored.at) <= Date.parse(latestTime(ctx)) ? stored : null;
}

async function readOwnLast({ settings, keys }: Context): Promise<LastBackup | null> {
  const signed = await readFile(join(settings.dataDir, ownLastName), 'utf8').catch(() => '');
  return lastBackup.safeParse(keys.verify('lastBackup', signed)).data ?? null;
}

/** A folder that cannot be read counts as empty: the attempt to write into it tells why. */
function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Whether the owner must act: the last backup failed, or none was good for two intervals. */
export async function isBackupLate(ctx: Context): Promise<boolean> {
  const { folder, everyHours } = ctx.settings.backup;
  if (!folder) return false;
  const { last, problem } = await readBackupState(ctx);
  const sinceMs = last ? Date.parse(last.at) : await scheduleStart(ctx);
  const ageMs = ctx.now().getTime() - sinceMs;
  return problem !== null || ageMs > 2 * everyHours * hourMs;
}

/** Stores since when backups are scheduled; until the first good one, lateness is counted from then. */
export async function recordScheduleStart(ctx: Context): Promise<void> {
  const signed = ctx.keys.sign('backupsSince', ctx.now().toISOString());
  await addSetting(ctx.db, installationSettings.backupsSince, signed);
}

/** In milliseconds. A start that lies ahead, or that this product has not signed, counts as long ago. */
async function scheduleStart(ctx: Context): Promise<number> {
  if ((await getSetting(ctx.db, installationSettings.backupsSince)) === null) return ctx.now().getTime();
  const start = await readSigned(ctx, 'backupsSince', z.iso.datetime());
  return start !== null && unlessAhead(ctx, { at: start }) ? Date.parse(start) : 0;
}

export async function writeBackupDone(ctx: Context, at: Date, bytes: number): Promise<void> {
  const last = ctx.keys.sign('lastBackup', { at: at.toISOString(), bytes });
  await putSetting(ctx.db, installationSettings.lastBackup, last);
  await deleteSetting(ctx.db, installationSettings.backupProblem);
  await writeFile(join(ctx.settings.dataDir, ownLastName), last, { mode: 0o600 });
}

export async function writeBackupProblem(ctx: Context, problem: BackupProblem): Promise<void> {
  const failed = ctx.keys.sign('backupProblem', { at: ctx.now().toISOString(), problem });
  await putSetting(ctx.db, installationSettings.backupProblem, failed);
}
