import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, test, vi } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { dataOf } from '../../test/data-of.ts';
import { onOneEngine } from '../../test/harness.ts';
import { testRecipients } from '../../test/recipients.ts';
import { systemContext } from '../context.ts';
import { putSetting } from '../db/settings-table.ts';
import { createLog } from '../log.ts';
import { backupFlags, startBackups } from './schedule.ts';
import { backupNameAt, isBackupDue, recordScheduleStart, writeBackupDone, writeBackupProblem } from './state.ts';

const environment = {
  BACKUP_DIR: join(tmpdir(), 'maplegate-never-written'),
  BACKUP_RECIPIENTS: testRecipients[0],
};
const day = 86_400;

afterEach(() => vi.unstubAllEnvs());

test('the automatic backup has the flags of the commands for backup and restore', () => {
  for (const script of [packageFile.scripts.backup, packageFile.scripts.restore])
    expect(script.split(' ').filter((word) => /^--(max|heap)/.test(word))).toEqual(backupFlags);
});

onOneEngine('scheduled backups', (open) => {
  it('whose process cannot even begin are a problem that the super admin sees', async () => {
    const harness = await open({ environment });
    const owner = await harness.signIn('super-admin');
    expect(dataOf(await owner.call('applicationSummary')).backupLate).toBe(false);
    // The process reads its settings from the environment.
    vi.stubEnv('DATA_DIR', join(tmpdir(), 'maplegate-never-made'));
    const stop = startBackups(harness, createLog('silent'));
    const isLate = async () => dataOf(await owner.call('applicationSummary')).backupLate;
    await expect.poll(isLate, { timeout: 90_000 }).toBe(true);
    await stop();
    expect(dataOf(await owner.call('system')).backup).toMatchObject({ last: null, problem: 'unexpected' });
  });

  it('for which the system cannot start a process are a problem that the super admin sees', async () => {
    const harness = await open({ environment });
    const owner = await harness.signIn('super-admin');
    const { execPath } = process;
    process.execPath = join(tmpdir(), 'maplegate-no-program');
    const stop = startBackups(harness, createLog('silent'));
    const problem = async () => dataOf(await owner.call('system')).backup.problem;
    await expect
      .poll(problem, { timeout: 30_000 })
      .toBe('unexpected')
      .finally(() => {
        process.execPath = execPath;
      });
    await stop();
  });

  it('are late two intervals after the last good one, or after the first check where there was none', async () => {
    const harness = await open({ environment });
    const ctx = systemContext(harness);
    const isLate = async () => {
      const owner = await harness.signIn('super-admin');
      return dataOf(await owner.call('applicationSummary')).backupLate;
    };
    await recordScheduleStart(ctx);
    harness.clock.advance(2 * day);
    expect(await isLate()).toBe(false);
    harness.clock.advance(1);
    await recordScheduleStart(ctx);
    expect(await isLate()).toBe(true);
    await writeBackupDone(ctx, ctx.now(), 1);
    expect(await isLate()).toBe(false);
    harness.clock.advance(2 * day + 1);
    expect(await isLate()).toBe(true);
  });

  it('are due at once and told as late where the last one, the last try or their beginning lies ahead', async () => {
    const harness = await open({ environment });
    const ctx = systemContext(harness);
    const ahead = { ...ctx, now: () => new Date(ctx.now().getTime() + 400 * day * 1_000) };
    const owner = await harness.signIn('super-admin');
    const isLate = async () => dataOf(await owner.call('applicationSummary')).backupLate;
    const isDueNow = async () =>
      (await isBackupDue(ctx)) && dataOf(await owner.call('system')).backup.nextAt === ctx.now().toISOString();
    await recordScheduleStart(ahead);
    expect([await isDueNow(), await isLate()]).toEqual([true, true]);
    await writeBackupDone(ctx, ahead.now(), 1);
    expect([await isDueNow(), await isLate()]).toEqual([true, true]);
    expect(dataOf(await owner.call('system')).backup.last).toBe(null);
    for (const problem of ['disk_full', 'files_damaged'] as const) {
      await writeBackupProblem(ahead, problem);
      expect([await isDueNow(), await isLate()], problem).toEqual([true, true]);
    }
    // The clock of another node may be some minutes ahead.
    await writeBackupDone(ctx, new Date(ctx.now().getTime() + 4 * 60_000), 1);
    expect([await isDueNow(), await isLate()]).toEqual([false, false]);
  });

  it('are made once a day by each of two nodes of which one has its clock far ahead', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'maplegate-ahead-'));
    const harness = await open({ environment: { ...environment, BACKUP_DIR: folder } });
    const ctx = systemContext(harness);
    const ahead = {
      ...ctx,
      settings: { ...ctx.settings, dataDir: folder },
      now: () => new Date(ctx.now().getTime() + 400 * day * 1_000),
    };
    const areDue = async () => [await isBackupDue(ahead), await isBackupDue(ctx)];
    for (const node of [ahead, ctx]) {
      expect(await isBackupDue(node)).toBe(true);
      await writeFile(join(folder, `${backupNameAt(node.now())}.age`), '');
      await writeBackupDone(node, node.now(), 1);
    }
    expect(await areDue()).toEqual([false, false]);
    await writeBackupDone(ahead, ahead.now(), 1);
    harness.clock.advance(day - 1);
    expect(await areDue()).toEqual([false, false]);
    harness.clock.advance(1);
    expect(await isBackupDue(ctx)).toBe(true);
    await rm(folder, { recursive: true });
  });

  it('are due and late as before whatever somebody writes into the database about the last one', async () => {
    const harness = await open({ environment });
    const ctx = systemContext(harness);
    const owner = await harness.signIn('super-admin');
    const at = '2099-01-01T00:00:00.000Z';
    for (const value of [
      JSON.stringify({ at, bytes: 1 }),
      harness.keys.sign('grant', { at, bytes: 1 }),
      'no text of ours',
    ]) {
      await putSetting(ctx.db, 'backup-last', value);
      expect(await isBackupDue(ctx), value).toBe(true);
      expect(dataOf(await owner.call('system')).backup.last, value).toBe(null);
    }
    await writeBackupDone(ctx, ctx.now(), 1);
    expect(await isBackupDue(ctx)).toBe(false);
  });

  it('are tried as often, and reported as late, as before, whatever somebody writes as their problem or start time', async () => {
    const harness = await open({ environment });
    const ctx = systemContext(harness);
    const owner = await harness.signIn('super-admin');
    const at = '2099-01-01T00:00:00.000Z';
    for (const value of [JSON.stringify({ at, problem: 'disk_full' }), '{"at":1}', 'no text of ours']) {
      await putSetting(ctx.db, 'backup-problem', value);
      expect(await isBackupDue(ctx), value).toBe(true);
      expect(dataOf(await owner.call('system')).backup.problem, value).toBe(null);
    }
    for (const value of [at, 'no text of ours']) {
      await putSetting(ctx.db, 'backup-since', value);
      expect(dataOf(await owner.call('applicationSummary')).backupLate, value).toBe(true);
    }
  });
});
