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

/**
 * Runs each piece of work while this process has no descriptor left: it can open no file and start no process. What is
 * closed during one piece, such as the channel of a process that has ended, is taken before the next one.
 */
export async function withoutDescriptors(...works: (() => Promise<void>)[]): Promise<void> {
  const [, limit = ''] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  const limitDescriptors = (count: string | number) =>
    execFileSync('prlimit', ['--pid', String(process.pid), `--nofile=${count}:`]);
  const taken: number[] = [];
  const takeAll = () => {
    try {
      for (;;) taken.push(openSync('/dev/null', 'r'));
    } catch {
      // None is left.
    }
  };
  limitDescriptors(Math.max(...readdirSync('/proc/self/fd').map(Number)) + 20);
  try {
    for (const work of works) {
      takeAll();
      await work();
    }
  } finally {
    for (const descriptor of taken) closeSync(descriptor);
    limitDescriptors(limit);
  }
}
