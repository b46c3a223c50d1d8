/** The product and its commands on a bucket, as processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeAbandonedFolders } from '../../server/files/temporary.ts';
import { buildFields, buildPhoto, formOf } from '../build.ts';
import { dataOf } from '../harness.ts';
import { bareEnvironment, endsWithParent, freePort, type Product, type Staff, startProduct } from '../product.ts';
import { checkPassed, runCommand, runProduct } from '../program.ts';
import { openTestS3, s3Key, type TestS3 } from '../s3.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let data = '';
let s3: TestS3;
let environment: Record<string, string>;
let cleanUps: (() => unknown)[] = [];

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'maplegate-bucket-'));
  s3 = await openTestS3();
  environment = { ...s3Key, STORAGE_URL: (await s3.newBucket()).url };
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
  await s3.close();
  await rm(data, { recursive: true, force: true });
});

async function start(on = environment): Promise<Product> {
  const product = await startProduct(on, data);
  cleanUps.push(() => product.stop());
  return product;
}

const run = (name: string, ...words: string[]) => runCommand(name, { DATA_DIR: data, ...environment }, ...words);

async function add(staff: Staff): Promise<string> {
  const added = await staff.call('addApplication', { form: formOf(buildFields(), { image: await buildPhoto() }) });
  return dataOf(added).image ?? '';
}

const cookieOf = ({ cookies }: Staff) => cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

async function statusOf(product: Product, staff: Staff, path: string): Promise<number> {
  const answer = await fetch(product.origin + path, { headers: { cookie: cookieOf(staff) } });
  await answer.arrayBuffer();
  return answer.status;
}

test('an unusable bucket stops the start with one message and exit code 1, and nothing is created', async () => {
  const { STORAGE_URL = '' } = environment;
  const port = await freePort();
  const refused: [Record<string, string>, string][] = [
    [{ STORAGE_URL: STORAGE_URL.replace('bucket-1', 'nowhere') }, 'There is no bucket nowhere at '],
    [{ AWS_ACCESS_KEY_ID: 'NOBODY' }, 'does not accept the key (InvalidAccessKeyId)'],
    [{ STORAGE_URL: `s3://bucket-1?endpoint=http://127.0.0.1:${port}` }, 'does not answer (ECONNREFUSED)'],
    [{ STORAGE_URL: 's3://bucket-1/a' }, '- STORAGE_URL must look like s3://'],
  ];
  const refusals = refused.map(async ([wrong, sentence], at) => {
    const dataDir = join(data, String(at));
    const { code, stdout, stderr } = await runProduct({ ...environment, DATA_DIR: dataDir, ...wrong });
    expect([code, stdout.replace(/^\{.*"msg":"starting".*\}\n$/, '')]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('    at ');
    const made = await readdir(dataDir).catch(() => []);
    expect(made.filter((name) => !name.startsWith('running.lock'))).toEqual([]);
  });
  await Promise.all(refusals);
});

test('a bucket that goes away in the middle of an upload: 503, not ready, nothing half done; it recovers by itself', async () => {
  const product = await start();
  const staff = await product.staff();
  const kept = await add(staff);
  const form = new Response(formOf(buildFields(), { image: await buildPhoto() }));
  const body = Buffer.from(await form.clone().arrayBuffer());
  const upload = request(`${product.origin}/api/application/addApplication`, {
    method: 'POST',
    headers: {
      cookie: cookieOf(staff),
      'content-type': form.headers.get('content-type') ?? '',
      'content-length': body.length,
    },
  });
  const answered = once(upload, 'response') as Promise<[IncomingMessage]>;
  upload.write(body.subarray(0, body.length / 2));
  await sleep(200);
  await s3.stop();
  upload.end(body.subarray(body.length / 2));
  const [answer] = await answered;
  expect([answer.statusCode, JSON.parse(await text(answer)).code]).toEqual([503, 'unavailable']);
  expect(await statusOf(product, staff, '/readyz')).toBe(503);
  expect(await statusOf(product, staff, '/healthz')).toBe(200);
  expect(await statusOf(product, staff, kept)).toBe(503);
  expect(dataOf(await staff.call('applications')).applications).toHaveLength(1);
  await s3.start();
  expect(await statusOf(product, staff, '/readyz')).toBe(200);
  expect(await statusOf(product, staff, kept)).toBe(200);
  await add(staff);
  expect(await run('check')).toEqual({ code: 0, stdout: checkPassed, stderr: '' });
  expect(await readdir(data)).not.toContain('files');
});

test('a bucket that hangs during an upload delays no other request, and the upload gets an error', async () => {
  const product = await start();
  const staff = await product.staff();
  await add(staff);
  s3.disturb(() => true);
  const form = formOf(buildFields(), { image: await buildPhoto() });
  let isAnswered = false;
  const upload = staff.call('addApplication', { form }).finally(() => {
    isAnswered = true;
  });
  let lists = 0;
  for (; !isAnswered; lists++) expect((await staff.call('applications')).status).toBe(200);
  expect((await upload).status).toBe(503);
  expect(lists).toBeGreaterThan(5);
  s3.disturb(null);
  await expect.poll(() => statusOf(product, staff, '/readyz')).toBe(200);
  await add(staff);
  expect(dataOf(await staff.call('applications')).applications).toHaveLength(2);
});

test('files move to a bucket and back while staff add and read, and the product then runs on the other storage', async () => {
  const onDisk = s3Key;
  const first = await start(onDisk);
  const staff = await first.staff();
  const added = [await add(staff), await add(staff)];
  const follower = follow(['--to', environment.STORAGE_URL ?? ''], onDisk);
  await follower.says('files are in the bucket bucket-1. Following');
  added.push(await add(staff), await add(staff));
  await first.stop();
  await follower.says('more.');
  const { code, output } = await follower.stop();
  expect(output).toMatch(
    /\n\d+ files are in the bucket bucket-1, each with the hash of its row; \d+ objects were sent\. 0 problems\.\n$/,
  );
  expect(code).toBe(0);

  const second = await start();
  const again = await second.staff();
  for (const path of added) expect(await statusOf(second, again, path)).toBe(200);
  expect(await run('check')).toEqual({ code: 0, stdout: checkPassed, stderr: '' });
  added.push(await add(again));
  const back = await run('move-files', '--to', 'disk');
  expect([back.code, back.stderr]).toEqual([0, '']);
  expect(back.stdout).toMatch(/files are in the folder of DATA_DIR, .*; 2 objects were sent\. 0 problems\.\n$/);
  await second.stop();
  const third = await start(onDisk);
  const last = await third.staff();
  for (const path of added) expect(await statusOf(third, last, path)).toBe(200);
});

test('files that npm run move-files is moving are safe from the sweep of the product and from a second run', async () => {
  const product = await start();
  const staff = await product.staff();
  const noise = { width: 2_000, height: 2_000, channels: 3 } as const;
  const image = await sharp(randomBytes(2_000 * 2_000 * 3), { raw: noise })
    .jpeg()
    .toBuffer();
  dataOf(await staff.call('addApplication', { form: formOf(buildFields(), { image }) }));
  await mkdir(join(data, 'moving', 'files'), { recursive: true });
  await writeFile(join(data, 'moving', 'files', 'left by a killed run'), 'half');
  let held: IncomingMessage | null = null;
  s3.disturb((request) => {
    const isLaterChunk = request.method === 'GET' && /^bytes=[1-9]/.test(request.headers.range ?? '');
    if (isLaterChunk) held ??= request;
    return isLaterChunk;
  });
  const moved = run('move-files', '--to', 'disk');
  await expect.poll(() => held !== null).toBe(true);

  const longAgo = new Date(Date.now() - 120_000);
  for (const name of await readdir(data, { recursive: true })) {
    await utimes(join(data, name), longAgo, longAgo).catch((failure) => {
      if (failure.code !== 'ENOENT') throw failure; // a file beside the held one reached its place meanwhile
    });
  }
  await removeAbandonedFolders(data);
  expect(await run('move-files', '--to', 'disk')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`Another process is running on ${join(data, 'moving')}.`),
  });
  s3.disturb(null);
  (held as IncomingMessage | null)?.socket.destroy();
  const { code, stdout, stderr } = await moved;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('0 problems.');
  expect(await readdir(join(data, 'moving'))).toEqual(['running.lock']);
});

/** The command with `--follow`, until it is stopped as by Ctrl-C. */
function follow(words: string[], on: Record<string, string>) {
  const child: ChildProcess = spawn(
    process.execPath,
    [...endsWithParent, 'server/commands/move-files.ts', ...words, '--follow'],
    {
      cwd: root,
      env: { ...bareEnvironment, DATA_DIR: data, ...on },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  cleanUps.push(() => child.kill('SIGKILL'));
  return {
    async says(words: string) {
      for (let at = 0; at < 600 && child.exitCode === null && !output.includes(words); at++) await sleep(50);
      expect(output).toContain(words);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      const [code] = (await ended) as [number];
      return { code, output };
    },
  };
}

test('npm run move-files says what is wrong with its arguments, and with a bucket of another database', async () => {
  const product = await start();
  await product.staff();
  const move = (...words: string[]) => run('move-files', ...words);
  for (const words of [[], ['--too', 'disk'], ['disk'], ['--to']]) {
    expect(await move(...words)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Usage: npm run move-files'),
    });
  }
  expect(await move('--to', 'tape')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--to must be the word'),
  });
  const same = await move('--to', environment.STORAGE_URL ?? '');
  expect([same.code, same.stderr]).toEqual([1, 'The files are to go from the bucket bucket-1 to where they are.\n']);

  const other = await mkdtemp(join(tmpdir(), 'maplegate-bucket-'));
  cleanUps.push(() => rm(other, { recursive: true, force: true }));
  const foreign = await runProduct({ ...environment, DATA_DIR: other });
  expect([foreign.code, foreign.stderr]).toEqual([
    1,
    expect.stringContaining('The bucket bucket-1 keeps the files of another database.'),
  ]);
});
