/**
 * The target of a restore: data folder, database, key and storage of the settings, all of them empty. They are marked
 * as unfinished until the restore has ended: no product starts on them, and the next restore begins again.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { renameCheckpointFiles } from '../audit-tree/checkpoint-files.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { appliedMigrations, migrate, migrationState } from '../db/migrate.ts';
import { deleteSetting, getSetting, installationSettings, putSetting } from '../db/settings-table.ts';
import { lockDatabase } from '../db/sole-node.ts';
import { erasuresName } from '../erasures/erasures.ts';
import { openEventCounts } from '../event-counts.ts';
import { fileExists } from '../file-exists.ts';
import { removeAbandonedFolders } from '../files/temporary.ts';
import { adoptKeys } from '../key-rotation/adopt.ts';
import { attributeFilesToPresentKey, generationOf } from '../key-rotation/key-check.ts';
import { deriveKeys } from '../keys.ts';
import { createLog } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import { databaseFile, lockFolder, openDatabase, secretFile, storageOwnerOf } from '../resources.ts';
import { readSecret, writeSecret } from '../secret.ts';
import type { Settings } from '../settings.ts';
import { isStorageEmpty, prepareStorage } from '../storage/prepare-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { sync } from '../sync.ts';
import { unfinishedFile } from './restore-marks.ts';
import { emptyTables, hasNoRecords, tablesIn } from './rows.db.ts';

export interface RestoreTarget {
  database: Database;
  storage: Storage;
  /** Removes the marks, so that the product can start. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** Refuses a target that is not empty, unless its contents come from an unfinished restore. */
export async function openRestoreTarget(
  settings: Settings,
  { secret, schema }: { secret: string; schema: readonly string[] },
): Promise<RestoreTarget> {
  const keys = deriveKeys(Buffer.from(settings.secretKey ?? secret));
  const unlock = await lockFolder(settings.dataDir);
  const close: (() => Promise<void>)[] = [async () => unlock()];
  const closeAll = async () => {
    for (const closeOne of close) await closeOne();
  };
  // Opening creates the database, which is removed again if the target is refused afterwards.
  let hasCreatedDatabase = false;
  try {
    const existing = await readSecret(secretFile(settings));
    const folderMark = await markOf(settings);
    const wasUnfinished = folderMark !== null;
    if (!wasUnfinished) await refuseUnusedRecords(settings);
    if (existing && !settings.secretKey && !wasUnfinished && existing !== secret) throw notEmpty(secretFile(settings));
    const database = await openDatabase(settings, createLog('error'));
    close.unshift(() => database.close());
    // After opening, whose error says why a server refuses; the lock is released after the database is closed.
    close.splice(1, 0, await lockDatabase(settings));
    const isNew = (await migrationState(database)) === 'new';
    if (isNew && (await tablesIn(database)).size > 0) throw notEmpty('DATABASE_URL');
    hasCreatedDatabase = isNew && !wasUnfinished && !settings.databaseUrl;
    const databaseMark = isNew ? null : await getSetting(database.db, installationSettings.restoreUnfinished);
    // A restore that was killed right after it had created the tables has marked only the folder.
    if (!isNew && databaseMark === null && !(wasUnfinished && (await hasNoRecords(database.db))))
      throw notEmpty(settings.databaseUrl ? 'DATABASE_URL' : settings.dataDir);
    if (!isNew && (await appliedMigrations(database.db)).join() !== schema.join()) throw otherTables(settings);
    // Only a storage that an unfinished restore began to fill may be emptied.
    const storageName = storageNameOf(settings);
    if (![folderMark, databaseMark].includes(storageName) && !(await isStorageEmpty(settings)))
      throw notEmpty(settings.bucket ? `The bucket ${settings.bucket.name}` : join(settings.dataDir, 'files'));
    const openStorage = await prepareStorage(settings);
    hasCreatedDatabase = false;
    await writeFile(join(settings.dataDir, unfinishedFile), storageName, { mode: 0o600, flush: true });
    await sync(settings.dataDir);
    if (isNew) await migrate(database, { upTo: schema });
    await putSetting(database.db, installationSettings.restoreUnfinished, storageName);
    const storage = await openStorage(await storageOwnerOf(database.db), keys.files);
    close.unshift(() => storage.close());
    await empty(database, storage);
    // This process holds the lock of the data folder, so they come from a killed one, whenever that was.
    await removeAbandonedFolders(settings.dataDir, 0);
    if (!settings.secretKey) {
      // The key is that of another backup, whose restore was not finished.
      if (existing && existing !== secret) await rm(secretFile(settings));
      await writeSecret(secretFile(settings), secret);
    }
    return { database, storage, finish: () => finish({ database, storage }, settings, secret), close: closeAll };
  } catch (error) {
    await closeAll();
    if (hasCreatedDatabase) await removeDatabase(settings);
    throw error;
  }
}

