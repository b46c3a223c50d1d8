/**
 * Opens what lives as long as the process: data folder, database, secret and storage,
 * in an order in which a start that is refused has changed nothing that was there.
 */
import { access, constants, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { requireFinishedDatabase, requireFinishedFolder } from './backup/unfinished.ts';
import type { Context, World } from './context.ts';
import type { Database, Query } from './db/database.ts';
import { ageOf, migrate } from './db/migrate.ts';
import { openPostgres } from './db/postgres.ts';
import { addSetting, deleteSetting, getSetting } from './db/settings-table.ts';
import { openSqlite } from './db/sqlite.ts';
import { isDiskFull } from './full-disk.ts';
import { newId } from './identifiers.ts';
import { deriveKeys, type Keys } from './keys.ts';
import type { Log } from './log.ts';
import { makeSecret, readSecret } from './secret.ts';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';
import { type OpenStorage, reachStorage } from './storage/reach.ts';

const keyCheck = 'key-check';
const storageOwner = 'storage-owner';

export interface OpenWorld extends World {
  close(): Promise<void>;
}

export interface Opening {
  /**
   * What a command of the owner says: in a wrong place it would else make a new, empty database and praise it,
   * and beside a running product of an earlier release it would change the tables under its feet.
   */
  mustExist?: boolean;
  /** Takes a key that is not the one of this database, for who has lost that; `adoptKey` then makes it the one. */
  takesNewKey?: boolean;
  /** The folder of the migrations, with a slash at its end; those of the engine unless said. */
  migrations?: URL;
  /** Is told how far an older database has been brought up to date. */
  say?: (line: string) => void;
  /** May refuse the database before a newer release changes it; asked of tables as the last release left them. */
  admit?(ctx: Pick<Context, 'query' | 'settings'>): Promise<void>;
}

export async function openWorld(settings: Settings, log: Log, opening: Opening = {}): Promise<OpenWorld> {
  if (opening.mustExist) await requireFile(settings);
  // Held until the process ends: what runs on the folder goes on with the former key.
  if (opening.takesNewKey) await lockFolder(settings.dataDir);
  await makeWritable(settings.dataDir);
  await requireFinishedFolder(settings.dataDir);
  const openStorage = await reachStorage(settings);
  const database = await openDatabase(settings, log);
  return assembleWorld(database, settings, () => new Date(), openStorage, opening).catch(async (error) => {
    await database.close();
    throw error;
  });
}

/** The world on a database that is already open: what tests call, too. */
export async function assembleWorld(
  database: Database,
  settings: Settings,
  now: () => Date,
  openStorage: OpenStorage,
  { mustExist, takesNewKey = false, migrations, admit, say }: Opening = {},
): Promise<OpenWorld> {
  const { query } = database;
  const age = await ageOf(database, migrations);
  if (mustExist) requireCurrent(age, settings);
  if (age === 'new') await migrate(database, { folder: migrations });
  else await requireFinishedDatabase(query);
  const keys = takesNewKey ? await openNewKeys(database, settings) : await openKeys(database, settings);
  await admit?.({ query, settings });
  const storage = await openStorage(await storageOwnerOf(query), keys.files);
  // Not before: who is refused above can still run the release that last ran on it.
  if (age === 'older') await migrate(database, { say, folder: migrations });
  return {
    database,
    storage,
    settings,
    keys,
    now,
    async close() {
      await storage.close();
      await database.close();
    },
  };
}

/** The name under which a bucket knows this database. */
export function storageOwnerOf(query: Query): Promise<string> {
  return addSetting(query, storageOwner, newId());
}

export async function makeWritable(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (isDiskFull(error)) throw error;
    throw new StartError(`The data folder ${folder} cannot be written. Check its owner and rights, or set DATA_DIR.`);
  }
}

async function requireFile(settings: Settings): Promise<void> {
  if (settings.databaseUrl) return;
  await access(databaseFile(settings)).catch(() => requireCurrent('new', settings));
}

