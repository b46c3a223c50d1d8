/**
 * Starts a process as the leader of a process group, so that it can be killed with all processes that it has started.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** The group also ends when this process ends or is killed. */
export function spawnGroup(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true });
  const watch =
    'while kill -0 "$1" 2>/dev/null && kill -s 0 -- "-$2" 2>/dev/null; do sleep 1; done; kill -s KILL -- "-$2" 2>/dev/null';
  const watchArgs = ['-c', watch, 'sh', String(process.pid), String(child.pid)];
  spawn('sh', watchArgs, { detached: true, stdio: 'ignore' }).unref();
  return child;
}

export function isGroupAlive({ pid = 0 }: Pick<ChildProcess, 'pid'>): boolean {
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

export function killGroup(child: ChildProcess): void {
  if (isGroupAlive(child)) process.kill(-(child.pid ?? 0), 'SIGKILL');
}
