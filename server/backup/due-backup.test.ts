import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { onEachEngine, type TestHarness } from '../../test/harness.ts';
import { testRecipients } from '../../test/recipients.ts';
import { systemContext } from '../context.ts';
import { createLog } from '../log.ts';
import { lockFolder } from '../resources.ts';
import { makeDueBackup } from './due-backup.ts';
import { readBackupState } from './state.ts';

const [recipient] = testRecipients;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-due-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function photoFile({ settings }: TestHarness): Promise<string> {
  const entries = await readdir(join(settings.dataDir, 'files'), { recursive: true, withFileTypes: true });
  const [file] = entries.filter((entry) => entry.isFile());
  return join(file?.parentPath ?? '', file?.name ?? '');
}

// The command that makes one takes a database server from its settings alone.
onEachEngine(
  'a backup without a damaged file',
  (open) => {
    test('is reported and kept apart, one at a time, and never takes the place of a good one', async () => {
      const backups = await mkdtemp(join(folder, 'backups-'));
      const harness = await open({
        environment: { BACKUP_DIR: backups, BACKUP_RECIPIENTS: recipient, BACKUP_KEEP: '2', STORAGE_URL: '' },
      });
      await addApplication(await harness.signIn('admin'));
      const good = ['01', '02'].map((day) => `maplegate-2026-01-${day}T00-00-00-000Z.age`);
      for (const name of good) await writeFile(join(backups, name), '');
      const photo = await photoFile(harness);
      await rename(photo, `${photo}-lost`);
      const ctx = systemContext(harness);
      const names = async () => (await readdir(backups)).filter((name) => name.startsWith('maplegate')).sort();
      const damaged: (string | undefined)[] = [];
      for (const _ of [1, 2, 3]) {
        await makeDueBackup(ctx, createLog('silent'));
        const made = await names();
        expect(made).toEqual([...good, expect.stringMatching(/Z\.damaged\.age$/)]);
        damaged.push(made.at(-1));
        expect((await readBackupState(ctx)).problem).toBe('files_damaged');
        harness.clock.advance(3_600);
        await makeDueBackup(ctx, createLog('silent'));
        expect(await names()).toEqual(made);
        harness.clock.advance(86_400);
      }
      expect(new Set(damaged).size).toBe(3);
      await rename(`${photo}-lost`, photo);
      await makeDueBackup(ctx, createLog('silent'));
      expect(await names()).toEqual([good[1], expect.stringMatching(/\d{3}Z\.age$/)]);
      expect((await readBackupState(ctx)).problem).toBeNull();
    });

    test('never has the name of a good one, even where the one before it cannot be removed', async () => {
      const backups = await mkdtemp(join(folder, 'backups-'));
      const harness = await open({
        environment: { BACKUP_DIR: backups, BACKUP_RECIPIENTS: recipient, STORAGE_URL: '' },
      });
      await addApplication(await harness.signIn('admin'));
      const photo = await photoFile(harness);
      await rename(photo, `${photo}-lost`);
      const before = 'maplegate-2026-01-01T00-00-00-000Z.damaged.age';
      await mkdir(join(backups, before));
      await makeDueBackup(systemContext(harness), createLog('silent'));
      const names = (await readdir(backups)).filter((name) => name.startsWith('maplegate')).sort();
      expect(names).toEqual([before, expect.stringMatching(/Z\.damaged\.age$/)]);
    });
  },
  ['sqlite'],
);

