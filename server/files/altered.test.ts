/** What a reader receives of a stored file that somebody altered on the disk. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addApplication, buildNoise, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, isOnBucket, onOneEngine, type TestHarness } from '../../test/harness.ts';
import { withHttpServer } from '../../test/http-server.ts';
import { checkStore } from '../commands/check-store.ts';
import { systemContext } from '../context.ts';
import { diskPath } from '../storage/disk.ts';
import { headerBytes, overheadBytes } from '../storage/floe.ts';

const segmentBytes = 128 * 1024;
const contentBytes = segmentBytes - overheadBytes;

interface Received {
  status: number;
  requestId: string | null;
  bytes: Buffer;
  /** Whether the answer was complete; a browser shows an error otherwise. */
  isComplete: boolean;
}

async function read(port: number, path: string, caller: Caller): Promise<Received> {
  const cookie = [...caller.cookies].map((pair) => pair.join('=')).join('; ');
  const { status, headers, body } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
  const pieces: Uint8Array[] = [];
  let isComplete = true;
  try {
    for await (const piece of body ?? []) pieces.push(piece);
  } catch {
    isComplete = false;
  }
  return { status, requestId: headers.get('x-request-id'), bytes: Buffer.concat(pieces), isComplete };
}

const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return copy;
};

/** A scan of more than three segments. */
async function storedScan(harness: TestHarness) {
  const staff = await harness.signIn('admin');
  const { _id: id } = await addApplication(staff);
  const form = formOf({}, { file1: await buildNoise(900, 700) });
  const { file1 } = dataOf(await staff.call('updateAttachments', { params: { id }, form }));
  const url = file1 ?? '';
  const name = url.split('/').at(-1) ?? '';
  const path = diskPath(join(harness.settings.dataDir, 'files'), name);
  const onDisk = await readFile(path);
  expect(onDisk.length).toBeGreaterThan(headerBytes + 3 * segmentBytes);
  return { staff, url, name, path, onDisk };
}

const errorsOf = ({ lines }: TestHarness) =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ level }) => Number(level) >= 50);

// A bucket's objects cannot be altered by writing to a path.
onOneEngine('a stored file that was altered on the disk', (open) => {
  test.skipIf(isOnBucket)(
    'after its first segment is sent only up to the altered one, is logged, and is named by the check',
    async () => {
      const harness = await open();
      const { staff, url, name, path, onDisk } = await storedScan(harness);
      const secondAt = headerBytes + segmentBytes;
      const ways: [name: string, altered: Buffer, segmentsBefore: number][] = [
        ['a byte of the second segment', flipped(onDisk, secondAt + 500), 1],
        ['a byte of the third segment', flipped(onDisk, secondAt + segmentBytes + 500), 2],
        ['the last byte', flipped(onDisk, onDisk.length - 1), Math.floor((onDisk.length - headerBytes) / segmentBytes)],
        ['a cut within the third segment', onDisk.subarray(0, secondAt + segmentBytes + 500), 2],
        ['a cut at the end of the second segment', onDisk.subarray(0, secondAt + segmentBytes), 1],
      ];
      await withHttpServer(harness, async ({ port }) => {
        const whole = await read(port, url, staff);
        expect([whole.status, whole.isComplete]).toEqual([200, true]);
        expect(errorsOf(harness)).toEqual([]);
        for (const [way, altered, segmentsBefore] of ways) {
          await writeFile(path, altered);
          const { requestId, bytes, isComplete } = await read(port, url, staff);
          expect(isComplete, way).toBe(false);
          expect(bytes.length, way).toBeLessThanOrEqual(segmentsBefore * contentBytes);
          expect(bytes.equals(whole.bytes.subarray(0, bytes.length)), way).toBe(true);
          const route = '/api/files/{name}';
          const entry = { requestId, route, error: 'StorageFault', msg: 'an answer could not be written' };
          expect(errorsOf(harness).at(-1), way).toMatchObject(entry);
          const problems = await checkStore(systemContext(harness));
          expect(problems, way).toEqual([expect.stringContaining(`The file ${name} is not what was stored.`)]);
        }
        expect(errorsOf(harness)).toHaveLength(ways.length);
        await writeFile(path, onDisk);
        expect((await read(port, url, staff)).bytes.equals(whole.bytes)).toBe(true);
      });
    },
  );

  test.skipIf(isOnBucket)('in its first segment is a 500 without any of its content, and is logged', async () => {
    const harness = await open();
    const { staff, url, path, onDisk } = await storedScan(harness);
    await writeFile(path, flipped(onDisk, headerBytes + 500));
    await withHttpServer(harness, async ({ port }) => {
      const { status, requestId, bytes } = await read(port, url, staff);
      expect([status, JSON.parse(String(bytes))]).toMatchObject([500, { code: 'internal_error', requestId }]);
      expect(errorsOf(harness)).toMatchObject([{ requestId, error: 'StorageFault', msg: 'unexpected error' }]);
    });
  });
});
