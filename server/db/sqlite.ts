/**
 * The embedded engine: one file, a write-ahead log, every commit synced. Hides the cache of statements, the write lock
 * at the start of a transaction, and SQLite's error texts.
 */
import { closeSync, openSync } from 'node:fs';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  sql,
} from 'kysely';
import { timeCall } from '../call-statistics.ts';
import { isDiskFull } from '../full-disk.ts';
import { OperatorError } from '../operator-error.ts';
import { sync } from '../sync.ts';
import {
  camelCase,
  createDatabaseStatistics,
  type Database,
  type DatabaseFault,
  faultKind,
  plugins,
  quickRewriteBytesMax,
  type Read,
  type Shape,
  shapeOf,
  statisticsLog,
} from './database.ts';
import type { Tables } from './tables.ts';

const statementsMax = 500;
/** A start checks the whole file up to this size. */
const checkedBytesMax = 32 * 1024 * 1024;
/** How long a statement waits for the lock of another process. */
const busyTimeoutMs = 5_000;

export function openSqlite(file: string): Database {
  const connection = open(file);
  const reader = openReader(file);
  const log = openWalSyncer(file, connection);
  const statistics = createDatabaseStatistics();
  const dialect = new ImmediateDialect({ database: cached(connection) });
  const db = new Kysely<Tables>({ dialect, plugins, log: statisticsLog(statistics, faultOf) });
  return {
    engine: 'sqlite',
    rowsPerStatementMax: 16_384,
    db,
    statistics,
    read: (text, parameters) => timeCall(statistics, kindOf, () => reader.read(text, parameters)),
    faultOf,
    positionOf: (column, text) => sql`instr(${sql.ref(column)}, ${text})`,
    // Nothing to do: every transaction holds the one write lock from its start.
    lockKeys: async () => {},
    async syncedOffThread(run) {
      // The connection that writes is held here, so that no other commit skips its sync.
      const result = await db.connection().execute(async (held) => {
        connection.pragma('synchronous = NORMAL');
        try {
          return await run(held);
        } finally {
          connection.pragma('synchronous = FULL');
        }
      });
      await log.sync();
      return result;
    },
    // SQLite has no time limit, and a transaction would keep the product from writing meanwhile.
    withoutTimeout: (run) => run(db),
    transactionHorizon: async () => null,
    // SQLite needs no statistics to use the indexes of these tables.
    analyze: async () => {},
    eraseDeletedBytes: (mayTakeLong) =>
      db.connection().execute(async () => {
        if (!mayTakeLong && sizeOf(connection) > quickRewriteBytesMax) return false;
        // Every request would wait for a reader elsewhere, such as a backup; the caller tries again later.
        connection.pragma('busy_timeout = 0');
        try {
          // While such a reader uses the log, rewriting would add the whole database to it.
          if (!truncateWal(connection)) return false;
          // The copy that is made meanwhile is as large as the database.
          connection.pragma('temp_store = FILE');
          // When SQLite balances pages it leaves copies of rows in their gaps, which no deletion overwrites.
          connection.exec('vacuum');
          return truncateWal(connection);
        } catch (error) {
          if (codeOf(error).startsWith('SQLITE_BUSY')) return false;
          throw error;
        } finally {
          connection.pragma('temp_store = MEMORY');
          connection.pragma(`busy_timeout = ${busyTimeoutMs}`);
        }
      }),
    async check() {
      connection.prepare('select value from counter').get();
    },
    async close() {
      reader.close();
      await log.close();
      await db.destroy();
    },
  };
}

/**
 * A second connection for reads, which sees committed rows while the first is in a transaction. It is opened at the
 * first read, because a bulk load locks the file until then.
 */
function openReader(file: string): { read: Read; close: () => void } {
  let connection: BetterSqlite.Database | null = null;
  const statements = new Map<string, { shape: Shape; statement: BetterSqlite.Statement }>();
  const prepare = (text: string) => {
    if (!connection) {
      connection = new BetterSqlite(file, { timeout: busyTimeoutMs, readonly: true });
      connection.pragma('cache_size = -2000');
      connection.pragma('temp_store = MEMORY');
    }
    const statement = connection.prepare(text).raw();
    return { statement, shape: shapeOf(statement.columns().map(({ name }) => camelCase(name))) };
  };
  return {
    async read(text, parameters) {
      let known = statements.get(text);
      if (!known) {
        known = prepare(text);
        statements.set(text, known);
      }
      return (known.statement.all(parameters) as unknown[][]).map(known.shape.rowOf);
    },
    close: () => void connection?.close(),
  };
}

