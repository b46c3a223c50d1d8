/**
 * Opens the resources of the process: data folder, database, secret and storage. The order guarantees that a refused
 * start changes nothing that existed before.
 */
import { access, constants, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { requireFinishedDatabase, requireFinishedFolder } from './backup/restore-marks.ts';
import { type Context, inTransaction, type Resources, systemContext } from './context.ts';
import { counted } from './counted.ts';
import type { Database, Db } from './db/database.ts';
import { migrate, migrationState } from './db/migrate.ts';
import { addSetting, getSetting, installationSettings } from './db/settings-table.ts';
import { openSqlite } from './db/sqlite.ts';
import { openEventCounts } from './event-counts.ts';
import { isDiskFull } from './full-disk.ts';
import { newId } from './identifiers.ts';
import { adoptKeys } from './key-rotation/adopt.ts';
import { countFilesOfFormerKeys, formerChecksOf, generationOf, keyCheck } from './key-rotation/key-check.ts';
import { deriveKeys, type Keys } from './keys.ts';
import type { Log } from './log.ts';
import { makeFolder } from './make-folder.ts';
import { measuredStorage } from './metrics/measured-storage.ts';
import { OperatorError } from './operator-error.ts';
import { makeSecret, readSecret } from './secret.ts';
import type { Settings } from './settings.ts';
import { type OpenStorage, prepareStorage } from './storage/prepare-storage.ts';

export interface OpenResources extends Resources {
  close(): Promise<void>;
}

export interface OpenOptions {
  /**
   * Set by the commands of the owner. Otherwise a command with wrong settings would report success on a new, empty
   * database, and a command beside a running product of an earlier release would migrate its tables.
   */
  mustExist?: boolean;
  /** Replaces the key of the database. What the former key protects is lost unless SECRET_KEY_BEFORE is set to it. */
  takesNewKey?: boolean;
  /** The folder of the migrations, with a slash at its end; by default the engine's own. */
  migrations?: URL;
  /** Called with the progress of the migration of an older database. */
  report?: (line: string) => void;
  /**
   * May throw to refuse the database before this release migrates it; the tables are still those of the last release.
   */
  checkBeforeMigration?(ctx: Pick<Context, 'db' | 'settings'>): Promise<void>;
}

export async function openResources(settings: Settings, log: Log, options: OpenOptions = {}): Promise<OpenResources> {
  if (options.mustExist) await requireFile(settings);
  // The lock is held until the process ends, since a product that runs on the folder would go on with the former key.
  if (options.takesNewKey) await lockFolder(settings.dataDir);
  await makeWritable(settings.dataDir);
  await requireFinishedFolder(settings.dataDir);
  const openStorage = await prepareStorage(settings, (sentence) => log.warn(sentence));
  const database = await openDatabase(settings, log);
  return assembleResources(database, settings, () => new Date(), openStorage, options).catch(async (error) => {
    await database.close();
    throw error;
  });
}

/** Assembles the resources on a database that is already open; tests call this, too. */
export async function assembleResources(
  database: Database,
  settings: Settings,
  now: () => Date,
  openStorage: OpenStorage,
  { mustExist, takesNewKey = false, migrations, checkBeforeMigration, report }: OpenOptions = {},
): Promise<OpenResources> {
  const { db } = database;
  const state = await migrationState(database, migrations);
  if (mustExist) requireCurrent(state, settings);
  if (state === 'new') await migrate(database, { folder: migrations });
  else await requireFinishedDatabase(db);
  const { keys: openedKeys, isNew } = takesNewKey
    ? await openNewKeys(database, settings)
    : await openKeys(database, settings, { mayAdopt: !mustExist });
  await checkBeforeMigration?.({ db, settings });
  let keys = { ...openedKeys, generation: await generationOf(db) };
  const storage = measuredStorage(await openStorage(await storageOwnerOf(db), keys.files));
  // The migrations come after the refusals, so that the release that last ran on the database can still use it then.
  if (state === 'older') await migrate(database, { report, folder: migrations });
  const restoredAt = await getSetting(db, installationSettings.restoredAt);
  const opened = { database, storage, events: openEventCounts(), settings, now, restoredAt };
  if (isNew) keys = await inTransaction(systemContext({ ...opened, keys }), (ctx) => adoptKeys(ctx, keys.former));
  return {
    ...opened,
    keys,
    async close() {
      await storage.close();
      await database.close();
    },
  };
}

/** The name of this database in the mark of its bucket. */
export function storageOwnerOf(db: Db): Promise<string> {
  return addSetting(db, installationSettings.storageOwner, newId());
}

async function makeWritable(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new OperatorError(
      `The data folder ${folder} cannot be written. Check its owner and rights, or set DATA_DIR.`,
    );
  }
}

