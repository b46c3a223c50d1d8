import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestS3, s3Key, type TestS3 } from '../../test/s3.ts';
import { newId } from '../identifiers.ts';
import { OperatorError } from '../operator-error.ts';
import type { Bucket } from './bucket.ts';
import { isBucketEmpty, reachBucket, type Timeouts } from './s3.ts';
import { type Storage, StorageFault } from './storage.ts';

const shortTimeouts: Timeouts = { connectMs: 1_000, silentMs: 700, workMs: 15_000, putMs: 20_000, checkMs: 1_000 };
const largeBytes = 17 * 1024 * 1024;
const unavailable = { constructor: StorageFault, kind: 'unavailable' };

let folder: string;
let s3: TestS3;
let bucket: Bucket;
let storage: Storage;
/** Method and path with its query of every request since the test began. */
let requests: string[];

beforeAll(async () => {
  Object.assign(process.env, s3Key, { AWS_EC2_METADATA_DISABLED: 'true' });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-s3-'));
  s3 = await openTestS3();
  ({ bucket } = await s3.newBucket());
  storage = await (await reachBucket(bucket, shortTimeouts))('an owner');
  watch();
});
afterEach(async () => {
  Object.assign(process.env, s3Key);
  await storage.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => {
  for (const name of Object.keys(s3Key)) delete process.env[name];
});

/** Records every request; those that `answer` handles do not reach the server. */
function watch(answer: (request: IncomingMessage, response: ServerResponse) => boolean = () => false): void {
  requests = [];
  s3.disturb((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    return answer(request, response);
  });
}

/** Answers the next `times` requests instead of the server. */
function next(times: number, answer: (request: IncomingMessage, response: ServerResponse) => void): void {
  let remaining = times;
  watch((request, response) => {
    if (remaining-- <= 0) return false;
    answer(request, response);
    return true;
  });
}

const refuse = (status: number, code: string) => (request: IncomingMessage, response: ServerResponse) => {
  request.resume();
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
};

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, newId());
  await writeFile(path, bytes);
  return path;
}

async function stored(bytes: Uint8Array): Promise<string> {
  const key = `${newId()}.jpg`;
  await storage.put(key, await fileOf(bytes), 'image/jpeg');
  return key;
}

async function read(key: string): Promise<Buffer | null> {
  const found = await storage.get(key);
  return found && Buffer.from(await new Response(found.stream).arrayBuffer());
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const batch of storage.list()) found.push(...batch);
  return found;
}

async function startError(reached = bucket): Promise<string> {
  const error = await reachBucket(reached, shortTimeouts)
    .then((claim) => claim('an owner'))
    .catch((error: unknown) => error);
  expect(error).toBeInstanceOf(OperatorError);
  return (error as OperatorError).message;
}

test('a file is sent in one piece, so that it exists completely or not at all', async () => {
  // With the usual patience, since a busy machine may be silent for longer while it takes in this much.
  await storage.close();
  storage = await (await reachBucket(bucket))('an owner');
  watch();
  const bytes = randomBytes(largeBytes);
  const key = await stored(bytes);
  expect(requests).toEqual([expect.stringMatching(`^PUT /${bucket.name}/${key}`)]);
  expect((await read(key))?.equals(bytes)).toBe(true);
});

test('a request that the server could not serve is tried again', async () => {
  next(2, refuse(503, 'SlowDown'));
  const bytes = randomBytes(1000);
  const key = await stored(bytes);
  next(2, refuse(500, 'InternalError'));
  expect((await read(key))?.equals(bytes)).toBe(true);
  next(1, (request) => request.socket.destroy());
  expect(await storage.writtenAt(key)).toBeInstanceOf(Date);
});

test('a list is read page by page to its end', async () => {
  const put = await Promise.all(Array.from({ length: 10 }, () => stored(randomBytes(5))));
  watch((request) => {
    if (request.url?.includes('list-type=2')) request.url += '&max-keys=3';
    return false;
  });
  expect((await keys()).sort()).toEqual(put.sort());
  expect(requests).toHaveLength(4);
});

test('an answer cut off in its middle is read again', async () => {
  const bytes = randomBytes(2_500_000);
  const key = await stored(bytes);
  next(1, (_, response) => {
    response.writeHead(206, { 'content-length': 1024 * 1024, 'content-range': `bytes 0-1048575/${bytes.length}` });
    response.write(bytes.subarray(0, 1000), () => response.destroy());
  });
  expect((await read(key))?.equals(bytes)).toBe(true);
});

