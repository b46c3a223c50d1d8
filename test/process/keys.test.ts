/** The key of the product, as its owner meets it; `server/resources.test.ts` has what replacing it refuses and loses. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../server/log.ts';
import { openResources } from '../../server/resources.ts';
import { readSettings } from '../../server/settings.ts';
import { hostCommand } from '../command-host.ts';
import { createDatabase } from '../database.ts';
import { hasSharedServer, openSharedServer } from '../postgres-cluster.ts';
import { type Product, startProduct } from '../product.ts';
import { runCommand } from '../program.ts';

let folder = '';
let products: Product[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-keys-'));
});
afterEach(async () => {
  for (const product of products) await product.stop();
  products = [];
  await rm(folder, { recursive: true, force: true });
});

const data = () => join(folder, 'data');
const keyFile = () => join(data(), 'secret.key');

/** What a start does before it serves anything. */
async function begin(environment: Record<string, string>): Promise<void> {
  await (await openResources(readSettings(environment), createLog('silent'))).close();
}

describe.each(['SQLite', 'PostgreSQL'])('on %s', (engine) => {
  const isPostgres = engine === 'PostgreSQL';
  let server: Awaited<ReturnType<typeof openSharedServer>> | null = null;
  let database: Awaited<ReturnType<typeof createDatabase>> | null = null;
  let environment: Record<string, string> = {};
  beforeAll(async () => {
    if (isPostgres && hasSharedServer) server = await openSharedServer();
  });
  afterAll(() => server?.close());
  beforeEach(async ({ skip }) => {
    if (isPostgres && !server) skip('needs a PostgreSQL server, or its programs');
    if (server) database = await createDatabase(server.url);
    environment = { DATA_DIR: data(), ...(database && { DATABASE_URL: database.url }) };
  });
  afterEach(() => database?.drop());

  test('without SECRET_KEY a key is made once, and every later start and command needs the same key', async () => {
    await begin(environment);
    expect(((await stat(keyFile())).mode & 0o777).toString(8)).toBe('600');
    const key = await readFile(keyFile(), 'utf8');
    await begin(environment);
    expect(await readFile(keyFile(), 'utf8')).toBe(key);
    expect(await hostCommand('check', environment)).toMatchObject({ code: 0 });
    await rm(keyFile());
    const missing = `The key ${keyFile()} is missing.`;
    expect(await hostCommand('check', environment)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(missing),
    });
    await expect(begin(environment)).rejects.toThrow(missing);
    expect(await readdir(data())).not.toContain('secret.key');
  });

  test.runIf(isPostgres)('a second node without the key of the first is told so, and makes none', async () => {
    await begin(environment);
    const second = { ...environment, DATA_DIR: join(folder, 'second') };
    expect(await hostCommand('check', second)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is missing.'),
    });
    expect(await readdir(join(folder, 'second'))).toEqual([]);
  });
});

test('a lost key is replaced while the product is stopped, and the product then runs with another set-up code', async () => {
  const environment = { DATA_DIR: data() };
  const first = await startProduct({}, data());
  products.push(first);
  const lostCode = await first.setupCode();
  expect(await runCommand('new-key', environment)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Another process is running'),
  });
  await first.stop();
  await rm(keyFile());
  expect(await runCommand('new-key', environment)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('can no longer be read'),
  });
  const second = await startProduct({}, data());
  products.push(second);
  expect(await second.setupCode()).not.toBe(lostCode);
});

test('a key of the settings takes the place of one that is known, and nothing is lost', async () => {
  const environment = { DATA_DIR: data() };
  const { stdout } = await hostCommand('secret-key', {});
  expect(stdout).toMatch(/^[\w-]{43}\n$/);
  expect((await hostCommand('secret-key', {})).stdout).not.toBe(stdout);
  await begin(environment);
  const more = { SECRET_KEY: stdout.trim() };
  const before = { SECRET_KEY_BEFORE: (await readFile(keyFile(), 'utf8')).trim() };
  await expect(begin({ ...environment, ...more })).rejects.toThrow('SECRET_KEY is not the key of this database.');
  expect(await runCommand('new-key', { ...environment, ...more, ...before })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Every file is encrypted with it'),
  });
  expect(await hostCommand('check', { ...environment, ...more })).toMatchObject({ code: 0 });
  await begin({ ...environment, ...more });
});

test('a restored key has as few characters as one of the settings may have', async () => {
  const environment = { DATA_DIR: data(), SECRET_KEY: 'সবুজ ধানের মাঠে ছয় বক' };
  await begin(environment);
  const backup = join(folder, 'backup.tar');
  expect(await hostCommand('backup', environment, backup, '--plain')).toMatchObject({ code: 0 });
  const restored = { DATA_DIR: join(folder, 'restored') };
  expect(await hostCommand('restore', restored, backup)).toMatchObject({ code: 0 });
  await begin(restored);
});
