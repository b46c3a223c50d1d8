/**
 * Makes a backup that is due, on one node at a time, and removes the oldest ones once the new one was read back and
 * compared. `schedule.ts` starts it.
 */
import { access, constants, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupProblem } from '../../contract/system.ts';
import type { Context } from '../context.ts';
import { advisoryLocks } from '../db/postgres-connection.ts';
import { releaseServerLock, takeServerLock } from '../db/server-lock.ts';
import { isDiskFull } from '../full-disk.ts';
import { errorDetail, type Log } from '../log.ts';
import { makeFolder } from '../make-folder.ts';
import { OperatorError } from '../operator-error.ts';
import { FolderInUse, lockFolder } from '../resources.ts';
import type { Settings } from '../settings.ts';
import { StorageFault } from '../storage/storage.ts';
import { BackupNotReadBack, backUp, SnapshotOutdated } from './backup.ts';
import { backupNameAt, isBackupDue, writeBackupDone, writeBackupProblem } from './state.ts';

const lock = advisoryLocks.backup;
const backupName = /^maplegate-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z(\.damaged)?\.age(\.unfinished)?$/;
const damagedEnding = '.damaged.age';

/** Makes the backup that is due, unless another node is making it or has just made it. */
export async function makeDueBackup(ctx: Context, log: Log): Promise<void> {
  const { folder, recipients, keep } = ctx.settings.backup;
  if (!folder) throw new OperatorError('Set BACKUP_DIR to the folder for the backups.');
  let release: (() => Promise<void>) | null = null;
  try {
    release = await takeBackupLock(ctx.settings);
    if (!release || !(await isBackupDue(ctx))) return;
    const at = ctx.now();
    await prepare(folder);
    const path = join(folder, backupNameAt(at));
    const { problems, sizeBytes, ...counts } = await backUp(ctx, `${path}.age`, recipients, `${path}${damagedEnding}`);
    // Only the latest damaged backup is kept: one a day would fill the disk until somebody repairs the storage.
    await removeDamaged(folder, { except: problems.length > 0 ? `${path}${damagedEnding}` : null });
    if (problems.length > 0) {
      await writeBackupProblem(ctx, 'files_damaged');
      log.error({ ...counts, problems }, 'a backup lacks files that are missing or altered in the storage');
      return;
    }
    await writeBackupDone(ctx, at, sizeBytes);
    await removeOldest(folder, { keep, newest: `${backupNameAt(at)}.age` });
    log.info({ ...counts, bytes: sizeBytes }, 'a backup was made and read back');
  } catch (error) {
    const problem = problemOf(error);
    await writeBackupProblem(ctx, problem);
    log.error({ problem, ...detailOf(error) }, 'no backup could be made');
  } finally {
    await release?.();
  }
}

/** Null where another process has the lock. The database server or the system releases it however this process ends. */
async function takeBackupLock({ databaseUrl, dataDir }: Settings): Promise<(() => Promise<void>) | null> {
  if (!databaseUrl) {
    const unlock = await lockFolder(join(dataDir, 'backing-up')).catch((error: unknown) => {
      if (error instanceof FolderInUse) return null;
      throw error;
    });
    return unlock && (async () => unlock());
  }
  const client = await takeServerLock(databaseUrl, { lock, name: 'maplegate backup' });
  return client && (() => releaseServerLock(client));
}

class BackupFolderUnusable extends OperatorError {}

/** Makes the folder, and removes what an interrupted backup has left in it. */
async function prepare(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new BackupFolderUnusable(`The folder ${folder} of BACKUP_DIR cannot be made or written (${code}).`);
  }
  for (const name of await namesIn(folder)) {
    if (name.endsWith('.unfinished')) await rm(join(folder, name), { force: true });
  }
}

/** Removes backups that lack files which were missing or altered in the storage; they do not count towards `keep`. */
async function removeDamaged(folder: string, { except }: { except: string | null }): Promise<void> {
  for (const name of await namesIn(folder)) {
    const file = join(folder, name);
    if (name.endsWith(damagedEnding) && file !== except) await rm(file, { force: true });
  }
}

/**
 * Names are ordered by time. A name later than the newest is of a time when the clock was ahead: it goes first, or it
 * would take the place of good ones until its time comes. Files of others in the folder stay.
 */
async function removeOldest(folder: string, { keep, newest }: { keep: number; newest: string }): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.age')).sort();
  const oldestFirst = [...names.filter((name) => name > newest), ...names.filter((name) => name <= newest)];
  for (const name of oldestFirst.slice(0, -keep)) await rm(join(folder, name), { force: true });
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => backupName.test(name));
}

function problemOf(error: unknown): BackupProblem {
  if (isDiskFull(error)) return 'disk_full';
  if (error instanceof BackupFolderUnusable) return 'folder_unusable';
  if (error instanceof BackupNotReadBack) return 'not_read_back';
  if (error instanceof SnapshotOutdated) return 'records_erased';
  if (error instanceof StorageFault && error.kind === 'unavailable') return 'storage_unavailable';
  return 'unexpected';
}

/** Our own messages contain no values of the database. */
function detailOf(error: unknown): Record<string, unknown> {
  return error instanceof OperatorError || error instanceof StorageFault
    ? { reason: error.message }
    : errorDetail(error);
}
