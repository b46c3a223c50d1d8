/**
 * Runs the owner's commands one after another in one process, which has loaded the product already: a process for each
 * takes several times as long as what most of them do. What only a process of its own has is tested with `runCommand`:
 * that it ends by itself, its signals, its priority and the lock that it holds until its end.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bareEnvironment, endsWithParent } from './product.ts';
import type { Outcome } from './program.ts';

export interface HostedCommand {
  name: string;
  environment: Record<string, string | undefined>;
  args: string[];
}

const program = fileURLToPath(new URL('./command-host.process.ts', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));

let host: ChildProcess | null = null;
let last: Promise<unknown> = Promise.resolve();

/** Runs what `npm run <name> -- <args>` would, once those before it have ended. */
export function hostCommand(name: string, environment: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const outcome = last.then(() => run({ name, environment: { ...bareEnvironment, ...environment }, args }));
  last = outcome.catch(() => {});
  return outcome;
}

async function run(command: HostedCommand): Promise<Outcome> {
  host ??= openHost();
  const answered = new AbortController();
  const { signal } = answered;
  const ended = once(host, 'exit', { signal }).then(([code]) => {
    throw new Error(`The command ended its process, with ${code}.`);
  });
  try {
    const outcome = once(host, 'message', { signal });
    host.send(command);
    return (await Promise.race([outcome, ended]))[0];
  } finally {
    answered.abort();
  }
}

function openHost(): ChildProcess {
  const child = fork(program, { cwd: root, env: bareEnvironment, execArgv: endsWithParent });
  child.once('exit', () => {
    if (host === child) host = null;
  });
  // The run of the tests need not wait for it; it ends with that.
  child.unref();
  child.channel?.unref();
  return child;
}