/** Syncs the write-ahead log on a thread of Node's pool, because a sync by SQLite blocks every request. */
function openWalSyncer(file: string, connection: BetterSqlite.Database) {
  let opening: Promise<FileHandle> | null = null;
  const openLog = async () => {
    // The process that created the log may not have synced the name in its folder.
    await sync(dirname(file));
    return openFile(`${file}-wal`, 'r+');
  };
  return {
    async sync(): Promise<void> {
      try {
        opening ??= openLog();
        await (await opening).datasync();
      } catch (error) {
        // Another sync would not retry bytes that the disk refused; a checkpoint copies them and syncs the copy.
        if (!truncateWal(connection)) throw error;
      }
    },
    async close(): Promise<void> {
      await (await opening)?.close();
    },
  };
}

function open(file: string): BetterSqlite.Database {
  try {
    // SQLite's temporary files contain records. It reads this folder for them when it first needs one, and unlinks each
    // at once.
    process.env.SQLITE_TMPDIR ??= dirname(file);
    // Created here, so that only the owner can read the file and the log, which gets the same mode.
    closeSync(openSync(file, 'a', 0o600));
    const connection = new BetterSqlite(file, { timeout: busyTimeoutMs });
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    connection.pragma('cache_size = -2000');
    // Requests wait while pages are copied from the log, so few are copied at a time.
    connection.pragma('wal_autocheckpoint = 500');
    // Deleted content is overwritten where that needs no further write.
    connection.pragma('secure_delete = FAST');
    connection.pragma('temp_store = MEMORY');
    connection.pragma('journal_size_limit = 67108864');
    if (!isWhole(connection)) throw new OperatorError(damaged(file));
    return connection;
  } catch (error) {
    const code = codeOf(error);
    if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') throw new OperatorError(damaged(file));
    if (/^(SQLITE_CANTOPEN|SQLITE_READONLY|EACCES|EROFS|EISDIR|EPERM)/.test(code)) {
      throw new OperatorError(`The database ${file} cannot be opened for writing. Check the rights of the folder.`);
    }
    throw error;
  }
}

function damaged(file: string): string {
  return `The database ${file} is damaged and was not touched. Restore the latest backup, or move the file away to start empty.`;
}

/** Checks a small database in full, and only the schema of a large one, which `npm run check` checks in full. */
function isWhole(connection: BetterSqlite.Database): boolean {
  connection.prepare('select count(*) from sqlite_schema').get();
  return sizeOf(connection) > checkedBytesMax || connection.pragma('quick_check(1)', { simple: true }) === 'ok';
}

/** Copies the log into the database and truncates it; false while another connection still reads from it. */
function truncateWal(connection: BetterSqlite.Database): boolean {
  const [{ busy } = { busy: 1 }] = connection.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return busy === 0;
}

function sizeOf(connection: BetterSqlite.Database): number {
  const [pages, bytes] = ['page_count', 'page_size'].map((name) => Number(connection.pragma(name, { simple: true })));
  return (pages ?? 0) * (bytes ?? 0);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const kindOf = (error: unknown) => faultKind(faultOf, error);

function faultOf(error: unknown): DatabaseFault | null {
  const code = codeOf(error);
  if (isDiskFull(error)) return 'full';
  if (code.startsWith('SQLITE_BUSY')) return 'unavailable';
  if (/^(EIO$|SQLITE_IOERR|SQLITE_CANTOPEN)/.test(code)) return 'unavailable';
  return null;
}

interface CachedDatabase extends SqliteDatabase {
  readonly inTransaction: boolean;
}

/** Caches prepared statements, because Kysely prepares a statement for each use. */
function cached(connection: BetterSqlite.Database): CachedDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    get inTransaction() {
      return connection.inTransaction;
    },
    close: () => connection.close(),
    prepare(text) {
      let statement = statements.get(text);
      if (!statement) {
        statement = connection.prepare(text) as unknown as SqliteStatement;
        if (statements.size >= statementsMax) statements.clear();
        statements.set(text, statement);
      }
      return statement;
    },
  };
}

/**
 * Acquires the write lock at the start: otherwise a transaction would fail if another process wrote after its first
 * read.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #isInTransaction: () => boolean;
  constructor({ database }: { database: CachedDatabase }) {
    super({ database });
    this.#isInTransaction = () => database.inTransaction;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** On a full disk SQLite has already rolled back; a second rollback would fail and hide the real error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#isInTransaction()) await super.rollbackTransaction(connection);
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #database: CachedDatabase;
  constructor(config: { database: CachedDatabase }) {
    super(config);
    this.#database = config.database;
  }
  override createDriver() {
    return new ImmediateDriver({ database: this.#database });
  }
}
