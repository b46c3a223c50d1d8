/** The product and its commands on a bucket, as processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeAbandonedFolders } from '../../server/files/temporary.ts';
import { addApplication, buildFields, buildNoise, buildPhoto, formOf } from '../build.ts';
import { hostCommand } from '../command-host.ts';
import { dataOf } from '../data-of.ts';
import { sendHalfUpload } from '../half-upload.ts';
import { bareEnvironment, endsWithParent, type Product, type Staff, startProduct } from '../product.ts';
import { checkPassed, runCommand, runProduct } from '../program.ts';
import { openTestS3, s3Key, type TestS3 } from '../s3.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let folder = '';
let s3: TestS3;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-bucket-'));
  s3 = await openTestS3();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

interface Place {
  data: string;
  bucket: string;
  environment: Record<string, string>;
  run(name: string, ...args: string[]): ReturnType<typeof runCommand>;
  hosted(name: string, ...args: string[]): ReturnType<typeof hostCommand>;
}

/** A data folder and a bucket, both empty. */
async function newPlace(): Promise<Place> {
  const data = await mkdtemp(join(folder, 'data-'));
  const { url, bucket } = await s3.newBucket();
  const environment = { ...s3Key, STORAGE_URL: url };
  return {
    ...{ data, environment, bucket: bucket.name },
    run: (name, ...args) => runCommand(name, { DATA_DIR: data, ...environment }, ...args),
    hosted: (name, ...args) => hostCommand(name, { DATA_DIR: data, ...environment }, ...args),
  };
}

async function statusOf({ origin }: Product, { cookie }: Staff, path: string): Promise<number> {
  const answer = await fetch(origin + path, { headers: { cookie } });
  await answer.arrayBuffer();
  return answer.status;
}

const addPhoto = async (staff: Staff) => (await addApplication(staff)).image ?? '';

test('an unusable bucket stops the start with one message and exit code 1, and nothing is created', async () => {
  const { data, bucket, environment } = await newPlace();
  const STORAGE_URL = environment.STORAGE_URL?.replace(bucket, 'nowhere') ?? '';
  const { code, stdout, stderr } = await runProduct({ ...environment, DATA_DIR: data, STORAGE_URL });
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^\{.*"msg":"starting".*\}\n$/)]);
  expect(stderr).toMatch(/^There is no bucket nowhere at .*\n$/);
  expect((await readdir(data)).filter((name) => !name.startsWith('running.lock'))).toEqual([]);
});

test('files move to a bucket and back while staff add and read, and the product then runs on the other storage', async () => {
  const { data, bucket, environment, run, hosted } = await newPlace();
  const onDisk = s3Key;
  const first = await startProduct(onDisk, data);
  const staff = await first.staff();
  const added = [await addPhoto(staff), await addPhoto(staff)];
  const follower = startCommand('move-files', ['--to', environment.STORAGE_URL ?? '', '--follow'], {
    DATA_DIR: data,
    ...onDisk,
  });
  await follower.says(` in the bucket ${bucket}. Following`);
  added.push(await addPhoto(staff), await addPhoto(staff));
  await first.stop();
  await follower.says('more.');
  const { code, output } = await follower.stop();
  expect(output).toMatch(
    RegExp(
      `\\n\\d+ files? in the bucket ${bucket}, each with the hash of its row; \\d+ objects? sent\\. 0 problems\\.\\n$`,
    ),
  );
  expect(code).toBe(0);

  const second = await startProduct(environment, data);
  const again = await second.staff();
  for (const path of added) expect(await statusOf(second, again, path)).toBe(200);
  expect(await hosted('check')).toEqual({ code: 0, stdout: checkPassed, stderr: '' });
  added.push(await addPhoto(again));
  const back = await run('move-files', '--to', 'disk');
  expect([back.code, back.stderr]).toEqual([0, '']);
  expect(back.stdout).toMatch(/ in the folder of DATA_DIR, .*; 2 objects sent\. 0 problems\.\n$/);
  await second.stop();
  // Every file is on the disk again, and can be read there.
  expect(await hostCommand('check', { DATA_DIR: data, ...onDisk })).toMatchObject({ code: 0, stdout: checkPassed });

  // The copies in the bucket are under the key that is replaced now.
  const keys = {
    SECRET_KEY: 'the next key of this test, of 32 bytes and more',
    SECRET_KEY_BEFORE: (await readFile(join(data, 'secret.key'), 'utf8')).trim(),
  };
  const onDiskAgain = { DATA_DIR: data, ...s3Key };
  expect(await runCommand('new-key', { ...onDiskAgain, ...keys })).toMatchObject({ code: 0 });
  const moved = await hostCommand('move-files', { ...onDiskAgain, ...keys }, '--to', environment.STORAGE_URL ?? '');
  expect(moved).toMatchObject({ code: 0, stdout: expect.not.stringContaining('; 0 objects sent') });
  const withoutFormer = { DATA_DIR: data, ...environment, SECRET_KEY: keys.SECRET_KEY };
  expect(await hostCommand('check', withoutFormer)).toMatchObject({ code: 0, stdout: checkPassed });
});

