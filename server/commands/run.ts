/** Runs a command of the owner, which does one thing, prints a line and ends. */
import { type Context, systemContext } from '../context.ts';
import { fullDisk, isDiskFull } from '../full-disk.ts';
import { createLog, errorDetail } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { Refusal } from '../refusal.ts';
import { type Opening, openResources } from '../resources.ts';
import { readSettings } from '../settings.ts';

/** Runs a command on an existing database, also beside the running product. */
export function runCommand(work: (ctx: Context) => Promise<string | null>, opening: Opening = {}): Promise<void> {
  return endWith(async () => {
    const resources = await openResources(readSettings(process.env), createLog('error'), {
      ...opening,
      mustExist: true,
    });
    try {
      return await work(systemContext(resources));
    } finally {
      await resources.close();
    }
  });
}

/** Prints the result, if any. An `OperatorError` or a `Refusal` is printed for the owner and ends with exit code 1. */
export async function endWith(work: () => Promise<string | null>): Promise<void> {
  try {
    const line = await work();
    if (line !== null) process.stdout.write(`${line}\n`);
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof OperatorError || error instanceof Refusal) process.stderr.write(`${error.message}\n`);
    else if (isDiskFull(error)) process.stderr.write(`${fullDisk}\n`);
    else createLog('error').error(errorDetail(error), 'the command failed');
  }
}
