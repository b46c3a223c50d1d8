/** The job that signs the audit log beside the requests. */
import { readFile } from 'node:fs/promises';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { dataOf, onEachEngine } from '../../test/harness.ts';
import type { Resources } from '../context.ts';
import { checkpointFiles } from './checkpoint-files.ts';
import { startSigning } from './signing.ts';

let stop: (() => Promise<void>) | null = null;

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

onEachEngine('the audit log of a running product', (open) => {
  afterEach(stopSigning);

  test('is signed after each change without anybody asking, and the checkpoint is in its file', async () => {
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
});
