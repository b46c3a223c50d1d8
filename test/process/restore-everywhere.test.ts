/** A backup made during work, from every engine and storage into every other. Part of `npm run faults`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspectForRestore } from '../../server/backup/restore.ts';
import { addWithDocuments } from '../build.ts';
import { dataOf } from '../data-of.ts';
import { createDatabase } from '../database.ts';
import { type Staff, startProduct } from '../product.ts';
import { checkPassed, runCommand } from '../program.ts';
import { openTestS3, s3Key, type TestS3 } from '../s3.ts';

const server = process.env.TEST_DATABASE_URL;
const callers = 50;

let folder = '';
let s3: TestS3;
let places = 0;

const engines = ['SQLite', 'PostgreSQL'] as const;
const storages = ['disk', 'bucket'] as const;
const combinations = engines.flatMap((engine) => storages.map((storage) => ({ engine, storage })));

async function newPlace({ engine, storage }: (typeof combinations)[number]): Promise<Record<string, string>> {
  return {
    DATA_DIR: join(folder, String(++places)),
    LOG_LEVEL: 'error',
    ...(engine === 'PostgreSQL' && { DATABASE_URL: (await createDatabase(server ?? '')).url }),
    ...(storage === 'bucket' && { ...s3Key, STORAGE_URL: (await s3.newBucket()).url }),
  };
}

async function command(name: string, environment: Record<string, string>, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await runCommand(name, environment, ...args);
  return stdout + stderr;
}

const summaryOf = (text: string) => /\d+ applications?, \d+ files?, 0 problems/.exec(text)?.[0] ?? text;

/** Calls again after a moment where too many upload at once, as the answer asks. */
function patient(staff: Staff): Pick<Staff, 'call'> {
  return {
    async call(name, input) {
      for (;;) {
        const result = await staff.call(name, input);
        if (result.ok || result.error.code !== 'overloaded') return result;
        await sleep(100);
      }
    },
  };
}

/** Adds, attaches and decides until `isOver`. */
async function work(staff: Pick<Staff, 'call'>, isOver: () => boolean, count: () => void): Promise<void> {
  while (!isOver()) {
    const { _id: id } = await addWithDocuments(staff);
    count();
    dataOf(await staff.call('approve', { params: { id } }));
    count();
  }
}

describe.runIf(process.env.MAPLEGATE_FAULTS && server)('on every engine and storage', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'maplegate-everywhere-'));
    s3 = await openTestS3();
  });
  afterAll(async () => {
    await s3?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test.for(combinations)(
    'a backup made during 50 uploads and decisions on $engine and $storage is restored everywhere, with every count and hash equal',
    { timeout: 600_000 },
    async (from, { task }) => {
      const place = await newPlace(from);
      const product = await startProduct(place, place.DATA_DIR);
      const file = join(folder, `${task.id}.tar`);
      let isOver = false;
      let done = 0;
      const staff = patient(await product.staff('admin'));
      const all = Promise.all(
        Array.from({ length: callers }, () =>
          work(
            staff,
            () => isOver,
            () => done++,
          ),
        ),
      );
      await expect.poll(() => done, { timeout: 120_000 }).toBeGreaterThan(callers);
      const before = done;
      const backedUp = await command('backup', place, file, '--plain');
      const meanwhile = done - before;
      isOver = true;
      await all;
      await product.stop();
      expect(backedUp).toMatch(/0 problems\n$/);
      expect(meanwhile).toBeGreaterThan(0);
      const { manifest } = await inspectForRestore(file, []);
      for (const to of combinations) {
        const target = await newPlace(to);
        expect(summaryOf(await command('restore', target, file))).toBe(summaryOf(backedUp));
        const checked = await command('check', target);
        expect(checked).toEqual(checkPassed);
        expect(summaryOf(checked)).toBe(summaryOf(backedUp));
        const again = `${file}.${to.engine}.${to.storage}`;
        expect(summaryOf(await command('backup', target, again, '--plain'))).toBe(summaryOf(backedUp));
        const found = await inspectForRestore(again, []);
        expect(found.manifest.tables).toEqual(manifest.tables);
        expect(found.manifest.files).toEqual(manifest.files);
      }
      task.meta.figure = `${from.engine}, ${from.storage}: ${summaryOf(backedUp)}, ${meanwhile} changes meanwhile`;
    },
  );
});
