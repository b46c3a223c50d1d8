/** A restore that is killed at any step, on either engine and storage. Part of `npm run faults`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addWithDocuments } from '../build.ts';
import { dataOf } from '../data-of.ts';
import { createDatabase } from '../database.ts';
import { startProduct } from '../product.ts';
import { checkPassed, runCommand, runProduct, runProgram } from '../program.ts';
import { openTestS3, s3Key, type TestS3 } from '../s3.ts';

const killed = ['--import', new URL('../killed-at-step.js', import.meta.url).href];
const points = 20;
const server = process.env.TEST_DATABASE_URL;
const restored = /: 4 applications, \d+ files?, 0 problems\n$/;

let folder = '';
let s3: TestS3;
let backup = '';

describe.runIf(process.env.MAPLEGATE_FAULTS)('a partially restored place', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'maplegate-killed-'));
    s3 = await openTestS3();
    backup = join(folder, 'backup.tar');
    const product = await startProduct({}, join(folder, 'source'));
    const staff = await product.staff('admin');
    for (let at = 0; at < 4; at++) {
      const { _id: id } = await addWithDocuments(staff, at);
      dataOf(await staff.call('approve', { params: { id } }));
    }
    await product.stop();
    const backedUp = await runCommand('backup', { DATA_DIR: join(folder, 'source') }, backup, '--plain');
    expect(backedUp.code).toBe(0);
  });
  afterAll(async () => {
    await s3?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const places = [
    { name: 'SQLite and the disk', settings: async () => ({}) },
    {
      name: 'PostgreSQL and a bucket',
      settings: async () => ({
        ...s3Key,
        DATABASE_URL: (await createDatabase(server ?? '')).url,
        STORAGE_URL: (await s3.newBucket()).url,
      }),
    },
  ].filter(({ name }) => server || name.startsWith('SQLite'));

  test.for(places)(
    'a restore killed at any of 20 points leaves a place that no product starts on and that the next restore fills: $name',
    { timeout: 900_000 },
    async ({ settings }, { task }) => {
      const restoreKilled = [...killed, 'server/commands/restore.ts', backup];
      const place = async (name: string) => ({
        ...{ DATA_DIR: join(folder, name, task.id), LOG_LEVEL: 'error' },
        ...(await settings()),
      });
      const whole = await runProgram(restoreKilled, await place('whole'));
      const steps = Number(/(\d+) steps\n$/.exec(whole.stderr)?.[1]);
      expect([whole.code, whole.stdout]).toEqual([0, expect.stringMatching(restored)]);
      // The mark of a partially restored place is set in the first steps and removed in the last; others lie in between.
      const near = [1, 2, 3, 4, 5, 6, 7].flatMap((at) => [at, steps + 1 - at]);
      const between = [1, 2, 3, 4, 5, 6].map((at) => Math.round((steps * at) / 7));
      const states: Record<string, number> = {};
      for (const at of [...near, ...between]) {
        const on: Record<string, string> = await place(String(at));
        const cut = await runProgram(restoreKilled, { ...on, KILL_AT_STEP: String(at) });
        expect([at, cut.code]).toEqual([at, null]);
        const found = await runCommand('check', on);
        const state =
          /is partially restored|There is no database|has no tables|0 problems/.exec(
            found.stdout + found.stderr,
          )?.[0] ?? '';
        states[state] = (states[state] ?? 0) + 1;
        if (state === '0 problems') continue;
        if (state === 'is partially restored') {
          const started = await runProduct(on);
          expect([at, started.code, started.stderr]).toEqual([at, 1, expect.stringContaining(state)]);
        }
        const again = await runCommand('restore', on, backup);
        expect([at, again.stderr, again.stdout]).toEqual([at, '', expect.stringMatching(restored)]);
        expect(await runCommand('check', on)).toMatchObject({ code: 0, stdout: checkPassed });
      }
      expect(near.length + between.length).toBe(points);
      expect(states['is partially restored']).toBeGreaterThan(points / 2);
      task.meta.figure = `${points} kills in ${steps} steps: ${JSON.stringify(states)}`;
    },
  );
});
