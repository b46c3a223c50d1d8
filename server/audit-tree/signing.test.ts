/** The background job that signs the audit log, with a database that answers and with one that does not. */
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { onEachEngine, onOneEngine, type TestHarness } from '../../test/harness.ts';
import type { Resources } from '../context.ts';
import { checkpointFiles } from './checkpoint-files.ts';
import { startSigning } from './signing.ts';

const minuteMs = 60_000;
let stop: (() => Promise<void>) | null = null;

afterEach(() => vi.restoreAllMocks());

async function stopSigning(): Promise<void> {
  await stop?.();
  stop = null;
}

/** Starts the job as the product does; returns what it logs. It has to stop before the harness is closed. */
function sign(resources: Resources): string[] {
  const lines: string[] = [];
  stop = startSigning(resources, pino({ base: null }, { write: (line) => void lines.push(line) }));
  return lines;
}

/** Lets every signing fail as if the database did not answer, while the requests go on, as long as `state.isLocked`. */
function withLockedTree(harness: TestHarness) {
  const fault = new Error('The tree is locked.');
  const { database } = harness;
  const state = { attempts: 0, isLocked: true };
  const locked: typeof database = {
    ...database,
    faultOf: (error) => (error === fault ? 'unavailable' : database.faultOf(error)),
    syncedOffThread(run) {
      state.attempts++;
      return state.isLocked ? Promise.reject(fault) : database.syncedOffThread(run);
    },
  };
  return { resources: { ...harness, database: locked }, state };
}

onEachEngine('the audit log of a running product', (open) => {
  afterEach(stopSigning);

  test('is signed after each change by itself, and the checkpoint is in its file', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const signed = async () => dataOf(await owner.call('auditTree'));
    const lines = sign(harness);
    for (const change of [1, 2]) {
      await addApplication(owner);
      const { entries } = dataOf(await owner.call('system')).audit;
      expect(entries).toBeGreaterThanOrEqual(change);
      await expect.poll(async () => (await signed()).entries).toBe(entries);
      const { root } = await signed();
      const [file = ''] = checkpointFiles(harness.settings);
      await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain(`\n${entries}\n${root}\n`);
    }
    expect(lines).toEqual([]);
  });

  test('is kept in its file whatever somebody adds to the table of checkpoints', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const { db } = harness.database;
    const [file = ''] = checkpointFiles(harness.settings);
    sign(harness);
    const isKept = async () => {
      const { entries } = dataOf(await owner.call('system')).audit;
      await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain(`\n${entries}\n`);
      return entries;
    };
    await addApplication(owner);
    await isKept();
    const row = await db.selectFrom('auditCheckpoint').selectAll().executeTakeFirstOrThrow();
    await db
      .insertInto('auditCheckpoint')
      .values({ ...row, size: 1_000_000 })
      .execute();
    // The job has read the row before the next change.
    await sleep(1_100);
    await addApplication(owner);
    expect(dataOf(await owner.call('auditTree')).entries).toBeLessThanOrEqual(await isKept());
  });
});

// The fault is the same on every engine.
onOneEngine('the audit log of a database that does not take the tree', (open) => {
  afterEach(stopSigning);

  test('is reported after a minute without a signature, and is signed as soon as the database answers', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    await addApplication(owner);
    const { resources, state } = withLockedTree(harness);
    let now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => now);
    const lines = sign(resources);
    const attemptTwice = async () => {
      const before = state.attempts;
      // The third attempt begins when the second has ended.
      await expect.poll(() => state.attempts - before).toBeGreaterThan(2);
    };
    const pass = async (ms: number) => {
      now += ms;
      await attemptTwice();
    };
    await attemptTwice();
    await pass(minuteMs - 1);
    expect(lines).toEqual([]);
    await pass(1);
    expect(lines).toEqual([expect.stringContaining('"msg":"the audit log could not be signed"')]);
    await pass(minuteMs - 1);
    expect(lines).toHaveLength(1);

    state.isLocked = false;
    const { entries } = dataOf(await owner.call('system')).audit;
    await expect.poll(async () => dataOf(await owner.call('auditTree')).entries).toBe(entries);
    // Another fault has a minute of its own.
    state.isLocked = true;
    await addApplication(owner);
    await pass(minuteMs - 1);
    expect(lines).toHaveLength(1);
  });
});
