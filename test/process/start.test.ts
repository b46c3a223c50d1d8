/** How the product starts, refuses to start, and stops. */
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { createLog } from '../../server/log.ts';
import { openResources } from '../../server/resources.ts';
import { readSettings } from '../../server/settings.ts';
import { freePort } from '../free-port.ts';
import { sendHalfUpload } from '../half-upload.ts';
import { type Product, startArguments, startProduct } from '../product.ts';
import { runProduct, runProgram } from '../program.ts';

describe('a start that is refused', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'maplegate-start-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** Name and bytes of everything in the data folder but the lock and the log of the database. */
  async function contents(): Promise<Record<string, string>> {
    const names = (await readdir(folder, { recursive: true }))
      .filter((name) => !/running\.lock|-wal$|-shm$/.test(name))
      .sort();
    const entries = await Promise.all(
      names.map(async (name) => [
        name,
        (await stat(join(folder, name))).isFile() ? (await readFile(join(folder, name))).toString('base64') : 'folder',
      ]),
    );
    return Object.fromEntries(entries);
  }

  test('bad settings are named in one message, and nothing is created', async () => {
    const { code, stderr } = await runProduct({
      DATA_DIR: join(folder, 'new'),
      PORT: '70000',
      SECRET_KEY: 'short',
      SUPER_ADMIN_PASSWORD: 'short',
      DATABASE_URL: 'mysql://x',
    });
    expect(code).toBe(1);
    for (const name of ['PORT', 'SECRET_KEY', 'SUPER_ADMIN_PASSWORD', 'DATABASE_URL'])
      expect(stderr).toContain(`- ${name} `);
    expect(stderr).not.toContain('    at ');
    expect(await contents()).toEqual({});
  });

  test('an argument that is not known ends with the usage and makes nothing, and --help prints it', async () => {
    const environment = { DATA_DIR: join(folder, 'new'), PORT: String(await freePort()) };
    const usage = expect.stringMatching(/^Usage: npm start, without arguments\. .*\n$/);
    const start = (...args: string[]) => runProgram([...startArguments, ...args], environment);
    expect(await start('--help')).toEqual({ code: 0, stdout: usage, stderr: '' });
    for (const args of [['--port', '80'], ['data'], ['--dev', '--verbose']])
      expect(await start(...args), args.join(' ')).toEqual({ code: 1, stdout: '', stderr: usage });
    expect(await contents()).toEqual({});
  });

  test('a taken port is reported before anything is created', async () => {
    const port = await freePort();
    const other = createServer();
    await once(other.listen(port, '127.0.0.1'), 'listening');
    const { code, stderr } = await runProduct({ PORT: String(port), DATA_DIR: join(folder, 'new') });
    other.close();
    expect([code, stderr.trim()]).toEqual([1, `Port ${port} on 127.0.0.1 is taken. Stop what uses it, or set PORT.`]);
    expect(await contents()).toEqual({});
  });

  test('a data folder that cannot be created is reported, after lines that say on what it runs and which name is mistyped', async () => {
    await writeFile(join(folder, 'file'), 'a file, not a folder');
    const dataDir = join(folder, 'file', 'data');
    const { code, stdout, stderr } = await runProduct({ DATA_DIR: dataDir, DATABSE_URL: 'postgres://secret@db/x' });
    expect([code, stderr.trim()]).toEqual([
      1,
      `The data folder ${dataDir} cannot be written. Check its owner and rights, or set DATA_DIR.`,
    ]);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { msg: 'starting', engine: 'sqlite', storage: 'disk', production: false },
      { level: 40, msg: 'DATABSE_URL is not a setting. DATABASE_URL is one, and is not set.' },
    ]);
    expect(stdout).not.toContain('secret');
  });

  test('a start in production without PUBLIC_URL warns that nobody can sign in behind another address', async () => {
    await writeFile(join(folder, 'file'), 'a file, not a folder');
    const environment = { DATA_DIR: join(folder, 'file', 'data'), NODE_ENV: 'production' };
    const isWarned = async (more: Record<string, string>) =>
      /"level":40.*PUBLIC_URL is not set/.test((await runProduct({ ...environment, ...more })).stdout);
    expect(await isWarned({})).toBe(true);
    expect(await isWarned({ PUBLIC_URL: 'https://visa.example' })).toBe(false);
    expect(await isWarned({ NODE_ENV: 'development' })).toBe(false);
  });

  test.runIf(process.platform === 'linux')('a folder that the system pretends to miss is reported, too', async () => {
    const start = openResources(readSettings({ DATA_DIR: '/proc/maplegate/data' }), createLog('silent'));
    await expect(start).rejects.toThrow(
      'The data folder /proc/maplegate/data cannot be written. Check its owner and rights, or set DATA_DIR.',
    );
  });

  test('a damaged database stops the start and stays as it is', async () => {
    await (await openResources(readSettings({ DATA_DIR: folder }), createLog('error'))).close();
    const file = join(folder, 'maplegate.db');
    const bytes = await readFile(file);
    bytes.fill(0xff, 8_192, 40_960);
    await writeFile(file, bytes);
    const before = await contents();
    const { code, stderr } = await runProduct({ DATA_DIR: folder });
    expect([code, stderr.trim()]).toEqual([
      1,
      `The database ${file} is damaged and was not touched. Restore the latest backup, or move the file away to start empty.`,
    ]);
    expect(await contents()).toEqual(before);
  });
});