async function requireFile(settings: Settings): Promise<void> {
  if (settings.databaseUrl) return;
  await stat(databaseFile(settings)).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT' || code === 'ENOTDIR') return requireCurrent('new', settings);
    throw new OperatorError(
      `The data folder ${settings.dataDir} cannot be read by this user (${code}). Run this as the user of npm start, or set DATA_DIR.`,
    );
  });
}

function requireCurrent(state: Awaited<ReturnType<typeof migrationState>>, { databaseUrl, dataDir }: Settings): void {
  const [place, name] = databaseUrl ? ['at DATABASE_URL', 'DATABASE_URL'] : [`in ${dataDir}`, 'DATA_DIR'];
  if (state === 'new') {
    const found = databaseUrl
      ? 'The database at DATABASE_URL has no tables of this product'
      : `There is no database ${place}`;
    throw new OperatorError(`${found}. Set ${name} as for npm start; nothing was made.`);
  }
  if (state === 'older') {
    throw new OperatorError(
      `The database ${place} is of an earlier release. Start this one with npm start, which brings it up to date, or run the command of the release that runs on it; nothing was changed.`,
    );
  }
}

export function databaseFile({ dataDir }: Settings): string {
  return join(dataDir, 'maplegate.db');
}

export async function openDatabase(settings: Settings, log: Log): Promise<Database> {
  if (!settings.databaseUrl) return openSqlite(databaseFile(settings));
  const { openPostgres } = await import('./db/postgres.ts');
  return openPostgres(settings.databaseUrl, (error) => {
    log.warn({ code: (error as NodeJS.ErrnoException).code }, 'a database connection was lost');
  });
}

interface OpenKeys {
  keys: Keys;
  /** Whether the keys still have to become those of the database. */
  isNew: boolean;
}

/**
 * The keys, compared with a check value that the database stores since its first start: with another secret every
 * grant, budget and set-up code would silently stop working. A new key is accepted if the settings name the database's
 * key as the former one; without `mayAdopt` the database's key stays in use.
 */
async function openKeys({ db }: Database, settings: Settings, { mayAdopt }: { mayAdopt: boolean }): Promise<OpenKeys> {
  const storedCheck = await getSetting(db, keyCheck);
  const file = secretFile(settings);
  const existing = settings.secretKey ?? (await readSecret(file));
  if (!existing && storedCheck) {
    throw new OperatorError(
      `The key ${file} is missing. Put it back from the backup, or set SECRET_KEY to the key of this database. If it is lost, npm run new-key creates a new one.`,
    );
  }
  const secret = existing ?? (await makeSecret(file));
  const keys = keysOf(secret, settings);
  const check = storedCheck ?? (await addSetting(db, keyCheck, keys.check));
  if (check === keys.check) return { keys, isNew: false };
  if (check === keys.former?.check) {
    if (mayAdopt) return { keys, isNew: true };
    return {
      keys: deriveKeys(Buffer.from(settings.secretKeyBefore ?? ''), deriveKeys(Buffer.from(secret))),
      isNew: false,
    };
  }
  if (!existing) {
    await rm(file);
    throw new OperatorError(
      `Another node has just given this database its key. Copy its secret.key to ${file}, or set the same SECRET_KEY on both.`,
    );
  }
  await refuseFormerKey(db, keys, settings);
  throw new OperatorError(
    `${keyName(settings)} is not the key of this database. Use that key or, to replace it, set SECRET_KEY_BEFORE to it. Nothing was changed.`,
  );
}

