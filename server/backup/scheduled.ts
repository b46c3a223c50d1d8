/**
 * The backups that the product makes by itself. Each is made in a process of its own, so that no
 * request waits for its encryption, by one node at a time, and the oldest go once a newer one was
 * read back and compared.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Context, type Resources, systemContext } from '../context.ts';
import { takeServerLock } from '../db/server-lock.ts';
import { fullDisk, isDiskFull } from '../full-disk.ts';
import type { Log } from '../log.ts';
import { lockFolder } from '../resources.ts';
import type { Settings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { backUp } from './backup.ts';
import { isBackupDue, keepBackupDone, keepBackupProblem } from './state.ts';

const lookMs = 60_000;
const firstLookMs = 5_000;
const lock = 7_216_435;
const command = fileURLToPath(new URL('../commands/scheduled-backup.ts', import.meta.url));
const backupName = /^maplegate-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.age(\.unfinished)?$/;

/** Looks every minute whether one is due; ends with the returned function. */
export function startBackups(resources: Resources, log: Log): () => Promise<void> {
  if (!resources.settings.backup.folder) {
    if (resources.settings.isProduction) log.warn('no backups are made: set BACKUP_DIR and BACKUP_RECIPIENTS');
    return async () => {};
  }
  let child: ChildProcess | null = null;
  const look = async () => {
    if (child || !(await isBackupDue(systemContext(resources)))) return;
    child = spawn(process.execPath, [command], { stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('exit', () => {
      child = null;
    });
  };
  const tryLook = () =>
    void look().catch((error: Error) => log.error({ code: error.name }, 'no backup could be begun'));
  const first = setTimeout(tryLook, firstLookMs);
  const each = setInterval(tryLook, lookMs);
  return async () => {
    clearTimeout(first);
    clearInterval(each);
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
}

/** Makes the backup that is due, unless another node is at it or has just made it. */
export async function makeScheduledBackup(ctx: Context, log: Log): Promise<void> {
  const { folder, recipients, keep } = ctx.settings.backup;
  if (!folder) throw new StartError('Set BACKUP_DIR to the folder for the backups.');
  const release = await holdLock(ctx.settings);
  if (!release) return;
  try {
    if (!(await isBackupDue(ctx))) return;
    const at = ctx.now();
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      throw isDiskFull(error)
        ? error
        : new StartError(`The folder ${folder} of BACKUP_DIR cannot be made (${error.code}).`);
    });
    await removeUnfinished(folder);
    const file = join(folder, `maplegate-${at.toISOString().replaceAll(/[:.]/g, '-')}.age`);
    const { problems, sizeBytes, ...counts } = await backUp(ctx, file, recipients);
    if (problems.length > 0) {
      await keepBackupProblem(ctx, problems.join(' '));
      log.error({ ...counts, problems: problems.length }, 'a backup holds less than it should');
      return;
    }
    await keepBackupDone(ctx, at, sizeBytes);
    await removeOldest(folder, keep);
    log.info({ ...counts, bytes: sizeBytes }, 'a backup was made and read back');
  } catch (error) {
    const problem = sentenceOf(error);
    await keepBackupProblem(ctx, problem);
    log.error({ problem }, 'no backup could be made');
  } finally {
    await release();
  }
}

/** Null where somebody has it. The server or the system lets go of it whatever way this process ends. */
async function holdLock({ databaseUrl, dataDir }: Settings): Promise<(() => Promise<void>) | null> {
  if (!databaseUrl) {
    const unlock = await lockFolder(join(dataDir, 'backing-up')).catch(() => null);
    return unlock && (async () => unlock());
  }
  const client = await takeServerLock(databaseUrl, { lock, name: 'maplegate backup' });
  return client && (() => client.end());
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    if (name.endsWith('.unfinished')) await rm(join(folder, name), { force: true });
  }
}

/** Names order by time. What somebody else put into the folder stays. */
async function removeOldest(folder: string, keep: number): Promise<void> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith('.age')).sort();
  for (const name of names.slice(0, -keep)) await rm(join(folder, name), { force: true });
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => backupName.test(name));
}

function sentenceOf(error: unknown): string {
  if (isDiskFull(error)) return fullDisk;
  return error instanceof StartError ? error.message : 'An unexpected error; the log of the command tells more.';
}
