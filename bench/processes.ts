/** The processes of a run, which always end with it, and their processor time and memory as Linux reports them. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const running = new Set<ChildProcess>();
const endings: (() => Promise<unknown>)[] = [];

/** Kills the process at the end of the run, if it is still running. */
export function killAtEnd(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** Registers work for the end of the run, when no process is running; the last registered runs first. */
export function atEnd(work: () => Promise<unknown>): void {
  endings.push(work);
}

export async function endAll(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }),
  );
  for (let work = endings.pop(); work; work = endings.pop()) await work();
}

/** Removes the folder in one call: removing millions of files one by one would take minutes. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

export interface BaselineProcess {
  pid: number;
  port: number;
  /** Sends one message and waits for one answer. */
  ask<Answer>(message: object): Promise<Answer>;
  stop(): Promise<void>;
}

/** A program of `bench/baseline/`, which reports its port when it is ready. */
export async function startBaseline(program: string, settings: object): Promise<BaselineProcess> {
  const file = fileURLToPath(new URL(`./baseline/${program}.ts`, import.meta.url));
  const child = fork(file, [JSON.stringify(settings)], { execArgv: [] });
  killAtEnd(child);
  const answer = <Answer>() =>
    new Promise<Answer>((resolve, reject) => {
      const fail = (code: number | null) => reject(new Error(`The bare process ${program} ended with ${code}.`));
      child.once('exit', fail);
      child.once('message', (message) => {
        child.off('exit', fail);
        resolve(message as Answer);
      });
    });
  const { port } = await answer<{ port: number }>();
  return {
    pid: child.pid ?? 0,
    port,
    ask<Answer>(message: object) {
      child.send(message);
      return answer<Answer>();
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const ticksPerSecond = 100;

/** The fields after the program's name, which may contain anything; none for a process that has ended, or without /proc. */
export function statOf(pid: number | string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** Microseconds of processor time since the start of the process, and of its ended children on request. */
export function processorTime(pid: number, withEndedChildren = false): number | null {
  const fields = statOf(pid);
  if (fields.length === 0) return null;
  const ticks = fields.slice(11, withEndedChildren ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
  return (ticks * 1_000_000) / ticksPerSecond;
}

/** Megabytes of memory that the process holds at the moment; null where there is no /proc. */
export async function residentMemory(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => null);
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(text ?? '') ?? [];
  return kilobytes === undefined ? null : (Number(kilobytes) * 1_024) / 1_000_000;
}