function requireCurrent(age: Awaited<ReturnType<typeof ageOf>>, { databaseUrl, dataDir }: Settings): void {
  const [place, name] = databaseUrl ? ['at DATABASE_URL', 'DATABASE_URL'] : [`in ${dataDir}`, 'DATA_DIR'];
  if (age === 'new') {
    throw new StartError(`There is no database ${place}. Set ${name} as for npm start; nothing was made.`);
  }
  if (age === 'older') {
    throw new StartError(
      `The database ${place} is of an earlier release. Start this one with npm start, which brings it up to date, or run the command of the release that runs on it; nothing was changed.`,
    );
  }
}

export function databaseFile({ dataDir }: Settings): string {
  return join(dataDir, 'maplegate.db');
}

export async function openDatabase(settings: Settings, log: Log): Promise<Database> {
  if (!settings.databaseUrl) return openSqlite(databaseFile(settings));
  return openPostgres(settings.databaseUrl, (error) => {
    log.warn({ code: (error as NodeJS.ErrnoException).code }, 'a database connection was lost');
  });
}

/**
 * The keys, checked against the value that this database was first used with: with
 * another secret every grant, budget and set-up code would silently stop to work.
 */
async function openKeys({ query }: Database, settings: Settings): Promise<Keys> {
  const known = await getSetting(query, keyCheck);
  const file = secretFile(settings);
  const kept = settings.secretKey ?? (await readSecret(file));
  if (!kept && known) {
    throw new StartError(
      `The key ${file} is missing. Put it back from the backup, or set SECRET_KEY to the key of this database. Where it is lost, npm run new-key goes on with a new one.`,
    );
  }
  const keys = deriveKeys(Buffer.from(kept ?? (await makeSecret(file))));
  const value = checkValueOf(keys);
  if ((known ?? (await addSetting(query, keyCheck, value))) === value) return keys;
  if (!kept) {
    await rm(file);
    throw new StartError(
      `Another node has just given this database its key. Copy its secret.key to ${file}, or set the same SECRET_KEY on both.`,
    );
  }
  throw new StartError(
    `${settings.secretKey ? 'SECRET_KEY' : file} is not the key that this database was made with. Use the one that was; nothing was changed.`,
  );
}

/** A key that the database does not know: of the settings, the one that lies in the folder, or made now. */
async function openNewKeys({ query }: Database, settings: Settings): Promise<Keys> {
  const file = secretFile(settings);
  const secret = settings.secretKey ?? (await readSecret(file)) ?? (await makeSecret(file));
  const keys = deriveKeys(Buffer.from(secret));
  if ((await getSetting(query, keyCheck)) !== checkValueOf(keys)) return keys;
  throw new StartError(
    `${settings.secretKey ? 'SECRET_KEY' : file} is the key of this database, so nothing is lost and nothing was changed. ${
      settings.secretKey ? 'Set another' : 'Move it away'
    } to begin with a new one.`,
  );
}

/** Makes the keys of the world those of its database; what only the former could open or count is the caller's. */
export async function adoptKey({ query, keys }: Pick<Context, 'query' | 'keys'>): Promise<void> {
  await deleteSetting(query, keyCheck);
  await addSetting(query, keyCheck, checkValueOf(keys));
}

export function checkValueOf(keys: Keys): string {
  return keys.hash(keyCheck, '');
}

export function secretFile({ dataDir }: Settings): string {
  return join(dataDir, 'secret.key');
}

/**
 * Takes the data folder for this process alone; the system lets go of it whatever way
 * the process ends. SQLite's file lock is the one lock that Node offers everywhere.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  await makeWritable(folder);
  const lock = new BetterSqlite(join(folder, 'running.lock'), { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (isDiskFull(error)) throw error;
    throw new StartError(`Another process is running on ${folder}. Stop it first, or set DATA_DIR to another folder.`);
  }
  return () => lock.close();
}
