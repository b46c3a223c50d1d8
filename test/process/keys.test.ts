import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { createDatabase } from '../database.ts';
import { type Cluster, openCluster, serverPrograms } from '../postgres-cluster.ts';
import { type Product, startProduct } from '../product.ts';
import { runCommand } from '../program.ts';

describe.each(['SQLite', 'PostgreSQL'])('on %s', (engine) => {
  const isPostgres = engine === 'PostgreSQL';
  let cluster: Cluster | null = null;
  let database: Awaited<ReturnType<typeof createDatabase>> | null = null;
  let environment: Record<string, string> = {};
  let folder = '';
  let products: Product[] = [];
  beforeAll(async () => {
    if (isPostgres && serverPrograms) cluster = await openCluster();
  });
  afterAll(() => cluster?.close());
  beforeEach(async ({ skip }) => {
    if (isPostgres && !cluster) skip('needs the programs of a PostgreSQL server');
    folder = await mkdtemp(join(tmpdir(), 'maplegate-keys-'));
    if (cluster) database = await createDatabase(cluster.url);
    environment = { DATA_DIR: join(folder, 'data'), ...(database && { DATABASE_URL: database.url }) };
  });
  afterEach(async () => {
    for (const product of products) await product.stop();
    products = [];
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const keyFile = () => join(folder, 'data', 'secret.key');
  async function start(more: Record<string, string> = {}): Promise<Product> {
    const { DATA_DIR = '', ...rest } = { ...environment, ...more };
    const product = await startProduct(rest, DATA_DIR);
    products.push(product);
    return product;
  }

  async function missUntilRefused({ origin }: Product): Promise<number[]> {
    const statuses: number[] = [];
    for (let at = 0; at <= limits.enquiryMissesPerPassport; at++) {
      const response = await fetch(
        `${origin}/api/application/fetchApplicationEnquiry?search=EB7000001&search1=Bangladeshi&search2=1990-01-0${at + 1}`,
      );
      statuses.push(response.status);
    }
    return statuses;
  }

  test('without SECRET_KEY a key is made once, and every later start and command needs the same key', async () => {
    const first = await start();
    await first.staff();
    await first.stop();
    expect(((await stat(keyFile())).mode & 0o777).toString(8)).toBe('600');
    const key = await readFile(keyFile(), 'utf8');
    await (await start()).stop();
    expect(await readFile(keyFile(), 'utf8')).toBe(key);
    expect(await runCommand('check', environment)).toMatchObject({ code: 0 });
    await rm(keyFile());
    expect(await runCommand('check', environment)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`The key ${keyFile()} is missing.`),
    });
    await expect(start()).rejects.toThrow(`The key ${keyFile()} is missing.`);
    expect(await readdir(join(folder, 'data'))).not.toContain('secret.key');
  });

  test('a lost key is replaced, and with it go the stored files, failed tries and an unused set-up code, but no record', async () => {
    const first = await start();
    const lostCode = await first.setupCode();
    expect((await missUntilRefused(first)).at(-1)).toBe(429);
    expect(await runCommand('new-key', environment)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another process is running'),
    });
    await first.stop();
    expect(await runCommand('new-key', environment)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is the key of this database, so nothing is lost and nothing was changed.'),
    });
    await rm(keyFile());
    expect(await runCommand('new-key', environment)).toMatchObject({ code: 0 });
    const second = await start();
    expect(await second.setupCode()).not.toBe(lostCode);
    expect((await missUntilRefused(second)).slice(0, -1)).not.toContain(429);
    const before = await second.staff();
    await second.stop();
    const lost = (await readFile(keyFile(), 'utf8')).trim();
    await rm(keyFile());
    expect(await runCommand('new-key', environment)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('can no longer be read'),
    });
    expect(await runCommand('new-key', environment)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /\d+ files are still encrypted with a former key. If that key is found, set SECRET_KEY_BEFORE/,
      ),
    });
    expect(await runCommand('new-key', { ...environment, SECRET_KEY_BEFORE: lost })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'files are still encrypted with a former key. Start the product with these settings:',
      ),
    });
    const third = await start();
    const { cookie } = before;
    const me = await fetch(`${third.origin}/api/users/me`, { headers: { cookie } });
    expect(me.status).toBe(200);
    const staff = await third.staff();
    expect(await staff.call('audit')).toMatchObject({
      ok: true,
      data: { entries: expect.arrayContaining([expect.objectContaining({ action: 'key.replaced' })]) },
    });
    const checked = await runCommand('check', environment);
    expect([checked.code, checked.stderr]).toEqual([1, expect.stringContaining('is not what was stored.')]);
    const lines = checked.stderr.trim().split('\n').slice(0, -1);
    expect(lines.filter((line) => !line.includes('is not what was stored.'))).toEqual([]);
  });

  test.runIf(isPostgres)('a second node without the key of the first is told so, and makes none', async () => {
    await (await start()).stop();
    const second = { ...environment, DATA_DIR: join(folder, 'second') };
    expect(await runCommand('check', second)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is missing.'),
    });
    expect(await readdir(join(folder, 'second'))).toEqual([]);
  });

  test.skipIf(isPostgres)(
    'a key of the settings takes the place of one that is known, and nothing is lost',
    async () => {
      const printed = (await runCommand('secret-key', {})).stdout;
      expect(printed).toMatch(/^[\w-]{43}\n$/);
      await (await start()).stop();
      const more = { SECRET_KEY: printed.trim() };
      const before = { SECRET_KEY_BEFORE: (await readFile(keyFile(), 'utf8')).trim() };
      await expect(start(more)).rejects.toThrow('SECRET_KEY is not the key of this database.');
      const refusal = {
        code: 1,
        stdout: '',
        stderr: expect.stringContaining(`${keyFile()} holds the key of this database`),
      };
      expect(await runCommand('new-key', { ...environment, ...more })).toEqual(refusal);
      const wrong = { SECRET_KEY_BEFORE: 'not the key of this database, though long' };
      expect(await runCommand('new-key', { ...environment, ...more, ...wrong })).toEqual(refusal);
      const elsewhere = join(folder, 'elsewhere.key');
      await rename(keyFile(), elsewhere);
      expect(await runCommand('new-key', { ...environment, ...more, ...wrong })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('SECRET_KEY_BEFORE is not the key of this database.'),
      });
      await rename(elsewhere, keyFile());
      expect(await runCommand('new-key', { ...environment, ...more, ...before })).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Every file is encrypted with it'),
      });
      expect(await runCommand('check', { ...environment, ...more })).toMatchObject({ code: 0 });
      await (await start(more)).stop();
      expect((await runCommand('secret-key', {})).stdout).not.toBe(printed);
    },
  );

  test.skipIf(isPostgres)('a restored key has as few characters as one of the settings may have', async () => {
    const bangla = { SECRET_KEY: 'সবুজ ধানের মাঠে ছয় বক' };
    await (await start(bangla)).stop();
    const backup = join(folder, 'backup.tar');
    expect(await runCommand('backup', { ...environment, ...bangla }, backup, '--plain')).toMatchObject({ code: 0 });
    const restored = { DATA_DIR: join(folder, 'restored') };
    expect(await runCommand('restore', restored, backup)).toMatchObject({ code: 0 });
    await (await start(restored)).stop();
  });
});
