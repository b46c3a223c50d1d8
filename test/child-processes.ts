/** The child processes of the test, and a limit to what it can start; only on Linux. */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

/** The ids of the children that run a program with these words in its command line. */
export function childProcesses(words: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(processField(Number(name), 'PPid')) === process.pid)
    .map(Number)
    .filter((pid) => contentOf(pid, 'cmdline').includes(words));
}

/** A field of the status of a process; empty if the process has ended. */
export function processField(pid: number, name: string): string {
  return new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(contentOf(pid, 'status'))?.[1] ?? '';
}

/** A file that the system keeps about a process; empty if the process has ended. */
export function contentOf(pid: number, file: 'cmdline' | 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Runs the work while this process has no descriptor left: it can open no file and start no process. */
export async function withoutDescriptors(work: () => Promise<void>): Promise<void> {
  const [, limit = ''] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  const limitDescriptors = (count: string | number) =>
    execFileSync('prlimit', ['--pid', String(process.pid), `--nofile=${count}:`]);
  const taken: number[] = [];
  limitDescriptors(Math.max(...readdirSync('/proc/self/fd').map(Number)) + 20);
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {
    await work();
  } finally {
    for (const descriptor of taken) closeSync(descriptor);
    limitDescriptors(limit);
  }
}
