/** The lines of the manual, as they are written there, beside a product at which staff work. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addApplication, buildPhoto, formOf } from '../build.ts';
import { createDatabase } from '../database.ts';
import { openCluster, serverPrograms } from '../postgres-cluster.ts';
import { type Product, type Staff, startProduct } from '../product.ts';
import { dataOf } from '../world.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const clean = 'Every record has its files and every count is true. 0 problems.\n';
let place = '';
let cleanUps: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  // As a clone looks, but with a data folder of its own.
  place = await mkdtemp(join(tmpdir(), 'maplegate-backup-'));
  for (const name of ['package.json', 'node_modules', 'server', 'contract'])
    await symlink(join(root, name), join(place, name));
  await mkdir(join(place, 'data'), { mode: 0o700 });
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
  await rm(place, { recursive: true, force: true });
});

/** The first block is of the embedded database, the second of PostgreSQL. */
async function blocks(): Promise<string[]> {
  const manual = await readFile(join(root, 'docs/operations.md'), 'utf8');
  const chapter = manual.split('\n## ').find((text) => text.startsWith('Backups\n')) ?? '';
  return [...chapter.matchAll(/```sh\n(.*?)```/gs)].map(([, lines = '']) => lines);
}

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

function run(file: string, words: string[], environment: Record<string, string>): Promise<Outcome> {
  const env = {
    PATH: [process.env.PATH, serverPrograms].filter(Boolean).join(delimiter),
    HOME: process.env.HOME,
    ...environment,
  };
  return new Promise((resolve) => {
    execFile(file, words, { cwd: place, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const shell = (lines: string, environment: Record<string, string> = {}) => run('sh', ['-c', lines], environment);
const check = (environment: Record<string, string>) => run(process.execPath, ['server/commands/check.ts'], environment);

async function start(environment: Record<string, string>, folder: string): Promise<Product> {
  const product = await startProduct(environment, folder);
  cleanUps.push(() => product.stop());
  return product;
}

/** Adds records and replaces their photos without a pause, until it is told to end; how many were added. */
function work(staff: Staff): () => Promise<number> {
  let isOver = false;
  const worked = (async () => {
    for (let added = 0; ; added++) {
      if (isOver) return added;
      const { _id: id } = await addApplication(staff);
      const form = formOf({}, { image: await buildPhoto(added % 250) });
      dataOf(await staff.call('updateApplication', { params: { id }, form }));
    }
  })();
  return () => {
    isOver = true;
    return worked;
  };
}

async function backUp(lines: string, product: Product, environment: Record<string, string> = {}): Promise<void> {
  const staff = await product.staff();
  for (let at = 0; at < 5; at++) await addApplication(staff);
  const end = work(staff);
  const outcome = await shell(lines, environment);
  const added = await end();
  expect(outcome).toMatchObject({ code: 0 });
  expect(added).toBeGreaterThan(0);
  await product.stop();
}

test('the lines for the embedded database save what was there while staff replace files, and end with 1 if a part fails', async () => {
  const [lines = ''] = await blocks();
  await backUp(lines, await start({}, join(place, 'data')));
  const backup = join(place, 'backup');
  expect((await readdir(backup)).sort()).toEqual(['files', 'maplegate.db', 'secret.key']);
  expect(((await stat(join(backup, 'maplegate.db'))).mode & 0o777).toString(8)).toBe('600');

  expect(await shell(lines)).toMatchObject({ code: 1 });
  await rename(backup, join(place, 'kept'));
  await rename(join(place, 'data/maplegate.db'), join(place, 'away.db'));
  const failed = await shell(lines);
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('There is no database in')]);

  const restored = await start({}, join(place, 'kept'));
  expect(dataOf(await (await restored.staff()).call('applications')).totalApplication).toBeGreaterThanOrEqual(5);
  expect(await check({ DATA_DIR: join(place, 'kept') })).toEqual({ code: 0, stdout: clean, stderr: '' });
});

test.skipIf(!serverPrograms)('so do the lines for PostgreSQL', async () => {
  const [, lines = ''] = await blocks();
  const cluster = await openCluster();
  cleanUps.push(cluster.close);
  const DATABASE_URL = (await createDatabase(cluster.url)).url;
  await backUp(lines, await start({ DATABASE_URL }, join(place, 'data')), { DATABASE_URL });
  await rename(join(place, 'backup'), join(place, 'kept'));
  expect((await shell(lines, { DATABASE_URL: `${DATABASE_URL}_unknown` })).code).not.toBe(0);

  const empty = (await createDatabase(cluster.url)).url;
  const restore = await run('pg_restore', ['--no-owner', `--dbname=${empty}`, join(place, 'kept/maplegate.dump')], {});
  expect(restore).toMatchObject({ code: 0 });
  const restored = await start({ DATABASE_URL: empty }, join(place, 'kept'));
  expect(dataOf(await (await restored.staff()).call('applications')).totalApplication).toBeGreaterThanOrEqual(5);
  expect(await check({ DATABASE_URL: empty, DATA_DIR: join(place, 'kept') })).toEqual({
    code: 0,
    stdout: clean,
    stderr: '',
  });
});