/** A key that is new to the database: from the settings, from the file in the data folder, or created now. */
async function openNewKeys({ db }: Database, settings: Settings): Promise<OpenKeys> {
  const file = secretFile(settings);
  const inFile = await readSecret(file);
  const keys = keysOf(settings.secretKey ?? inFile ?? (await makeSecret(file)), settings);
  const storedCheck = await getSetting(db, keyCheck);
  if (storedCheck === keys.check) {
    const pending = await countFilesOfFormerKeys(db);
    if (pending > 0) throw new OperatorError(filesUnderFormerKey(pending, settings));
    throw new OperatorError(
      `${keyName(settings)} is the key of this database, so nothing is lost and nothing was changed. To replace it, set SECRET_KEY to another and SECRET_KEY_BEFORE to ${
        settings.secretKey ? 'this one' : 'the contents of that file'
      }, and start the product.`,
    );
  }
  if (keys.former?.check === storedCheck) return { keys, isNew: true };
  await refuseFormerKey(db, keys, settings);
  if (inFile && deriveKeys(Buffer.from(inFile)).check === storedCheck) {
    throw new OperatorError(
      `${file} holds the key of this database, so it is not lost and nothing was changed. To go over to SECRET_KEY, set SECRET_KEY_BEFORE to the contents of that file, and start the product.`,
    );
  }
  if (keys.former) throw new OperatorError('SECRET_KEY_BEFORE is not the key of this database. Nothing was changed.');
  return { keys, isNew: true };
}

/** A key was replaced because somebody may have it, or lies in a file that was forgotten. */
async function refuseFormerKey(db: Db, { check }: Keys, settings: Settings): Promise<void> {
  if (!(await formerChecksOf(db)).includes(check)) return;
  throw new OperatorError(
    `${keyName(settings)} is a former key of this database, which was replaced. Use the present one; nothing was changed.`,
  );
}

function keyName(settings: Settings): string {
  return settings.secretKey ? 'SECRET_KEY' : secretFile(settings);
}

function filesUnderFormerKey(pending: number, settings: Settings): string {
  const remedy = settings.secretKeyBefore
    ? 'Start the product with these settings: if SECRET_KEY_BEFORE is that key, everything is encrypted again with the present one.'
    : 'If that key is found, set SECRET_KEY_BEFORE to it and start the product, which then reads them again.';
  return `${keyName(settings)} is the key of this database already, and nothing was changed. ${counted(pending, 'file')} encrypted with a former key cannot be read with it. ${remedy}`;
}

function keysOf(secret: string, { secretKeyBefore }: Settings): Keys {
  return deriveKeys(Buffer.from(secret), secretKeyBefore ? deriveKeys(Buffer.from(secretKeyBefore)) : null);
}

/** The secret whose keys are those of the database. */
export async function secretOf({ db, settings }: Pick<Context, 'db' | 'settings'>): Promise<string> {
  const current = settings.secretKey ?? (await readSecret(secretFile(settings))) ?? '';
  const { secretKeyBefore } = settings;
  const isFormerInUse =
    secretKeyBefore && deriveKeys(Buffer.from(secretKeyBefore)).check === (await getSetting(db, keyCheck));
  return isFormerInUse ? secretKeyBefore : current;
}

export function secretFile({ dataDir }: Settings): string {
  return join(dataDir, 'secret.key');
}

export class FolderInUse extends OperatorError {}

/**
 * How long a process waits for the lock of a folder. SQLite takes it in steps, so of two processes that begin at the
 * same moment each can meet a step of the other: without a wait neither would get the lock. The one that is behind lets
 * go of its step while it waits, which SQLite does in its normal locking mode only.
 */
const lockWaitMs = 250;

/**
 * Locks the data folder for this process; the operating system releases the lock however the process ends. SQLite's
 * file lock is the only one that works on every platform of Node.js. Throws `FolderInUse` where another has the lock.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  await makeWritable(folder);
  const file = join(folder, 'running.lock');
  // SQLite would make it readable by all.
  await (await open(file, 'a', 0o600)).close();
  const lock = new BetterSqlite(file, { timeout: lockWaitMs });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (isDiskFull(error)) throw error;
    const code = String((error as NodeJS.ErrnoException).code);
    if (!code.startsWith('SQLITE_BUSY')) throw new OperatorError(`The file ${file} cannot be locked (${code}).`);
    throw new FolderInUse(`Another process is running on ${folder}. Stop it first, or set DATA_DIR to another folder.`);
  }
  return () => lock.close();
}
