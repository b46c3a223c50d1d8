/** A backup of the embedded database and the disk, and what a restore refuses. */
import { cp, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { addApplication, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { isOnBucket, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { headingsInEnglish, rowOf } from '../../test/import-files.ts';
import { runImportJob, uploadRows } from '../../test/import-runs.ts';
import { checkStore } from '../commands/check-store.ts';
import { systemContext } from '../context.ts';
import { readErasures } from '../erasures/erasures.ts';
import { createLog } from '../log.ts';
import { openResources } from '../resources.ts';
import { readSettings } from '../settings.ts';
import { readArchive } from './archive.ts';
import { backUp } from './backup.ts';
import { inspectForRestore, restore } from './restore.ts';

/** As age's STREAM construction cuts a file: 64 KiB and the tag of each segment. */
const segmentBytes = 64 * 1024 + 16;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-backup-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const settingsOf = (name: string) => readSettings({ DATA_DIR: join(folder, name), LOG_LEVEL: 'silent' });

/** Everything under a folder, so that a refusal can be shown to have written nothing. */
const contentOf = (name: string) => readdir(join(folder, name), { recursive: true }).catch(() => []);

async function addSome(harness: TestHarness, count = 3): Promise<void> {
  const staff = await harness.signIn('super-admin');
  for (let at = 0; at < count; at++) {
    const { _id } = await addApplication(staff);
    await staff.call('updateAttachments', {
      params: { id: _id },
      form: formOf({}, { file1: await buildPhoto(at * 20) }),
    });
    if (at === 0) await staff.call('approve', { params: { id: _id } });
    if (at === 1) await staff.call('deleteApplication', { params: { id: _id } });
  }
}

// The other engine and a bucket are tried by the commands, in test/process/restore.test.ts.
describe.skipIf(isOnBucket || process.env.TEST_ENGINE === 'postgres')('a backup of the disk', () => {
  onEachEngine(
    'and of the embedded database',
    (openHarnessOf) => {
      async function backedUp(count?: number, name = 'backup.age') {
        const harness = await openHarnessOf();
        await addSome(harness, count);
        const identity = await generateX25519Identity();
        const file = join(folder, name);
        const result = await backUp(systemContext(harness), file, [await identityToRecipient(identity)]);
        return { harness, identity, file, result };
      }

      test('restores the same rows and files into an empty place, where the same key signs', async () => {
        const { identity, file, result } = await backedUp();
        expect(result).toMatchObject({ applications: 3, problems: [] });
        expect((await stat(file)).mode & 0o777).toBe(0o600);
        const found = await restore(settingsOf('new'), file, [identity], []);
        expect([found.applications, found.files]).toEqual([result.applications, result.files]);
        const restored = await openResources(settingsOf('new'), createLog('silent'), { mustExist: true });
        try {
          expect(await checkStore(systemContext(restored))).toEqual([]);
          // What follows a restore gets the next number, not one that is taken.
          const again = join(folder, 'again.tar');
          const second = await backUp(systemContext(restored), again, null);
          const { manifest } = await inspectForRestore(again, []);
          expect(second).toMatchObject({ applications: 3, files: result.files, problems: [] });
          expect(manifest.tables).toEqual(found.manifest.tables);
          expect(manifest.files).toEqual(found.manifest.files);
        } finally {
          await restored.close();
        }
      });

      test('restores every text exactly, including characters that other programs take for the end of a line', async () => {
        const harness = await openHarnessOf();
        const staff = await harness.signIn('super-admin');
        const { _id } = await addApplication(staff);
        const note = 'one\ntwo\u2028three\u2029four\u0085five "six" \\ সাত';
        dataOf(await staff.call('approve', { params: { id: _id }, json: { note } }));
        const file = join(folder, 'plain.tar');
        await backUp(systemContext(harness), file, null);
        await restore(settingsOf('new'), file, [], []);
        const restored = await openResources(settingsOf('new'), createLog('silent'), { mustExist: true });
        try {
          const rows = await restored.database.db.selectFrom('decision').select('note').execute();
          expect(rows).toEqual([{ note }]);
        } finally {
          await restored.close();
        }
      });

      test('holds no session and nothing readable without the identity', async () => {
        const { harness, identity, file } = await backedUp();
        const { passport, email } = await harness.database.db
          .selectFrom('application')
          .select(['passport', 'email'])
          .executeTakeFirstOrThrow();
        const bytes = await readFile(file);
        for (const text of [passport, email, 'tables/', 'manifest']) expect(bytes.includes(text)).toBe(false);
        const names: string[] = [];
        for await (const member of readArchive(file, [identity])) {
          names.push(member.name);
          for await (const _ of member.bytes);
        }
        expect(names).toContain('tables/application.ndjson');
        expect(names).not.toContain('tables/session.ndjson');
      });

      test('names a file that the storage has lost, or that was altered there, and holds all others', async () => {
        const { harness } = await backedUp();
        const { name } = await harness.database.db.selectFrom('file').select('name').executeTakeFirstOrThrow();
        await rm(join(harness.settings.dataDir, 'files', name.slice(0, 2), name));
        const { problems, files } = await backUp(systemContext(harness), join(folder, 'second.tar'), null);
        expect(problems).toEqual([`The file ${name} is missing in the storage.`]);
        const other = await harness.database.db
          .selectFrom('file')
          .select('name')
          .where('name', '<>', name)
          .executeTakeFirstOrThrow();
        await truncate(join(harness.settings.dataDir, 'files', other.name.slice(0, 2), other.name), 300);
        const third = await backUp(systemContext(harness), join(folder, 'third.tar'), null);
        expect(third.problems).toContain(`The file ${other.name} was altered in the storage and cannot be read.`);
        expect([third.problems.length, third.files]).toEqual([2, files - 1]);
        expect((await inspectForRestore(join(folder, 'second.tar'), [])).files).toBe(files);
      });

      test('leaves out the people who were erased since, with their rows and files, and says how many', async () => {
        const { harness, identity } = await backedUp();
        const staff = await harness.signIn('super-admin');
        const { applications } = dataOf(await staff.call('applications'));
        const gone = applications.find(({ isStatus }) => isStatus === 'Approved') as Application;
        // One was checked with another column for the passport, and one by nobody: no hash finds their rows.
        const rows = [headingsInEnglish, rowOf(1, { passport: gone.passport }), rowOf(2)];
        const { _id: id, columns } = await uploadRows(staff, 'csv', rows);
        const swapped: Record<string, string> = { passport: 'nationalId', nationalId: 'passport' };
        const wrong = columns.map((field) => field && (swapped[field] ?? field)) as typeof columns;
        dataOf(await staff.call('checkImport', { params: { id }, json: { columns: wrong } }));
        await runImportJob(harness);
        await uploadRows(staff, 'csv', rows);
        const form = formOf({ passport: 'GX0000001' });
        dataOf(await staff.call('updateApplication', { params: { id: gone._id }, form }));
        await uploadRows(staff, 'csv', [headingsInEnglish, rowOf(1, { passport: 'GX0000001' }), rowOf(2)]);
        const file = join(folder, 'with-import.age');
        const result = await backUp(systemContext(harness), file, [await identityToRecipient(identity)]);
        const json = { reason: 'Asked for by letter' };
        dataOf(await staff.call('eraseApplication', { params: { id: gone._id }, json }));
        const erased = await readErasures(join(harness.settings.dataDir, 'erasures.ndjson'));
        const found = await restore(settingsOf('new'), file, [identity], erased);
        // The photo, the paper and a thumbnail of each.
        expect(found).toMatchObject({ applications: 2, leftOut: 1, files: result.files - 4 });
        const restored = await openResources(settingsOf('new'), createLog('silent'), { mustExist: true });
        try {
          expect(await checkStore(systemContext(restored))).toEqual([]);
          const again = await backUp(systemContext(restored), join(folder, 'again.tar'), null);
          expect(again).toMatchObject({ applications: 2, files: found.files, problems: [] });
          const rows = await restored.database.db.selectFrom('application').selectAll().execute();
          expect(JSON.stringify(rows)).not.toContain(gone.passport);
          expect(await restored.database.db.selectFrom('importRow').select('number').execute()).toEqual([
            { number: 3 },
            { number: 3 },
            { number: 3 },
          ]);
          for (const table of ['decision', 'file', 'applicationSuffix'] as const) {
            const rest = JSON.stringify(await restored.database.db.selectFrom(table).selectAll().execute());
            for (const text of [gone._id, gone.passport]) expect(rest, table).not.toContain(text);
          }
        } finally {
          await restored.close();
        }
        expect(await readErasures(join(folder, 'new', 'erasures.ndjson'))).toEqual(erased);
        await writeFile(join(folder, 'wrong.ndjson'), `${JSON.stringify(erased[0])}\n{"id":"x"}\n`);
        await expect(readErasures(join(folder, 'wrong.ndjson'))).rejects.toThrow(/line 2 that cannot be understood/);
      });

      test('never replaces a file, and leaves none that is half written', async () => {
        const { harness, file } = await backedUp(1);
        const before = await readFile(file);
        await expect(backUp(systemContext(harness), file, null)).rejects.toThrow(/is a file .* already/);
        expect((await readFile(file)).equals(before)).toBe(true);
        expect(await readdir(folder)).toEqual(['backup.age']);
      });

      test('is refused wherever it is cut, or one byte of a segment is changed, before anything is written', async () => {
        const { identity, file } = await backedUp(1);
        const { size } = await stat(file);
        const damaged = join(folder, 'damaged.age');
        const refused = async () => {
          await expect(restore(settingsOf('new'), damaged, [identity], [])).rejects.toThrow(
            /is truncated|was altered|no backup/,
          );
          expect(await contentOf('new')).toEqual([]);
        };
        for (let tenth = 0; tenth < 10; tenth++) {
          await cp(file, damaged);
          await truncate(damaged, Math.floor((size * tenth) / 10));
          await refused();
        }
        for (let at = 150; at < size; at += segmentBytes) {
          await cp(file, damaged);
          const handle = await open(damaged, 'r+');
          const byte = Buffer.alloc(1);
          await handle.read(byte, 0, 1, at);
          await handle.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
          await handle.close();
          await refused();
        }
      });

      test('is refused without its identity, with another and in a place that is not empty', async () => {
        const { harness, identity, file } = await backedUp(1);
        const other = await generateX25519Identity();
        await expect(restore(settingsOf('new'), file, [], [])).rejects.toThrow(/is encrypted. Name the identity/);
        await expect(restore(settingsOf('new'), file, [other], [])).rejects.toThrow(/is not one that the backup/);
        await harness.close();
        await expect(restore(harness.settings, file, [identity], [])).rejects.toThrow(/is not empty/);
        await writeFile(join(folder, 'keep'), '');
        // A file of ours, and one that is not.
        for (const [at, name] of ['abababababababababababab.jpg', 'letter.doc'].entries()) {
          await cp(join(folder, 'keep'), join(folder, `full-${at}`, 'files', 'ab', name));
          const before = await contentOf(`full-${at}`);
          for (const _ of ['once', 'again']) {
            await expect(restore(settingsOf(`full-${at}`), file, [identity], [])).rejects.toThrow(/files is not empty/);
            const after = await contentOf(`full-${at}`);
            expect(after.filter((path) => path !== 'running.lock')).toEqual(before);
          }
        }
        // A partially restored place whose files were going to another storage.
        await writeFile(join(folder, 'full-0', 'restore-unfinished'), 'https://s3.example.com a-bucket');
        await expect(restore(settingsOf('full-0'), file, [identity], [])).rejects.toThrow(/files is not empty/);
      });

      test('that was only partially restored cannot be started on, and the next restore begins again', async () => {
        const { identity, file } = await backedUp();
        await restore(settingsOf('new'), file, [identity], []);
        // As a restore leaves the place when its process is killed.
        await writeFile(join(folder, 'new', 'restore-unfinished'), join(folder, 'new'));
        const half = await openResourcesOn('new').catch((error: Error) => error);
        expect(String(half)).toMatch(/is partially restored/);
        const database = await import('better-sqlite3').then(
          ({ default: Sqlite }) => new Sqlite(join(folder, 'new', 'maplegate.db')),
        );
        const mark = `insert into setting values ('restore-unfinished', '${join(folder, 'new')}')`;
        database.exec(mark);
        database.exec('delete from decision');
        await rm(join(folder, 'new', 'restore-unfinished'));
        expect(String(await openResourcesOn('new').catch((error: Error) => error))).toMatch(/is partially restored/);
        expect((await restore(settingsOf('new'), file, [identity], [])).applications).toBe(3);
        const restored = await openResourcesOn('new');
        expect(await checkStore(systemContext(restored))).toEqual([]);
        await restored.close();
        // Another backup, of another key, may be restored in its place.
        const other = await backedUp(1, 'other.age');
        database.exec(mark);
        database.close();
        await writeFile(join(folder, 'new', 'restore-unfinished'), join(folder, 'new'));
        expect((await restore(settingsOf('new'), other.file, [other.identity], [])).applications).toBe(1);
      });

      const openResourcesOn = (name: string) =>
        openResources(settingsOf(name), createLog('silent'), { mustExist: true });
    },
    ['sqlite'],
  );
});
