/**
 * The databases and the product for the measurements of an engine: filled once by the demo, with the product restarted
 * for each group.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdir, open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase } from '../test/database.ts';
import { type Product, type Staff, startProduct, superAdmin } from '../test/product.ts';
import type { DatabasePlace } from './baseline/database.ts';
import { clearStatusChecks } from './misses.ts';
import { atEnd, killAtEnd, removeFolder } from './processes.ts';
import type { Pace } from './turns.ts';

export type Engine = 'sqlite' | 'postgres';

const fillMs = 40 * 60_000;
const startMs = 60_000;
/** The key of databases that never contain anything real. */
const secretKey = 'measured and thrown away, never real';
const urlFile = 'database-url';

export interface Filled {
  rows: number;
  folder: string;
  environment: Record<string, string>;
  /** The database as a bare process opens it. */
  database: DatabasePlace;
}

export interface Stage {
  engine: Engine;
  pace: Pace;
  /** A folder for further files of a measurement. */
  scratch: string;
  large: Filled;
  /** A hundredth of the rows. */
  small: Filled | null;
}

export interface StageOptions {
  engine: Engine;
  rows: number;
  hasSmall: boolean;
  pace: Pace;
  /** Keeps the filled folders for the next run, which uses them again. */
  dataFolder: string | null;
  scratch: string;
  /** The server on which databases are created. */
  server: string | null;
}

export async function openStage({
  engine,
  rows,
  hasSmall,
  pace,
  dataFolder,
  scratch,
  server,
}: StageOptions): Promise<Stage> {
  const openFilled = async (count: number): Promise<Filled> => {
    const folder = join(dataFolder ?? scratch, `${engine}-${count}`);
    const isFilled = await stat(folder).then(
      () => true,
      () => false,
    );
    if (!isFilled) await fill(folder, count, engine === 'postgres' ? server : null, dataFolder !== null);
    const url = engine === 'postgres' ? await readFile(join(folder, urlFile), 'utf8') : null;
    const database = url ? { url } : { file: join(folder, 'maplegate.db') };
    if (isFilled) await clearStatusChecks(database);
    return { rows: count, folder, environment: environmentOf(url), database };
  };
  const [large, small] = await Promise.all([openFilled(rows), hasSmall ? openFilled(Math.ceil(rows / 100)) : null]);
  return { engine, pace, scratch, large, small };
}

function environmentOf(url: string | null): Record<string, string> {
  return url ? { DATABASE_URL: url, SECRET_KEY: secretKey } : {};
}

/** Filled under another name until complete, so that an interrupted fill is never measured. */
async function fill(folder: string, rows: number, server: string | null, isKept: boolean): Promise<void> {
  const filling = `${folder}.filling`;
  removeFolder(filling);
  await mkdir(filling, { recursive: true, mode: 0o700 });
  const database = server ? await createDatabase(server) : null;
  let isComplete = false;
  atEnd(async () => {
    if (!(isKept && isComplete)) await database?.drop();
    removeFolder(filling);
  });
  const product = await startProduct(
    { ...environmentOf(database?.url ?? null), SUPER_ADMIN_PASSWORD: superAdmin.password },
    filling,
    { command: ['demo/demo.ts', '--applications', String(rows)], timeoutMs: fillMs, onSpawn: killAtEnd },
  );
  await product.stop();
  if (database) await writeFile(join(filling, urlFile), database.url, { mode: 0o600 });
  await rename(filling, folder);
  isComplete = true;
}

export interface Running extends Product {
  port: number;
}

/** Runs the built product on filled data while the work runs. */
export async function withProduct<T>(
  { scratch }: Stage,
  { folder, environment }: Filled,
  work: (product: Running) => Promise<T>,
): Promise<T> {
  const logFile = join(scratch, 'product.log');
  const log = await open(logFile, 'w');
  let child: ChildProcess | null = null;
  try {
    const product = await startProduct({ TRUSTED_PROXIES: '127.0.0.1', ...environment }, folder, {
      timeoutMs: startMs,
      log: log.fd,
      onSpawn(spawned) {
        child = spawned;
        killAtEnd(spawned);
      },
    });
    const result = await work({ ...product, port: Number(new URL(product.origin).port) });
    await product.stop();
    return result;
  } catch (cause) {
    const { exitCode = null, signalCode = null } = (child as ChildProcess | null) ?? {};
    const lines = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-5).join('\n');
    throw new Error(`While the product ran (exit ${exitCode}, signal ${signalCode}); its last lines:\n${lines}`, {
      cause,
    });
  } finally {
    await log.close();
  }
}

/** The cookie header of a signed-in user. */
export function cookieOf({ cookies }: Staff): { cookie: string } {
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}
