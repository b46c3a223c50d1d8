/** What changing the secret key preserves, and what it refuses. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { addApplication, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { addApp, appCode, newPerson, signInBy } from '../../test/factors.ts';
import { type Caller, isOnBucket, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { headingsInEnglish, rowOf } from '../../test/import-files.ts';
import { importAfterJob, uploadRows } from '../../test/import-runs.ts';
import { storedFiles } from '../../test/state-snapshot.ts';
import { signEntries } from '../audit-tree/tree.ts';
import { verifyAudit } from '../audit-tree/verify.ts';
import { backUp } from '../backup/backup.ts';
import { checkStore } from '../commands/check-store.ts';
import { systemContext } from '../context.ts';
import { completeErasureLists, ownErasures } from '../erasures/erasures.ts';
import { stepImport } from '../imports/steps.ts';
import { diskPath } from '../storage/disk.ts';
import { rotateFiles } from './files.ts';

const [first, second, third] = ['first', 'second', 'third'].map(
  (name) => `${name} key of the tests, 32 bytes and more`,
);
const keyed = (SECRET_KEY = '', SECRET_KEY_BEFORE = '') => ({ SECRET_KEY, SECRET_KEY_BEFORE });

const pendingOf = async (owner: Caller) => dataOf(await owner.call('system')).encryption.pending;
const statusOf = async (caller: Caller, url: string | null) => (await caller.request(url ?? '')).status;

async function withFiles(harness: TestHarness) {
  const staff = await harness.signIn('super-admin');
  const added = await addApplication(staff);
  const form = formOf({}, { file1: await buildPhoto(1), file2: await buildPhoto(2) });
  const attached = dataOf(await staff.call('updateAttachments', { params: { id: added._id }, form }));
  return { application: attached, urls: [attached.image, attached.file1, attached.file2] };
}

onEachEngine('a new key', (open, engine) => {
  test('loses nothing: files, grants, tries, second factors and the audit log go over to it, and the former one is refused', async () => {
    const before = await open({ environment: keyed(first) });
    const { application, urls } = await withFiles(before);
    const visitor = before.visitor();
    const json = { search: application.passport, search1: application.currentN, search2: application.dob };
    dataOf(await visitor.call('enquiry', { json }));
    const stranger = { ...json, search2: '1931-01-01' };
    for (let times = 0; times < limits.enquiryMissesPerPassport; times++)
      await before.visitor(`203.0.113.${times}`).call('enquiry', { json: stranger });
    await signEntries(systemContext(before));
    const person = await newPerson(before);
    const { secret, codes } = await addApp(before, person);

    const between = await open({ beside: before, environment: keyed(second, first) });
    const owner = await between.signIn('super-admin');
    // A photo and two papers; a slide of a first start has files, too, where there is one.
    expect(await pendingOf(owner)).toBe(3);
    for (const url of urls) expect(await statusOf(owner, url)).toBe(200);
    const guest = between.visitor();
    for (const [name, value] of visitor.cookies) guest.cookies.set(name, value);
    expect(dataOf(await guest.call('granted')).applications).toHaveLength(1);
    expect((await between.visitor('203.0.113.99').call('enquiry', { json: stranger })).status).toBe(429);
    const later = await withFiles(between);
    expect(await rotateFiles(systemContext(between))).toBe(0);
    expect(await pendingOf(owner)).toBe(0);
    expect(await checkStore(systemContext(between))).toEqual([]);

    const after = await open({ beside: before, environment: keyed(second) });
    for (const code of [appCode(after, secret, 1), codes[0]]) {
      expect((await signInBy(after.visitor(), person.email, code)).ok).toBe(true);
    }
    const staff = await after.signIn('super-admin');
    for (const url of [...urls, ...later.urls]) expect(await statusOf(staff, url)).toBe(200);
    expect(await pendingOf(staff)).toBe(0);
    expect(await checkStore(systemContext(after))).toEqual([]);
    await signEntries(systemContext(after));
    expect((await verifyAudit(systemContext(after), [])).problem).toBeNull();
    const { entries } = dataOf(await staff.call('audit', { query: { action: 'key.replaced' } }));
    expect(entries).toHaveLength(1);
    await expect(open({ beside: before, environment: keyed(first) })).rejects.toThrow(
      /is a former key of this database/,
    );
    await expect(open({ beside: before, environment: keyed(third, first) })).rejects.toThrow(/is not the key/);
    await expect(open({ beside: before, environment: keyed(third) })).rejects.toThrow(/set SECRET_KEY_BEFORE to it/);
  });

  test('makes a node that still runs with the former one not ready, so that a balancer leaves it', async () => {
    const before = await open({ environment: keyed(first) });
    const statusOf = async (node: TestHarness) => (await node.request('/readyz')).status;
    expect(await statusOf(before)).toBe(200);
    const after = await open({ beside: before, environment: keyed(second, first) });
    await expect.poll(() => statusOf(before)).toBe(503);
    expect(await statusOf(after)).toBe(200);
  });

  test('that is removed too early or twice leaves the files unchanged, to be read when it is back', async () => {
    const before = await open({ environment: keyed(first) });
    const { urls } = await withFiles(before);
    await open({ beside: before, environment: keyed(second, first) });
    const early = await open({ beside: before, environment: keyed(third, second) });
    const owner = await early.signIn('super-admin');
    expect(await pendingOf(owner)).toBe(3);
    expect(await statusOf(owner, urls[0] ?? null)).toBe(500);
    expect(await checkStore(systemContext(early))).not.toEqual([]);
    expect(await rotateFiles(systemContext(early))).toBe(3);
    expect(await pendingOf(owner)).toBe(3);
    const again = await open({ beside: before, environment: keyed(third, first) });
    expect(await rotateFiles(systemContext(again))).toBe(0);
    expect(await checkStore(systemContext(again))).toEqual([]);
    expect(await pendingOf(await again.signIn('super-admin'))).toBe(0);
  });

  test('without the former one names no file as damaged, in the check and in a backup, but the key that is missing', async () => {
    const before = await open({ environment: keyed(first) });
    const { application } = await withFiles(before);
    await open({ beside: before, environment: keyed(second, first) });
    const alone = await open({ beside: before, environment: keyed(second) });
    await addApplication(await alone.signIn('super-admin'));
    const problem = expect.stringMatching(
      /^3 files encrypted with a former key cannot be read, because SECRET_KEY_BEFORE is not set\./,
    );
    expect(await checkStore(systemContext(alone))).toEqual([problem]);
    // A backup of PostgreSQL needs a server, which test/process/restore.test.ts has.
    if (engine === 'sqlite') {
      const backup = await backUp(systemContext(alone), join(alone.settings.dataDir, 'alone.tar'), null);
      expect(backup.problems).toEqual([problem]);
    }
    // As docs/operations.md, “A lost key”, has each file named.
    const another = await open({ beside: before, environment: keyed(second, third) });
    const named = `photo of ${application.givenN} ${application.surname}, application ${application._id}`;
    expect(await checkStore(systemContext(another))).toContainEqual(expect.stringContaining(named));
    const both = await open({ beside: before, environment: keyed(second, first) });
    expect(await checkStore(systemContext(both))).toEqual([]);
  });

  test('restores no record that is erased while its file is encrypted again', async () => {
    const before = await open({ environment: keyed(first) });
    const { application } = await withFiles(before);
    const between = await open({ beside: before, environment: keyed(second, first) });
    const owner = await between.signIn('super-admin');
    const { storage } = between;
    let erased = 0;
    const put: typeof storage.put = async (...given) => {
      if (erased++ === 0) {
        const params = { id: application._id };
        dataOf(await owner.call('eraseApplication', { params, json: { reason: 'Asked for' } }));
      }
      return storage.put(...given);
    };
    await rotateFiles(systemContext({ ...between, storage: { ...storage, list: () => storage.list(), put } }));
    expect(erased).toBeGreaterThan(0);
    expect(await storedFiles(between)).toEqual([]);
  });

  test('that comes while an import is being checked hides no value that occurs in the file before and after it', async () => {
    const before = await open({ environment: keyed(first) });
    const staff = await before.signIn('admin');
    // The first batch has a hundred of them.
    const rows = Array.from({ length: 110 }, (_, at) => rowOf(at));
    rows.push(rowOf(200, { passport: 'IM1000000' }), rowOf(201, { email: 'person1@import.example' }));
    const { _id: id, columns } = await uploadRows(staff, 'csv', [headingsInEnglish, ...rows]);
    const params = { id };
    dataOf(await staff.call('checkImport', { params, json: { columns } }));
    expect(await stepImport(systemContext(before), id, 'a node')).toBe(true);
    expect(dataOf(await staff.call('importRun', { params })).done).toBe(100);

    const after = await open({ beside: before, environment: keyed(second, first) });
    const owner = await after.signIn('super-admin');
    const checked = await importAfterJob(after, owner, id);
    expect(checked).toMatchObject({ state: 'checked', done: rows.length, fit: 110, refused: 2 });
    expect(checked.problems.map(({ row, code }) => [row, code])).toEqual([
      [112, 'file_passport_twice'],
      [113, 'file_email_twice'],
    ]);
  });

  test('still knows who was erased before it, where the list of them is lost', async () => {
    const before = await open({ environment: keyed(first) });
    const { application } = await withFiles(before);
    const owner = await before.signIn('super-admin');
    const params = { id: application._id };
    dataOf(await owner.call('eraseApplication', { params, json: { reason: 'Asked for' } }));
    await open({ beside: before, environment: keyed(second, first) });
    const after = await open({ beside: before, environment: keyed(second) });
    await rm(join(after.settings.dataDir, 'erasures.ndjson'));
    await completeErasureLists(systemContext(after));
    expect(await ownErasures(after.settings)).toMatchObject([{ id: application._id }]);
  });

  test.skipIf(isOnBucket)('hands out no altered file, names it, and leaves it as it is', async () => {
    const before = await open({ environment: keyed(first) });
    const { application, urls } = await withFiles(before);
    const between = await open({ beside: before, environment: keyed(second, first) });
    const name = application.image?.split('/').at(-1) ?? '';
    const path = diskPath(`${between.settings.dataDir}/files`, name);
    const bytes = await readFile(path);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(path, bytes);
    expect(await rotateFiles(systemContext(between))).toBe(1);
    const owner = await between.signIn('super-admin');
    expect(await pendingOf(owner)).toBe(1);
    expect(await readFile(path)).toEqual(bytes);
    expect(await statusOf(owner, urls[0] ?? null)).toBe(500);
    expect(await checkStore(systemContext(between))).toEqual([expect.stringContaining(`The file ${name} is not what`)]);
  });

  test('keeps the failed tries of a passport that was corrected with its record, also when that is erased', async () => {
    const before = await open({ environment: keyed(first) });
    const { _id: id, passport, currentN } = await addApplication(await before.signIn('admin'));
    const json = { search: passport, search1: currentN, search2: '1931-01-01' };
    for (let times = 0; times < 3; times++) await before.visitor(`203.0.113.${times}`).call('enquiry', { json });
    const editor = await before.signIn('admin');
    dataOf(await editor.call('updateApplication', { params: { id }, json: { passport: 'ZZ7654321' } }));
    const after = await open({ beside: before, environment: keyed(second, first) });
    const owner = await after.signIn('super-admin');
    expect(dataOf(await owner.call('erasure', { params: { id } })).failedTries).toBe(3);
    dataOf(await owner.call('eraseApplication', { params: { id }, json: { reason: 'Asked for' } }));
    expect(await after.database.db.selectFrom('enquiryMiss').selectAll().execute()).toEqual([]);
  });
});
