/**
 * Removes a demo that was stopped while it was being made, so that the next start begins again. It removes only a
 * folder whose database marks it as unfinished: that never served a request and had no account before.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { fileExists } from '../server/file-exists.ts';
import { databaseFile, lockFolder, secretFile } from '../server/resources.ts';
import type { Settings } from '../server/settings.ts';

/** The row of the setting table that marks the progress of the demo. */
export const demoSetting = 'demo';
export const filling = 'filling';
/** The same in a database that had accounts before. */
export const fillingOthers = 'filling, accounts of others';

/** Returns whether a demo was removed. On a server or in a bucket that is left to their owner. */
export async function removeUnfinishedDemo(settings: Settings): Promise<boolean> {
  if (settings.databaseUrl || settings.bucket) return false;
  const file = databaseFile(settings);
  if (!(await fileExists(file))) return false;
  // Another process may be making it at this moment.
  const unlock = await lockFolder(settings.dataDir);
  try {
    if (!isUnfinished(file)) return false;
    const names = ['files', 'checkpoints', 'setup-code'].map((name) => join(settings.dataDir, name));
    // The database goes last, since it has the mark.
    for (const path of [...names, secretFile(settings), `${file}-shm`, `${file}-wal`, file])
      await rm(path, { recursive: true, force: true });
    return true;
  } finally {
    unlock();
  }
}

function isUnfinished(file: string): boolean {
  const database = new BetterSqlite(file);
  try {
    const row = database.prepare('select value from setting where name = ?').get(demoSetting);
    return (row as { value: string } | undefined)?.value === filling;
  } catch {
    // Not a database with that table: the start says what is wrong with it.
    return false;
  } finally {
    database.close();
  }
}
