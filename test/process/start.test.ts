import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { buildFields, buildPhoto, formOf } from '../build.ts';
import { admin, freePort, type Product, startProduct, superAdmin } from '../product.ts';
import { runProduct } from '../program.ts';

let folder = '';
let cleanUps: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-start-'));
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true, force: true });
});

const refused = (environment: Record<string, string> = {}) => runProduct({ DATA_DIR: folder, ...environment });

/** Name and bytes of everything in the data folder but the lock and the log of the database. */
async function contents(of = folder): Promise<Record<string, string>> {
  const names = (await readdir(of, { recursive: true }))
    .filter((name) => !/running\.lock|-wal$|-shm$/.test(name))
    .sort();
  const entries = await Promise.all(
    names.map(async (name) => [
      name,
      (await stat(join(of, name))).isFile() ? (await readFile(join(of, name))).toString('base64') : 'folder',
    ]),
  );
  return Object.fromEntries(entries);
}

/** The cookies of a fresh sign-in, as a header. */
async function signedIn(product: Product): Promise<string> {
  await product.staff();
  const { email, password } = superAdmin;
  const body = JSON.stringify({ email, password });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${product.origin}/api/users/login`, { method: 'POST', headers, body });
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** A data folder that a product was started and stopped on, with a super admin and an admin. */
async function usedFolder(): Promise<void> {
  const product = await startProduct({}, folder);
  await product.staff('admin');
  await product.stop();
}

test('bad settings stop the start with one message that names them all, and nothing is created', async () => {
  const dataDir = join(folder, 'new');
  const { code, stderr } = await refused({
    DATA_DIR: dataDir,
    PORT: '70000',
    PUBLIC_URL: 'http://www.example.com/path',
    NODE_ENV: 'production',
    SECRET_KEY: 'short',
    TRUSTED_PROXIES: '10.0.0.0/99',
    ATTACHMENTS_ALLOW_PDF: 'yes',
    DATABASE_URL: 'mysql://x',
    SUPER_ADMIN_EMAIL: 'nobody',
    EDUCATION_URL: 'javascript:alert(1)',
  });
  expect(code).toBe(1);
  for (const name of [
    'PORT',
    'PUBLIC_URL',
    'SECRET_KEY',
    'TRUSTED_PROXIES',
    'ATTACHMENTS_ALLOW_PDF',
    'DATABASE_URL',
    'SUPER_ADMIN_EMAIL',
    'EDUCATION_URL',
  ]) {
    expect(stderr).toContain(`- ${name} `);
  }
  expect(stderr).not.toContain('    at ');
  expect(await contents()).toEqual({});
});

test('in production a public address without https stops the start, unless it is loopback', async () => {
  const answer = await refused({ NODE_ENV: 'production', PUBLIC_URL: 'http://www.example.com' });
  expect([answer.code, answer.stderr.includes('must begin with https://')]).toEqual([1, true]);
});

test('a taken port is reported before anything is created', async () => {
  const port = await freePort();
  const other = createServer();
  await once(other.listen(port, '127.0.0.1'), 'listening');
  cleanUps.push(async () => other.close());
  const dataDir = join(folder, 'new');
  const { code, stderr } = await refused({ PORT: String(port), DATA_DIR: dataDir });
  expect([code, stderr.trim()]).toEqual([1, `Port ${port} on 127.0.0.1 is taken. Stop what uses it, or set PORT.`]);
  expect(await contents()).toEqual({});
});

test('a data folder that cannot be created is reported', async () => {
  await writeFile(join(folder, 'file'), 'a file, not a folder');
  const dataDir = join(folder, 'file', 'data');
  const { code, stderr } = await refused({ DATA_DIR: dataDir });
  expect([code, stderr.trim()]).toEqual([
    1,
    `The data folder ${dataDir} cannot be written. Check its owner and rights, or set DATA_DIR.`,
  ]);
});

test('a second process on the same folder is refused and the first goes on', async () => {
  const product = await startProduct({}, folder);
  cleanUps.push(() => product.stop());
  const { code, stderr } = await refused();
  expect([code, stderr.trim()]).toEqual([
    1,
    `Another process is running on ${folder}. Stop it first, or set DATA_DIR to another folder.`,
  ]);
  expect((await fetch(`${product.origin}/readyz`)).status).toBe(200);
});

test('a damaged database stops the start and stays as it is', async () => {
  await usedFolder();
  const file = join(folder, 'maplegate.db');
  const bytes = await readFile(file);
  bytes.fill(0xff, 8_192, 40_960);
  await writeFile(file, bytes);
  const before = await contents();
  const { code, stderr } = await refused();
  expect([code, stderr.trim()]).toEqual([
    1,
    `The database ${file} is damaged and was not touched. Restore the latest backup, or move the file away to start empty.`,
  ]);
  expect(await contents()).toEqual(before);
});

test('a wrong or missing key stops the start and changes nothing', async () => {
  await usedFolder();
  const before = await contents();
  const wrong = await refused({ SECRET_KEY: 'a key for tests that is no secret' });
  expect([wrong.code, wrong.stderr.trim()]).toEqual([
    1,
    'SECRET_KEY is not the key that this database was made with. Use the one that was, or, to replace it, set SECRET_KEY_BEFORE to it; nothing was changed.',
  ]);
  const key = join(folder, 'secret.key');
  const kept = await readFile(key);
  await rm(key);
  const missing = await refused();
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining(`The key ${key} is missing.`)]);
  await writeFile(key, kept, { mode: 0o600 });
  expect(await contents()).toEqual(before);
});

test('an address for the super admin that an admin has stops the start and changes nothing', async () => {
  await usedFolder();
  const before = await contents();
  const { code, stderr } = await refused({ SUPER_ADMIN_EMAIL: admin.email });
  expect([code, stderr]).toEqual([1, expect.stringContaining('nothing was changed.')]);
  expect(await contents()).toEqual(before);
});

test('a database of another release is refused', async () => {
  await usedFolder();
  const { default: BetterSqlite } = await import('better-sqlite3');
  const database = new BetterSqlite(join(folder, 'maplegate.db'));
  database.prepare('insert into migration (name, hash) values (?, ?)').run('9999-later.sql', 'x');
  database.close();
  const { code, stderr } = await refused();
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('The database was changed by another release (9999-later.sql).'),
  ]);
});

test('the folder, its key and its set-up code are for their owner alone', async () => {
  const dataDir = join(folder, 'new');
  const product = await startProduct({}, dataDir);
  cleanUps.push(() => product.stop());
  const mode = async (name: string) => ((await stat(join(dataDir, name))).mode & 0o777).toString(8);
  expect([await mode('.'), await mode('secret.key'), await mode('setup-code')]).toEqual(['700', '600', '600']);
});

test('a stopped product takes no new connection, finishes what is in flight, and starts again where it was', async () => {
  const product = await startProduct({}, folder);
  cleanUps.push(() => product.stop());
  const cookie = await signedIn(product);
  const photo = await buildPhoto();
  const form = new Response(formOf(buildFields({ passport: 'EB7700001' }), { image: photo }));
  const body = Buffer.from(await form.clone().arrayBuffer());
  const agent = new Agent({ keepAlive: true });
  cleanUps.push(async () => agent.destroy());
  const upload = request(`${product.origin}/api/application/addApplication`, {
    agent,
    method: 'POST',
    headers: {
      cookie,
      'content-type': form.headers.get('content-type') ?? '',
      'content-length': body.length,
      expect: '100-continue',
    },
  });
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
  upload.flushHeaders();
  await once(upload, 'continue');
  upload.write(body.subarray(0, body.length / 2));

  const stopped = product.stop();
  const door = () =>
    fetch(`${product.origin}/healthz`).then(
      () => 'open',
      () => 'closed',
    );
  await expect.poll(door).toBe('closed');
  upload.end(body.subarray(body.length / 2));
  const [answer] = await answered;
  expect([answer.statusCode, answer.headers.connection]).toEqual([201, 'close']);
  const added = JSON.parse(await text(answer)) as Application;
  expect(await stopped).toBe(0);

  const again = await startProduct({}, folder);
  cleanUps.push(() => again.stop());
  const staff = await again.staff();
  const found = await staff.call('application', { params: { id: added._id } });
  expect(found).toMatchObject({ ok: true, data: added });
  const image = await fetch(again.origin + added.image, { headers: { cookie } });
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});
