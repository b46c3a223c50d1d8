/**
 * The mark of an unfinished restore, in the data folder and in the database, since either may be shared. It names the
 * storage that the restore began to fill.
 */
import { join } from 'node:path';
import type { Db } from '../db/database.ts';
import { getSetting, installationSettings } from '../db/settings-table.ts';
import { fileExists } from '../file-exists.ts';
import { OperatorError } from '../operator-error.ts';

export const unfinishedFile = 'restore-unfinished';

const sentence =
  'is partially restored, because the restore was interrupted. Run npm run restore -- FILE again, which begins from the start; nothing was changed.';

export async function requireFinishedFolder(dataDir: string): Promise<void> {
  if (await fileExists(join(dataDir, unfinishedFile)))
    throw new OperatorError(`The data folder ${dataDir} ${sentence}`);
}

export async function requireFinishedDatabase(db: Db): Promise<void> {
  if ((await getSetting(db, installationSettings.restoreUnfinished)) !== null)
    throw new OperatorError(`The database ${sentence}`);
}
