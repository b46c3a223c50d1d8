/** Opens the owner's database beside the running product, does one thing, prints a line and ends. */
import { type Context, systemContext } from '../context.ts';
import { fullDisk, isDiskFull } from '../full-disk.ts';
import { createLog, errorDetail } from '../http/log.ts';
import { Refusal } from '../refusal.ts';
import { readSettings } from '../settings.ts';
import { StartError } from '../start-error.ts';
import { type Opening, openWorld } from '../world.ts';

/** A `StartError` or a `Refusal` is the owner's to read and ends with exit code 1. */
export async function runCommand(work: (ctx: Context) => Promise<string>, opening: Opening = {}): Promise<void> {
  const log = createLog('error');
  try {
    const world = await openWorld(readSettings(process.env), log, { ...opening, mustExist: true });
    try {
      process.stdout.write(`${await work(systemContext(world))}\n`);
    } finally {
      await world.close();
    }
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof StartError || error instanceof Refusal) process.stderr.write(`${error.message}\n`);
    else if (isDiskFull(error)) process.stderr.write(`${fullDisk}\n`);
    else log.error(errorDetail(error), 'the command failed');
  }
}