/**
 * Refuses a data folder with records that the settings do not use: a database beside DATABASE_URL, or files beside
 * STORAGE_URL.
 */
async function refuseUnusedRecords(settings: Settings): Promise<void> {
  if (settings.databaseUrl && (await fileExists(databaseFile(settings)))) throw notEmpty(settings.dataDir);
  if (settings.bucket && !(await isStorageEmpty({ ...settings, bucket: null })))
    throw notEmpty(join(settings.dataDir, 'files'));
}

/** The mark of the folder, which names the storage that a restore began to fill; null without a mark. */
function markOf({ dataDir }: Settings): Promise<string | null> {
  return readFile(join(dataDir, unfinishedFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

function storageNameOf({ bucket, dataDir }: Settings): string {
  return bucket ? `${bucket.endpoint ?? bucket.region} ${bucket.name}` : resolve(dataDir);
}

async function removeDatabase(settings: Settings): Promise<void> {
  for (const ending of ['', '-wal', '-shm']) await rm(`${databaseFile(settings)}${ending}`, { force: true });
}

function notEmpty(place: string): OperatorError {
  return new OperatorError(
    `${place} is not empty, and a restore replaces nothing. Name an empty place; nothing was written.`,
  );
}

/** The tables of an unfinished restore are emptied and filled again, so they must be those of the backup. */
function otherTables({ databaseUrl, dataDir }: Settings): OperatorError {
  const remedy = databaseUrl
    ? 'Name an empty database in DATABASE_URL, or drop the partially restored one and create it again'
    : `Name a new DATA_DIR, with a copy of ${join(dataDir, erasuresName)} if there is one`;
  return new OperatorError(
    `This place is partially restored from a backup of another release, whose tables are not those of this backup. ${remedy}, and restore again; nothing was changed.`,
  );
}

/** Removes what an unfinished restore has left. */
async function empty(database: Database, storage: Storage): Promise<void> {
  await emptyTables(database);
  for await (const keys of storage.list()) for (const key of keys) await storage.remove(key);
}

async function finish(
  { database, storage }: Pick<RestoreTarget, 'database' | 'storage'>,
  settings: Settings,
  secret: string,
): Promise<void> {
  const isOtherKey = settings.secretKey !== null && settings.secretKey !== secret;
  const keys = deriveKeys(Buffer.from(settings.secretKey ?? secret));
  await renameCheckpointFiles(settings, new Date());
  // The mark of the database is removed last: a restore refuses a database with records if only the folder is marked.
  await rm(join(settings.dataDir, unfinishedFile));
  await sync(settings.dataDir);
  await database.db.transaction().execute(async (db) => {
    const generation = await generationOf(db);
    const restoredAt = new Date().toISOString();
    const resources = {
      settings,
      keys: { ...keys, generation },
      events: openEventCounts(),
      now: () => new Date(),
      actor: null,
    };
    const ctx: Context = { database, storage, db, restoredAt, ...resources };
    const adopted = isOtherKey ? await adoptKeys(ctx, deriveKeys(Buffer.from(secret))) : ctx.keys;
    await attributeFilesToPresentKey(db, adopted);
    await putSetting(db, installationSettings.restoredAt, restoredAt);
    await deleteSetting(db, installationSettings.restoreUnfinished);
  });
}
