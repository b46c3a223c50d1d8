/** Runs the product or one of the owner's commands until it ends by itself, with these settings and nothing else. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { freePort } from './free-port.ts';
import { bareEnvironment, endsWithParent, startArguments } from './product.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const timeoutMs = 120_000;

/** What `npm run check` prints when it finds no fault. */
export const checkPassed: string = expect.stringMatching(
  /^\d+ applications?, \d+ files?, 0 problems\. Every record has its files and every count is correct\.\n$/,
);

export interface Outcome {
  /** Null if a signal ended the program. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export function runProgram(args: readonly string[], environment: Record<string, string>): Promise<Outcome> {
  const options = { cwd: root, env: { ...bareEnvironment, ...environment }, timeout: timeoutMs };
  return new Promise((resolve) => {
    execFile(process.execPath, [...endsWithParent, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? (typeof error.code === 'number' ? error.code : null) : 0, stdout, stderr }),
    );
  });
}

/** Runs what `npm run <name> -- <args>` would, without npm. */
export function runCommand(name: string, environment: Record<string, string>, ...args: string[]): Promise<Outcome> {
  return runProgram([`server/commands/${name}.ts`, ...args], environment);
}

/** A start of the product that is expected to be refused. */
export async function runProduct(environment: Record<string, string>): Promise<Outcome> {
  return runProgram(startArguments, { PORT: String(await freePort()), ...environment });
}
