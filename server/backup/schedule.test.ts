import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { dataOf } from '../../test/data-of.ts';
import { onOneEngine } from '../../test/harness.ts';
import { testRecipients } from '../../test/recipients.ts';
import { systemContext } from '../context.ts';
import { createLog } from '../log.ts';
import { startBackups } from './schedule.ts';
import { beginBackups, writeBackupDone } from './state.ts';

const environment = {
  BACKUP_DIR: join(tmpdir(), 'maplegate-never-written'),
  BACKUP_RECIPIENTS: testRecipients[0],
};
const day = 86_400;

afterEach(() => vi.unstubAllEnvs());

onOneEngine('scheduled backups', (open) => {
  it('whose process cannot even begin are a problem that the super admin sees', async () => {
    const harness = await open({ environment });
    const owner = await harness.signIn('super-admin');
    expect(dataOf(await owner.call('applicationSummary')).backupLate).toBe(false);
    // The process reads its settings from the environment.
    vi.stubEnv('DATA_DIR', join(tmpdir(), 'maplegate-never-made'));
    const stop = startBackups(harness, createLog('silent'));
    await expect.poll(async () => dataOf(await owner.call('applicationSummary')).backupLate).toBe(true);
    await stop();
    expect(dataOf(await owner.call('system')).backup).toMatchObject({ last: null, problem: 'unexpected' });
  });

  it('are late two intervals after the last good one, or after the first check where there was none', async () => {
    const harness = await open({ environment });
    const ctx = systemContext(harness);
    const isLate = async () => {
      const owner = await harness.signIn('super-admin');
      return dataOf(await owner.call('applicationSummary')).backupLate;
    };
    await beginBackups(ctx);
    harness.clock.advance(2 * day);
    expect(await isLate()).toBe(false);
    harness.clock.advance(1);
    await beginBackups(ctx);
    expect(await isLate()).toBe(true);
    await writeBackupDone(ctx, ctx.now(), 1);
    expect(await isLate()).toBe(false);
    harness.clock.advance(2 * day + 1);
    expect(await isLate()).toBe(true);
  });
});
