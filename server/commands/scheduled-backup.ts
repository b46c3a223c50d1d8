/** Makes the backup that is due; started by the product itself, whose environment it has. */
import { makeScheduledBackup } from '../backup/scheduled.ts';
import { createLog } from '../log.ts';
import { runCommand } from './run.ts';

await runCommand(async (ctx) => {
  await makeScheduledBackup(ctx, createLog(ctx.settings.logLevel));
  return null;
});
