/** Makes the backup that is due; started by the product itself, whose environment it has. */
import { constants, setPriority } from 'node:os';
import { makeDueBackup } from '../backup/due-backup.ts';
import { createLog } from '../log.ts';
import { runCommand } from './run.ts';

// The requests of the running product come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
await runCommand(async (ctx) => {
  await makeDueBackup(ctx, createLog(ctx.settings.logLevel));
  return null;
});
