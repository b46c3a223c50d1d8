/** Schedules the automatic backups, each in a process of its own, so that no request waits for it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Resources, systemContext } from '../context.ts';
import type { Log } from '../log.ts';
import { isBackupDue, recordScheduleStart, writeBackupProblem } from './state.ts';

const pollMs = 60_000;
const firstPollMs = 5_000;
/** Those of `npm run backup`: the many short-lived chunks of files and rows would otherwise fill a large heap. */
export const backupFlags = ['--max-semi-space-size=1', '--heap-growing-percent=10'];
const command = fileURLToPath(new URL('../commands/scheduled-backup.ts', import.meta.url));

/** Checks every minute whether a backup is due; the returned function stops it. */
export function startBackups(resources: Resources, log: Log): () => Promise<void> {
  if (!resources.settings.backup.folder) {
    if (resources.settings.isProduction) log.warn('no backups are made: set BACKUP_DIR and BACKUP_RECIPIENTS');
    return async () => {};
  }
  const ctx = systemContext(resources);
  let child: ChildProcess | null = null;
  let hasBegun = false;
  let isStopped = false;
  const poll = async () => {
    if (!hasBegun) await recordScheduleStart(ctx);
    hasBegun = true;
    const isDue = await isBackupDue(ctx);
    if (isStopped || child || !isDue) return;
    child = spawn(process.execPath, [...backupFlags, command], { stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('exit', (code, signal) => {
      child = null;
      // The child reports its own failures; only a crash and a failed start are reported here.
      if (code !== 0 && !isStopped) void reportEnd(code, signal).catch(logFailure);
    });
    // Emitted if the system cannot start another process; without a listener this process would end, too.
    child.once('error', (error) => {
      child = null;
      logFailure(error);
      void reportEnd(null, null).catch(logFailure);
    });
  };
  const reportEnd = async (code: number | null, signal: NodeJS.Signals | null) => {
    await writeBackupProblem(ctx, 'unexpected');
    log.error({ problem: 'unexpected', code, signal }, 'no backup could be made');
  };
  const logFailure = (error: Error) =>
    log.error({ code: (error as NodeJS.ErrnoException).code ?? error.name }, 'no backup could be begun');
  const tryPoll = () => void poll().catch(logFailure);
  const first = setTimeout(tryPoll, firstPollMs);
  const interval = setInterval(tryPoll, pollMs);
  return async () => {
    isStopped = true;
    clearTimeout(first);
    clearInterval(interval);
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
}