test('npm run new-key makes no pauses, says how far it is, and leaves no plain file when SIGTERM stops it', async () => {
  const { data, environment } = await newPlace();
  const product = await startProduct(environment, data);
  const staff = await product.staff();
  await addPhoto(staff);
  await addPhoto(staff);
  await product.stop();
  const keys = {
    SECRET_KEY: 'the next key of this test, of 32 bytes and more',
    SECRET_KEY_BEFORE: (await readFile(join(data, 'secret.key'), 'utf8')).trim(),
  };
  await mkdir(join(data, 'uploads', 'left by a killed process'), { recursive: true });
  await writeFile(join(data, 'uploads', 'left by a killed process', 'half'), 'half');
  const held = new Map<string, IncomingMessage>();
  s3.disturb((request) => {
    const id = request.method === 'PUT' ? /\/([0-9a-f]{24})\./.exec(request.url ?? '')?.[1] : undefined;
    if (!id || held.has(id)) return false;
    held.set(id, request);
    return true;
  });
  const command = startCommand('new-key', [], { DATA_DIR: data, ...environment, ...keys });
  await expect.poll(() => held.size).toBe(1);
  // Longer than until the next line is due. A pause of several times as long would be longer than the poll below.
  await sleep(6_000);
  for (const request of held.values()) request.socket.destroy();
  await expect.poll(() => held.size, { timeout: 15_000 }).toBe(2);
  await command.says('1 file …');
  expect(await readdir(join(data, 'uploads'))).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/)]);
  expect((await readdir(join(data, 'uploads'), { recursive: true })).length).toBeGreaterThan(1);
  const { code, output } = await command.stop('SIGTERM');
  s3.disturb(null);
  expect([code, output]).toEqual([
    143,
    expect.stringMatching(/\nStopped\. .+ Start the product with the new key and /),
  ]);
  expect(await readdir(join(data, 'uploads'))).toEqual([]);
  const place = { DATA_DIR: data, ...environment, ...keys };
  expect(await hostCommand('check', place)).toMatchObject({ code: 0, stdout: checkPassed });
});

test('npm run restore leaves no plain file when SIGTERM stops it, and removes those of a killed one', async () => {
  const source = join(folder, 'source');
  const product = await startProduct({}, source);
  await addPhoto(await product.staff());
  await product.stop();
  const backup = join(folder, 'backup.tar');
  expect(await hostCommand('backup', { DATA_DIR: source }, backup, '--plain')).toMatchObject({ code: 0 });
  const { data, environment, hosted } = await newPlace();
  let isHeld = false;
  s3.disturb((request) => {
    const isFile = request.method === 'PUT' && /\/[0-9a-f]{24}\./.test(request.url ?? '');
    isHeld ||= isFile;
    return isFile;
  });
  const command = startCommand('restore', [backup], { DATA_DIR: data, ...environment });
  await expect.poll(() => isHeld).toBe(true);
  expect((await readdir(join(data, 'uploads'), { recursive: true })).length).toBeGreaterThan(1);
  const stopped = await command.stop('SIGTERM');
  s3.disturb(null);
  expect(stopped).toEqual({ code: 143, output: 'Stopped. Run the command again: it begins from the start.\n' });
  expect(await readdir(join(data, 'uploads'))).toEqual([]);
  await mkdir(join(data, 'uploads', 'left by a killed process'));
  await writeFile(join(data, 'uploads', 'left by a killed process', 'half'), 'half');
  expect(await hosted('restore', backup)).toMatchObject({ code: 0 });
  expect(await readdir(join(data, 'uploads'))).toEqual([]);
});

