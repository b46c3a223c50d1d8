/** Makes the backup that is due; started by the product itself, whose environment it has. */
import { makeDueBackup } from '../backup/due-backup.ts';
import { createLog } from '../log.ts';
import { runCommand } from './run.ts';

await runCommand(async (ctx) => {
  await makeDueBackup(ctx, createLog(ctx.settings.logLevel));
  return null;
});