/** The tests share one product, which the last of them stops. */
describe('a running product', () => {
  let folder = '';
  let product: Product;
  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'maplegate-start-')), 'data');
    product = await startProduct({}, folder);
  });
  afterAll(async () => {
    await product?.stop();
    await rm(join(folder, '..'), { recursive: true, force: true });
  });

  test('the folder and all that is made in it are for their owner alone', async () => {
    const names = ['.', ...(await readdir(folder, { recursive: true }))];
    expect(names).toEqual(expect.arrayContaining(['maplegate.db', 'running.lock', 'secret.key', 'setup-code']));
    for (const name of names) {
      const found = await stat(join(folder, name));
      expect((found.mode & 0o777).toString(8), name).toBe(found.isDirectory() ? '700' : '600');
    }
  });

  test('a second process on the same folder is refused and the first goes on', async () => {
    const { code, stderr } = await runProduct({ DATA_DIR: folder });
    expect([code, stderr.trim()]).toEqual([
      1,
      `Another process is running on ${folder}. Stop it first, or set DATA_DIR to another folder.`,
    ]);
    expect((await fetch(`${product.origin}/readyz`)).status).toBe(200);
  });

  test('a stopped product takes no new connection, finishes what is in flight, and starts again where it was', async () => {
    const { cookie } = await product.staff();
    const upload = await sendHalfUpload(product.origin, cookie);
    const stopped = product.stop();
    const isOpen = () =>
      fetch(`${product.origin}/healthz`).then(
        () => true,
        () => false,
      );
    await expect.poll(isOpen).toBe(false);
    const answer = await upload.finish();
    expect([answer.status, answer.headers.connection]).toEqual([201, 'close']);
    const added = JSON.parse(answer.body) as Application;
    expect(await stopped).toBe(0);

    product = await startProduct({}, folder);
    const staff = await product.staff();
    const found = await staff.call('application', { params: { id: added._id } });
    expect(found).toMatchObject({ ok: true, data: added });
    const image = await fetch(product.origin + added.image, { headers: { cookie } });
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });
});

test('a start that changes the address of the super admin says so in the log, without the address', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-renamed-'));
  const warningsOf = async (environment: Record<string, string>) => {
    const product = await startProduct(environment, folder);
    expect(await product.stop()).toBe(0);
    expect(product.output()).not.toMatch(/(owner|chief)@/);
    return product.output().match(/"level":40.*SUPER_ADMIN_EMAIL.*/g) ?? [];
  };
  const email = 'owner@agency.example';
  expect(await warningsOf({ SUPER_ADMIN_EMAIL: email, SUPER_ADMIN_PASSWORD: 'six quiet herons' })).toEqual([]);
  expect(await warningsOf({ SUPER_ADMIN_EMAIL: 'chief@agency.example' })).toHaveLength(1);
  expect(await warningsOf({})).toEqual([]);
  await rm(folder, { recursive: true });
});

test('a product whose output goes to a full disk starts, answers and stops', async () => {
  const log = openSync('/dev/full', 'w');
  const product = await startProduct({}, undefined, { log });
  closeSync(log);
  expect((await fetch(`${product.origin}/enquiry`)).status).toBe(200);
  expect(await product.stop()).toBe(0);
});

test('the first start after a build compiles nothing: the compiler of types would stay in its memory', async () => {
  const flags = startArguments.filter((word) => word.startsWith('--'));
  const environment = { NODE_COMPILE_CACHE: '' };
  const { code } = await runProgram([...flags, 'server/compile.js'], environment);
  expect(code).toBe(0);
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-compiled-'));
  const report = join(folder, 'loaded.json');
  const atExit = `process.on('exit', () => fs.writeFileSync(${JSON.stringify(report)}, JSON.stringify(process.moduleLoadList)))`;
  const reporting = `data:text/javascript,${encodeURIComponent(`import fs from 'node:fs'; ${atExit}`)}`;
  const product = await startProduct(environment, join(folder, 'data'), {
    command: [...flags, '--import', reporting, 'server/main.js'],
  });
  await (await fetch(`${product.origin}/bn/enquiry`)).text();
  expect(await product.stop()).toBe(0);
  const loaded = JSON.parse(await readFile(report, 'utf8')) as string[];
  await rm(folder, { recursive: true });
  expect(loaded.length).toBeGreaterThan(100);
  expect(loaded.filter((name) => /amaro/.test(name))).toEqual([]);
});