onEachEngine(
  'a backup that the product makes by itself',
  (open) => {
    test('that fails leaves nothing and is tried again after an hour; of two processes one makes it, and the oldest over the limit go', async () => {
      const backups = join(folder, 'in-the-way');
      await writeFile(backups, 'a file where the folder belongs');
      const harness = await open({
        environment: { BACKUP_DIR: backups, BACKUP_RECIPIENTS: recipient, BACKUP_KEEP: '2', STORAGE_URL: '' },
      });
      const ctx = systemContext(harness);
      const lines: string[] = [];
      const log = pino({}, { write: (line) => lines.push(line) });
      await makeDueBackup(ctx, log);
      expect(lines.splice(0).join('')).toMatch(
        /"problem":"folder_unusable".*of BACKUP_DIR cannot be made or written \(EEXIST\)\..*no backup could be made/,
      );
      expect((await readBackupState(ctx)).problem).toBe('folder_unusable');
      await rm(backups);
      await makeDueBackup(ctx, log);
      expect(lines).toEqual([]);
      harness.clock.advance(3_600);
      await mkdir(backups);
      const old = ['01', '02', '03'].map((day) => `maplegate-2026-01-${day}T00-00-00-000Z.age`);
      for (const name of [...old, 'maplegate-2026-01-04T00-00-00-000Z.age.unfinished', 'mine.age'])
        await writeFile(join(backups, name), '');
      // Two processes that find it due at the same time make one.
      await Promise.all([makeDueBackup(ctx, log), makeDueBackup(ctx, log)]);
      expect(lines).toEqual([expect.stringContaining('a backup was made and read back')]);
      const names = (await readdir(backups)).filter((name) => name.endsWith('.age')).sort();
      expect(names).toEqual([old[2], expect.stringMatching(/^maplegate-2026-03-.*\d{3}Z\.age$/), 'mine.age']);
      expect(await readdir(backups)).not.toContainEqual(expect.stringMatching(/unfinished/));
    });

    test('is kept before those whose time lies ahead, which count as the oldest', async () => {
      const backups = await mkdtemp(join(folder, 'backups-'));
      const harness = await open({
        environment: { BACKUP_DIR: backups, BACKUP_RECIPIENTS: recipient, BACKUP_KEEP: '2', STORAGE_URL: '' },
      });
      const named = (day: string) => `maplegate-${day}T00-00-00-000Z.age`;
      for (const day of ['2026-01-01', '2026-01-02', '2027-04-01', '2027-04-02'])
        await writeFile(join(backups, named(day)), '');
      await makeDueBackup(systemContext(harness), createLog('silent'));
      const names = (await readdir(backups)).filter((name) => name.endsWith('.age')).sort();
      expect(names).toEqual([named('2026-01-02'), expect.stringMatching(/^maplegate-2026-03-/)]);
    });

    test('is made again, though not within the hour, once its file is gone from the folder of the node that made it', async () => {
      const backups = await mkdtemp(join(folder, 'backups-'));
      const harness = await open({
        environment: { BACKUP_DIR: backups, BACKUP_RECIPIENTS: recipient, STORAGE_URL: '' },
      });
      const ctx = systemContext(harness);
      const lines: string[] = [];
      const log = pino({}, { write: (line) => lines.push(line) });
      const names = async () => (await readdir(backups)).filter((name) => name.endsWith('.age'));
      await makeDueBackup(ctx, log);
      const [first] = await names();
      await rm(backups, { recursive: true });
      await makeDueBackup(ctx, log);
      expect(lines.splice(0)).toHaveLength(1);
      harness.clock.advance(3_600);
      // Another node never had that file in its own folder.
      const dataDir = await mkdtemp(join(folder, 'node-'));
      const backup = { ...ctx.settings.backup, folder: join(dataDir, 'backups') };
      await makeDueBackup({ ...ctx, settings: { ...ctx.settings, dataDir, backup } }, log);
      expect(lines).toEqual([]);
      await makeDueBackup(ctx, log);
      expect(lines.splice(0)).toEqual([expect.stringContaining('a backup was made and read back')]);
      expect(await names()).toEqual([expect.not.stringMatching(first ?? '')]);
      harness.clock.advance(3_600);
      await makeDueBackup(ctx, log);
      expect(lines).toEqual([]);
    });
  },
  ['sqlite'],
);

// On a database server the lock is one of the server.
onEachEngine(
  'a backup whose lock cannot be taken',
  (open) => {
    const openWithBackups = async () => {
      const BACKUP_DIR = await mkdtemp(join(folder, 'backups-'));
      const harness = await open({ environment: { BACKUP_DIR, BACKUP_RECIPIENTS: recipient } });
      const attempt = async () => {
        await makeDueBackup(systemContext(harness), createLog('silent'));
        return [(await readBackupState(systemContext(harness))).problem, (await readdir(BACKUP_DIR)).length];
      };
      return { place: join(harness.settings.dataDir, 'backing-up'), attempt };
    };

    test.each<[string, (place: string) => Promise<unknown>]>([
      ['there is a file in its place', (place) => writeFile(place, '')],
      [
        'there is a folder in the place of its file',
        (place) => mkdir(join(place, 'running.lock'), { recursive: true }),
      ],
      [
        'its file is damaged',
        (place) => mkdir(place).then(() => writeFile(join(place, 'running.lock'), 'x'.repeat(99))),
      ],
    ])('is a problem that the super admin sees, where %s', async (_, spoil) => {
      const { place, attempt } = await openWithBackups();
      await spoil(place);
      expect(await attempt()).toEqual(['unexpected', 0]);
    });

    test('is none, where another process is making it', async () => {
      const { place, attempt } = await openWithBackups();
      const unlock = await lockFolder(place);
      expect(await attempt()).toEqual([null, 0]);
      unlock();
      expect(await attempt()).toEqual([null, 1]);
    });
  },
  ['sqlite'],
);