test('a file that cannot be sent leaves nothing under the key, and the local file stays', async () => {
  const path = await fileOf(randomBytes(largeBytes));
  const key = `${newId()}.jpg`;
  watch((request, response) => {
    if (request.method !== 'PUT') return false;
    refuse(500, 'InternalError')(request, response);
    return true;
  });
  await expect(storage.put(key, path, 'image/jpeg')).rejects.toMatchObject(unavailable);
  expect(requests).toHaveLength(3);
  watch();
  expect([await keys(), await storage.get(key)]).toEqual([[], null]);
  await access(path);
});

test('an unreachable server is a fault at once, and is used again once it is back', async () => {
  const bytes = randomBytes(1000);
  const storedKey = await stored(bytes);
  await s3.stop();
  const path = await fileOf(bytes);
  const key = `${newId()}.jpg`;
  // The error is the refusal itself, not a timeout.
  const refused = { ...unavailable, code: 'ECONNREFUSED' };
  await expect(storage.put(key, path, 'image/jpeg')).rejects.toMatchObject(refused);
  await expect(storage.get(storedKey)).rejects.toMatchObject(refused);
  await expect(storage.remove(storedKey)).rejects.toMatchObject(refused);
  await expect(storage.writtenAt(storedKey)).rejects.toMatchObject(refused);
  await expect(keys()).rejects.toMatchObject(refused);
  await expect(storage.check()).rejects.toThrow(`The bucket ${bucket.name} cannot be used.`);
  await s3.start();
  await storage.check();
  expect(await keys()).toEqual([storedKey]);
  await storage.put(key, path, 'image/jpeg');
  expect((await read(key))?.equals(bytes)).toBe(true);
});

test('a request to a silent server times out; then requests fail at once for a while', async () => {
  const key = await stored(randomBytes(10));
  watch(() => true);
  await expect(storage.get(key)).rejects.toMatchObject({ ...unavailable, code: 'TimeoutError' });
  const attempts = requests.length;
  // Each of them waits for the full timeout.
  expect(attempts).toBeLessThanOrEqual(3);
  await expect(storage.get(key)).rejects.toMatchObject({ ...unavailable, code: 'PausedAfterTimeout' });
  expect(requests).toHaveLength(attempts);
  await expect(storage.check()).rejects.toThrow('cannot be used');
  watch();
  await sleep(2_100);
  expect(await read(key)).toHaveLength(10);
});

test('the pause after a fault ends when the check finds the server back', async () => {
  const key = await stored(randomBytes(10));
  watch(() => true);
  await expect(storage.get(key)).rejects.toMatchObject(unavailable);
  watch();
  await storage.check();
  expect(await read(key)).toHaveLength(10);
});

