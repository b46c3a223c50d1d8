/** The state of the scheduled backups: the last good one, the problem since, and when the next is due. */
import { z } from 'zod';
import { type BackupProblem, backupProblems } from '../../contract/system.ts';
import type { Context } from '../context.ts';
import { addSetting, deleteSetting, getSetting, installationSettings, putSetting } from '../db/settings-table.ts';

const hourMs = 3_600_000;

const lastBackup = z.object({ at: z.iso.datetime(), bytes: z.int() });
const backupProblem = z.object({ at: z.iso.datetime(), problem: z.enum(backupProblems) });

export interface BackupState {
  /** The last backup that was read back and compared. */
  last: z.output<typeof lastBackup> | null;
  /** Why a later one failed. */
  problem: BackupProblem | null;
  /** Null when no backups are scheduled. */
  nextAt: string | null;
}

/** Signed, or somebody who can write into the database could end the backups, and no alarm would say so. */
const lastBackupPurpose = 'last backup';

async function readLast(ctx: Context): Promise<BackupState['last']> {
  const signed = await getSetting(ctx.db, installationSettings.lastBackup);
  return (signed === null ? null : lastBackup.safeParse(ctx.keys.verify(lastBackupPurpose, signed)).data) ?? null;
}

export async function readBackupState(ctx: Context): Promise<BackupState> {
  const { folder, everyHours } = ctx.settings.backup;
  const last = await readLast(ctx);
  const failed = parsed(backupProblem, await getSetting(ctx.db, installationSettings.backupProblem));
  const dueAt = last ? new Date(last.at).getTime() + everyHours * hourMs : 0;
  // A failed backup is retried after an hour, and not at each poll. One without the damaged files would be no better an
  // hour later, so the next is made when it is due.
  const retryHours = failed?.problem === 'files_damaged' ? everyHours : 1;
  const retryAt = failed ? new Date(failed.at).getTime() + retryHours * hourMs : 0;
  const nextAt = new Date(Math.max(dueAt, retryAt, ctx.now().getTime())).toISOString();
  return { last, problem: failed?.problem ?? null, nextAt: folder ? nextAt : null };
}

export async function isBackupDue(ctx: Context): Promise<boolean> {
  const { nextAt } = await readBackupState(ctx);
  return nextAt !== null && nextAt <= ctx.now().toISOString();
}

/** Whether the owner must act: the last backup failed, or none was good for two intervals. */
export async function isBackupLate(ctx: Context): Promise<boolean> {
  const { folder, everyHours } = ctx.settings.backup;
  if (!folder) return false;
  const { last, problem } = await readBackupState(ctx);
  const since = last?.at ?? (await getSetting(ctx.db, installationSettings.backupsSince)) ?? ctx.now();
  const ageMs = ctx.now().getTime() - new Date(since).getTime();
  return problem !== null || ageMs > 2 * everyHours * hourMs;
}

/** Stores since when backups are scheduled; until the first good one, lateness is counted from then. */
export async function recordScheduleStart(ctx: Context): Promise<void> {
  await addSetting(ctx.db, installationSettings.backupsSince, ctx.now().toISOString());
}

export async function writeBackupDone(ctx: Context, at: Date, bytes: number): Promise<void> {
  const last = ctx.keys.sign(lastBackupPurpose, { at: at.toISOString(), bytes });
  await putSetting(ctx.db, installationSettings.lastBackup, last);
  await deleteSetting(ctx.db, installationSettings.backupProblem);
}

export async function writeBackupProblem(ctx: Context, problem: BackupProblem): Promise<void> {
  const at = ctx.now().toISOString();
  await putSetting(ctx.db, installationSettings.backupProblem, JSON.stringify({ at, problem }));
}

function parsed<S extends z.ZodType>(schema: S, text: string | null): z.output<S> | null {
  return text === null ? null : schema.parse(JSON.parse(text));
}