/** A command of the owner, until it is stopped as by Ctrl-C. */
function startCommand(name: string, args: string[], environment: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [...endsWithParent, `server/commands/${name}.ts`, ...args], {
    cwd: root,
    env: { ...bareEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  return {
    says: (text: string) => expect.poll(() => output).toContain(text),
    async stop(signal: NodeJS.Signals = 'SIGINT') {
      // Unlike `exit`, `close` comes after the last output.
      const ended = once(child, 'close');
      child.kill(signal);
      const [code] = (await ended) as [number];
      return { code, output };
    },
  };
}

describe('a product on a bucket', () => {
  let place: Place;
  let product: Product;
  let staff: Staff;
  beforeAll(async () => {
    place = await newPlace();
    product = await startProduct(place.environment, place.data);
    staff = await product.staff();
  });
  afterAll(() => product?.stop());

  const total = async () => dataOf(await staff.call('applications')).totalApplication;

  test('a bucket that goes away in the middle of an upload: 503, not ready, nothing half done; it recovers by itself', async () => {
    const kept = await addPhoto(staff);
    const before = await total();
    const upload = await sendHalfUpload(product.origin, staff.cookie);
    await s3.stop();
    const { status, body } = await upload.finish();
    expect([status, JSON.parse(body).code]).toEqual([503, 'unavailable']);
    // The result of a check is believed for half a second.
    await expect.poll(() => statusOf(product, staff, '/readyz')).toBe(503);
    expect(await statusOf(product, staff, '/healthz')).toBe(200);
    expect(await statusOf(product, staff, kept)).toBe(503);
    expect(await total()).toBe(before);
    await s3.start();
    await expect.poll(() => statusOf(product, staff, '/readyz')).toBe(200);
    expect(await statusOf(product, staff, kept)).toBe(200);
    await addPhoto(staff);
    expect(await place.hosted('check')).toEqual({ code: 0, stdout: checkPassed, stderr: '' });
    expect(await readdir(place.data)).not.toContain('files');
  });

  test('a bucket that hangs during an upload delays no other request, and the upload gets an error', async () => {
    const before = await total();
    s3.disturb(() => true);
    let isAnswered = false;
    const form = formOf(buildFields(), { image: await buildPhoto() });
    const upload = staff.call('addApplication', { form }).finally(() => {
      isAnswered = true;
    });
    let lists = 0;
    for (; !isAnswered; lists++) {
      expect((await staff.call('applications')).status).toBe(200);
      await sleep(100);
    }
    expect((await upload).status).toBe(503);
    expect(lists).toBeGreaterThan(5);
    s3.disturb(null);
    await expect.poll(() => statusOf(product, staff, '/readyz')).toBe(200);
    await addPhoto(staff);
    expect(await total()).toBe(before + 1);
  });

  test('npm run move-files says what is wrong with its arguments', async () => {
    const move = (...args: string[]) => place.hosted('move-files', ...args);
    for (const args of [[], ['--too', 'disk']]) {
      expect(await move(...args)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Usage: npm run move-files'),
      });
    }
    expect(await move('--to', 'tape')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--to must be the word'),
    });
    const same = await move('--to', place.environment.STORAGE_URL ?? '');
    expect([same.code, same.stderr]).toEqual([
      1,
      `The files are already in the bucket ${place.bucket}. Nothing was changed.\n`,
    ]);
  });

  test('files that npm run move-files is moving are safe from the sweep of the product and from a second run', async () => {
    const { data, run } = place;
    const image = await buildNoise(1_200, 1_200);
    dataOf(await staff.call('addApplication', { form: formOf(buildFields(), { image }) }));
    await mkdir(join(data, 'moving', 'files'), { recursive: true });
    await writeFile(join(data, 'moving', 'files', 'left by a killed run'), 'half');
    const held: IncomingMessage[] = [];
    s3.disturb((request) => {
      const isLaterChunk = request.method === 'GET' && /^bytes=[1-9]/.test(request.headers.range ?? '');
      if (isLaterChunk) held.push(request);
      return isLaterChunk;
    });
    const moved = run('move-files', '--to', 'disk');
    await expect.poll(() => held.length).toBeGreaterThan(0);

    const longAgo = new Date(Date.now() - 120_000);
    for (const name of await readdir(data, { recursive: true })) {
      await utimes(join(data, name), longAgo, longAgo).catch((failure) => {
        // A file other than the held one may have reached its place meanwhile.
        if (failure.code !== 'ENOENT') throw failure;
      });
    }
    await removeAbandonedFolders(data);
    expect(await run('move-files', '--to', 'disk')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Another process is running on ${join(data, 'moving')}.`),
    });
    s3.disturb(null);
    // The first one may have timed out meanwhile, and another have been sent in its place.
    for (const request of held) request.socket.destroy();
    const { code, stdout, stderr } = await moved;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('0 problems.');
    expect(await readdir(join(data, 'moving'))).toEqual(['running.lock']);
  });

  // Both signals have one handler; SIGINT stops the command that follows the product above.
  test('npm run move-files removes its plain files when SIGTERM stops it', async () => {
    const { data, environment } = place;
    const image = await buildNoise(1_200, 1_200);
    dataOf(await staff.call('addApplication', { form: formOf(buildFields(), { image }) }));
    await rm(join(data, 'files'), { recursive: true, force: true });
    let isHeld = false;
    s3.disturb((request) => {
      const isLaterChunk = request.method === 'GET' && /^bytes=[1-9]/.test(request.headers.range ?? '');
      isHeld ||= isLaterChunk;
      return isLaterChunk;
    });
    const moving = startCommand('move-files', ['--to', 'disk', '--follow'], { DATA_DIR: data, ...environment });
    await expect.poll(() => isHeld).toBe(true);
    // What has arrived before is written a moment later.
    await expect.poll(() => readdir(join(data, 'moving', 'files'))).not.toEqual([]);
    const stopped = await moving.stop('SIGTERM');
    s3.disturb(null);
    expect(stopped).toEqual({
      code: 143,
      output: expect.stringMatching(
        /(^|\n)Stopped\. Run the command again: it skips files that are already copied\.\n$/,
      ),
    });
    expect(await readdir(join(data, 'moving'))).not.toContain('files');
  });
});