test('readers that stop reading hold no connection that others need', async () => {
  const bytes = randomBytes(2_500_000);
  const key = await stored(bytes);
  watch((request, response) => {
    const [, from = 0, to = bytes.length] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = bytes.subarray(Number(from), Number(to) + 1);
    response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${bytes.length}`, 'content-length': part.length });
    response.end(part);
    return true;
  });
  const slow = [];
  for (let at = 0; at < 150; at++) slow.push((await storage.get(key))?.stream.getReader());
  await Promise.all(slow.map((reader) => reader?.read()));
  expect(await read(key)).toHaveLength(bytes.length);
  await Promise.all(slow.map((reader) => reader?.cancel()));
});

test('a full bucket is reported as a full disk', async () => {
  for (const [status, code] of [
    [507, 'InsufficientStorage'],
    [400, 'XMinioStorageFull'],
    [403, 'QuotaExceeded'],
  ] as const) {
    next(99, refuse(status, code));
    await expect(stored(randomBytes(10))).rejects.toMatchObject({ constructor: StorageFault, kind: 'full' });
  }
});

test('a withdrawn right is a fault, not a missing file', async () => {
  const key = await stored(randomBytes(10));
  next(99, refuse(403, 'AccessDenied'));
  await expect(storage.get(key)).rejects.toMatchObject({ ...unavailable, code: 'AccessDenied' });
  next(99, refuse(404, 'NoSuchBucket'));
  await expect(storage.get(key)).rejects.toMatchObject({ ...unavailable, code: 'NoSuchBucket' });
});

test('a bucket that cannot be used stops the start with a message that says what to correct', async () => {
  expect(await startError({ ...bucket, name: 'nowhere' })).toBe(
    `There is no bucket nowhere at ${s3.endpoint}. Make it, or correct STORAGE_URL.`,
  );
  const silent = await openTestS3();
  await silent.close();
  expect(await startError({ ...bucket, endpoint: silent.endpoint })).toBe(
    `The storage at ${silent.endpoint} does not answer (ECONNREFUSED). Check the endpoint of STORAGE_URL.`,
  );
  for (const endpoint of ['http://nowhere.invalid', s3.endpoint.replace('http:', 'https:')]) {
    expect(await startError({ ...bucket, endpoint }), endpoint).toContain('does not answer (');
  }
  process.env.AWS_ACCESS_KEY_ID = 'NOBODY';
  expect(await startError()).toContain('does not accept the key (InvalidAccessKeyId). Check AWS_ACCESS_KEY_ID');
  for (const name of Object.keys(s3Key)) delete process.env[name];
  expect(await startError()).toBe('The storage needs a key. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  Object.assign(process.env, s3Key);
  const answers: [number, string, string][] = [
    [403, 'SignatureDoesNotMatch', 'does not accept the key (SignatureDoesNotMatch).'],
    [403, 'AccessDenied', `The key may not list, read and write in the bucket ${bucket.name} (AccessDenied).`],
    [301, 'PermanentRedirect', `The bucket ${bucket.name} is not in the region us-east-1 (PermanentRedirect).`],
    [400, 'AuthorizationHeaderMalformed', 'is not in the region us-east-1'],
    [501, 'NotImplemented', 'is not an S3 server (NotImplemented)'],
  ];
  for (const [status, code, sentence] of answers) {
    next(99, refuse(status, code));
    expect(await startError()).toContain(sentence);
  }
});

test('an address where a website answers is not taken for a bucket', async () => {
  for (const status of [200, 404, 405]) {
    next(99, (request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><title>Hello</title><p>Hello');
    });
    expect(await startError(), String(status)).toContain('is not an S3 server');
  }
});

test('a key that may read but not write stops the start', async () => {
  watch((request, response) => {
    if (request.method !== 'PUT') return false;
    refuse(403, 'AccessDenied')(request, response);
    return true;
  });
  expect(await startError()).toContain('may not list, read and write');
});

test('a bucket belongs to one database: another is refused and changes nothing, a further node of the same is accepted', async () => {
  const key = await stored(randomBytes(10));
  watch();
  const claim = await reachBucket(bucket, shortTimeouts);
  await expect(claim('somebody else')).rejects.toThrow(OperatorError);
  expect(requests.filter((line) => !line.startsWith('GET '))).toEqual([]);
  const beside = await (await reachBucket(bucket, shortTimeouts))('an owner');
  expect(await beside.get(key)).not.toBeNull();
  expect(await keys()).toEqual([key]);
  await beside.close();
});

test('without a bucket nothing of the S3 client is loaded', async () => {
  const script = `
    const { default: { _cache } } = await import('node:module');
    const { prepareStorage } = await import('./server/storage/prepare-storage.ts');
    const bucket = ${JSON.stringify(bucket)};
    for (const place of [{ bucket: null }, { bucket }]) {
      await (await prepareStorage({ ...place, dataDir: ${JSON.stringify(folder)} }))('an owner');
      console.log(Object.keys(_cache).filter((path) => /@aws-sdk|@smithy/.test(path)).length > 0);
    }
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout).toBe('false\ntrue\n');
});

test('reading a file that is replaced meanwhile fails, instead of returning half of each', async () => {
  const key = await stored(randomBytes(3 * 1024 * 1024));
  const { stream } = (await storage.get(key)) ?? {};
  const reader = stream?.getReader();
  await reader?.read();
  const other = randomBytes(3 * 1024 * 1024);
  await storage.put(key, await fileOf(other), 'image/jpeg');
  // The server of the tests does not know the header; this is what Amazon answers.
  const tag = `"${createHash('md5').update(other).digest('hex')}"`;
  watch((request, response) => {
    if ([undefined, tag].includes(request.headers['if-match'])) return false;
    refuse(412, 'PreconditionFailed')(request, response);
    return true;
  });
  const readToEnd = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(readToEnd()).rejects.toMatchObject(unavailable);
});

test('a bucket counts as empty only without any object, including an owner’s mark and objects of others', async () => {
  const marked = (await s3.newBucket()).bucket;
  expect(await isBucketEmpty(marked)).toBe(true);
  await (await (await reachBucket(marked, shortTimeouts))('an owner')).close();
  expect(await isBucketEmpty(marked)).toBe(false);
  await expect(isBucketEmpty({ ...marked, name: 'no-such-bucket' })).rejects.toThrow(/There is no bucket/);
});
