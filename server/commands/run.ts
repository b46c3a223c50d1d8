/** Runs a command of the owner, which does one thing, prints a line and ends. */
import type { ParseArgsOptionsConfig } from 'node:util';
import { type Context, systemContext } from '../context.ts';
import { counted } from '../counted.ts';
import { fullDiskMessage, isDiskFull } from '../full-disk.ts';
import { createLog, errorDetail } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { Refusal } from '../refusal.ts';
import { type OpenOptions, openResources } from '../resources.ts';
import { readSettings } from '../settings.ts';
import { exitBy, type StopSignal } from '../shutdown.ts';
import { type Arguments, type CommandLine, readArguments } from './arguments.ts';

const reportMs = 5_000;

// Without a listener, an output that is full or that nobody reads any more would end a command in the middle of its work.
process.stdout.on('error', () => {});

/** Runs a command on an existing database, also beside the running product. */
export function runCommand<Options extends ParseArgsOptionsConfig>(
  commandLine: CommandLine<Options>,
  work: (ctx: Context, given: Arguments<Options>) => Promise<string | null>,
  options: OpenOptions = {},
): Promise<void> {
  return runAndPrint(commandLine, async (given) => {
    const resources = await openResources(readSettings(process.env), createLog('error'), {
      ...options,
      mustExist: true,
    });
    try {
      return await work(systemContext(resources), given);
    } finally {
      await resources.close();
    }
  });
}

/**
 * Prints the result, if any. An `OperatorError` or a `Refusal` is printed for the owner and ends with exit code 1, and so
 * does a result that cannot be printed.
 */
export async function runAndPrint<Options extends ParseArgsOptionsConfig>(
  commandLine: CommandLine<Options>,
  work: (given: Arguments<Options>) => Promise<string | null>,
): Promise<void> {
  try {
    const given = readArguments(commandLine, process.argv.slice(2));
    const line = given ? await work(given) : commandLine.usage;
    if (line !== null && !(await isPrinted(line))) throw new OperatorError(unprinted(commandLine));
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof OperatorError || error instanceof Refusal) process.stderr.write(`${error.message}\n`);
    else if (isDiskFull(error)) process.stderr.write(`${fullDiskMessage}\n`);
    else createLog('error').error(errorDetail(error), 'the command failed');
  }
}

/** Ends the process as the signal would, with a sentence that says how its work goes on. */
export function stop(signal: StopSignal, howItGoesOn: string): never {
  process.stderr.write(`Stopped. ${howItGoesOn}\n`);
  exitBy(signal);
}

/** Prints now and then how many files are done. */
export function reporter(): (count: number) => void {
  let last = Date.now();
  return (count) => {
    if (Date.now() - last < reportMs) return;
    last = Date.now();
    say(`${counted(count, 'file')} …`);
  };
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function isPrinted(line: string): Promise<boolean> {
  return new Promise((resolve) => {
    process.stdout.write(`${line}\n`, (error) => resolve(!error));
  });
}

function unprinted({ adviceIfUnprinted }: Pick<CommandLine<ParseArgsOptionsConfig>, 'adviceIfUnprinted'>): string {
  const sentence = 'The command was done, but its result could not be printed.';
  return adviceIfUnprinted ? `${sentence} ${adviceIfUnprinted}` : sentence;
}
