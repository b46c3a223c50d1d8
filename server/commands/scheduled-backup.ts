/** Makes the backup that is due; the product starts it, with its own environment. */
import { lowerPriority } from '../background-process.ts';
import { makeDueBackup } from '../backup/due-backup.ts';
import { createLog } from '../log.ts';
import { runCommand } from './run.ts';

lowerPriority();
await runCommand({ usage: 'Usage: scheduled-backup, without arguments.' }, async (ctx) => {
  await makeDueBackup(ctx, createLog(ctx.settings.logLevel));
  return null;
});
