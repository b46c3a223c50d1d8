/** Erasing for good and holding, by the super admin alone. */
import { mkdtempSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { limits } from '../../contract/limits.ts';
import { addApplication, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { fileOf, headingsInEnglish, rowOf, uploadOf } from '../../test/import-files.ts';
import { runImportJob, uploadRows } from '../../test/import-runs.ts';
import { testRecipients } from '../../test/recipients.ts';
import { fillUp, mountSmallDisk } from '../../test/small-disk.ts';
import { storedFiles, withoutTrace } from '../../test/state-snapshot.ts';
import { leafOf } from '../audit-tree/leaf.ts';
import { leafHash } from '../audit-tree/merkle.ts';
import { systemContext } from '../context.ts';
import { personalTables } from '../db/personal-tables.ts';
import { settingsWithPrefix } from '../db/settings-table.ts';
import { flushEnquiries } from '../enquiry/recorder.ts';
import { completeErasureLists } from '../erasures/erasures.ts';
import { newId } from '../identifiers.ts';
import { StorageFault } from '../storage/storage.ts';
import { sweeps } from '../sweeps.ts';
import { removeQueuedFiles } from './physical-erasure.ts';
import { purgeApplications } from './removal.ts';

const day = 86_400;
const reason = 'Asked for by letter';
const [recipient] = testRecipients;
const canary = { surname: 'Vanisher', passport: 'QZX907777', nationalId: '887766550', company: 'Formerly Inc' };

/** A file of one row, which becomes a record unless there is one with its passport already. */
async function importOne(harness: TestHarness, staff: Caller, fields: typeof canary): Promise<void> {
  const file = await fileOf('csv', [headingsInEnglish, rowOf(1, fields)]);
  const { _id: id, columns } = dataOf(
    await staff.call('addImport', { form: uploadOf(file, `${fields.surname} ${fields.passport}.csv`) }),
  );
  dataOf(await staff.call('checkImport', { params: { id }, json: { columns } }));
  await runImportJob(harness);
  await staff.call('startImport', { params: { id } });
  await runImportJob(harness);
}

/** Adds a record with data in every table that can hold personal data. */
async function addWithTraces(harness: TestHarness, staff: Caller, fields = canary): Promise<Application> {
  for (let times = 0; times < 2; times++) await importOne(harness, staff, fields);
  const [added] = dataOf(await staff.call('applications', { query: { search: fields.passport } })).applications;
  if (!added) throw new Error('The row was not imported.');
  const params = { id: added._id };
  await staff.call('deleteApplication', { params });
  await staff.call('restoreApplication', { params });
  const form = formOf({}, { file1: await buildPhoto(7), file6: await buildPhoto(9) });
  await staff.call('updateAttachments', { params, form });
  const photo = { image: await buildPhoto() };
  dataOf(await staff.call('updateApplication', { params, form: formOf({ company: 'Later Ltd' }, photo) }));
  await staff.call('reject', { params, json: { note: 'Note of the vanished', reason: 'Told the vanished' } });
  await staff.call('addNote', { params, json: { text: 'Note of the vanished' } });
  const visitor = harness.visitor('203.0.113.9');
  const search = { search: fields.passport, search1: added.currentN };
  for (let times = 0; times < 2; times++)
    dataOf(await visitor.call('enquiry', { json: { ...search, search2: added.dob } }));
  for (let times = 0; times < 15; times++) {
    harness.clock.advance(901);
    await harness.visitor(`203.0.113.${times}`).call('enquiry', { json: { ...search, search2: '1931-01-01' } });
  }
  await flushEnquiries(harness);
  return added;
}

/** The tables that contain one of the texts, and those with rows. */
async function tablesOf({ database: { db } }: TestHarness, texts: readonly string[]) {
  const found: string[] = [];
  const filled: string[] = [];
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    const content = JSON.stringify(rows).toLowerCase();
    if (rows.length > 0) filled.push(name);
    if (texts.some((text) => content.includes(text.toLowerCase()))) found.push(name);
  }
  return { found: found.sort(), filled };
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const erase = (staff: Caller, id: string, json: object = { reason }) =>
  staff.call('eraseApplication', { params: { id }, json });
const hold = (staff: Caller, id: string, json: object = { hold: true, reason }) =>
  staff.call('holdApplication', { params: { id }, json });
const linesOf = async (harness: TestHarness, folder = harness.settings.dataDir) =>
  (await readFile(join(folder, 'erasures.ndjson'), 'utf8').catch(() => '')).split('\n').filter(Boolean);

onEachEngine('erasing an application', (open) => {
  test.each(['live', 'deleted'])('removes a %s record from every table and the storage', async (state) => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const kept = await addApplication(owner);
    const before = { files: await storedFiles(harness), list: dataOf(await owner.call('applicationSummary')) };
    const { _id: id } = await addWithTraces(harness, owner);
    expect((await tablesOf(harness, [])).filled).toEqual(expect.arrayContaining(personalTables.map(snake)));
    if (state === 'deleted') await owner.call('deleteApplication', { params: { id } });

    const fresh = await harness.signIn('super-admin');
    const counts = dataOf(await fresh.call('erasure', { params: { id } }));
    expect(counts).toEqual({ files: 3, decisions: 1, formerVersions: 1, notes: 1, visits: 2, failedTries: 15 });
    expect(dataOf(await erase(fresh, id))).toEqual({ _id: id });

    const at = harness.clock.now.toISOString();
    const hash = harness.keys.hash('enquiry passport', canary.passport);
    const texts = [...Object.values(canary), hash, id, 'of the vanished', 'the vanished', 'Later Ltd'];
    // For a week the settings have the line of the list, for other nodes.
    expect((await tablesOf(harness, texts)).found).toEqual(['audit', 'setting']);
    const personal = texts.filter((text) => text !== id);
    expect((await tablesOf(harness, personal)).found).toEqual([]);
    expect(await storedFiles(harness)).toEqual(before.files);
    expect(dataOf(await fresh.call('applicationSummary'))).toEqual(before.list);
    expectRefusal(await fresh.call('application', { params: { id } }), 404, 'not_found');
    expect(dataOf(await fresh.call('applications', { query: { search: canary.passport } })).totalApplication).toBe(0);
    expect(dataOf(await fresh.call('application', { params: { id: kept._id } }))._id).toBe(kept._id);
    const { entries } = dataOf(await fresh.call('audit', { query: { record: id } }));
    expect(entries[0]).toMatchObject({ action: 'application.erased', at, record: id, detail: { reason } });
    expect(entries[0]).toMatchObject({ actor: { _id: fresh.accountId }, subject: null });
    expect((await linesOf(harness)).map((line) => JSON.parse(line))).toEqual([{ id, at, passports: [hash] }]);
    expectRefusal(await erase(fresh, id), 404, 'not_found');
    // The passport and the address are free again.
    await addApplication(fresh, canary);
  });

  test('deletes the import rows with its passport, even of an import that was checked with a wrong passport column', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const { _id: id } = await addApplication(owner, canary);
    const rows = [headingsInEnglish, rowOf(1, canary), rowOf(2)];
    const { columns, ...checked } = await uploadRows(owner, 'csv', rows);
    const swapped: Record<string, string> = { passport: 'nationalId', nationalId: 'passport' };
    const wrong = columns.map((field) => field && (swapped[field] ?? field)) as typeof columns;
    dataOf(await owner.call('checkImport', { params: { id: checked._id }, json: { columns: wrong } }));
    await runImportJob(harness);
    await uploadRows(owner, 'csv', rows);
    expect((await tablesOf(harness, Object.values(canary))).found).toContain('import_row');
    dataOf(await erase(owner, id));
    expect((await tablesOf(harness, Object.values(canary))).found).toEqual([]);
    expect(await harness.database.db.selectFrom('importRow').select('number').execute()).toHaveLength(2);
  });

  test('does not hold up other requests while it searches the import rows', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const { _id: id } = await addApplication(owner);
    await uploadRows(owner, 'csv', [headingsInEnglish, ...Array.from({ length: 2_000 }, (_, at) => rowOf(at))]);
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    dataOf(await erase(owner, id));
    clearInterval(count);
    expect(turns).toBeGreaterThan(20);
  });

  test('is refused without a reason, a confirmation or the right, and leaves no trace', async () => {
    const harness = await open();
    const [owner, admin] = [await harness.signIn('super-admin'), await harness.signIn('admin')];
    const { _id: id } = await addApplication(owner);
    const refused = async (caller: Caller, json: object, status: number, code: string, of = id) =>
      expectRefusal(await withoutTrace(harness, () => erase(caller, of, json)), status, code);
    for (const wrong of [{}, { reason: 'no' }, { reason: 'x'.repeat(501) }, { reason: '  a  ' }, { reason: ['abc'] }])
      await refused(owner, wrong, 400, 'bad_request');
    await refused(admin, { reason }, 403, 'forbidden');
    await refused(harness.visitor(), { reason }, 401, 'unauthorized');
    await refused(owner, { reason }, 404, 'not_found', '0123456789abcdef01234567');
    await refused(owner, { reason }, 400, 'invalid_id', 'nothing');
    harness.clock.advance(15 * 60);
    await refused(owner, { reason }, 403, 'confirmation_needed');
    expect(dataOf(await owner.call('application', { params: { id } })).hold).toBe(null);
    expect(await linesOf(harness)).toEqual([]);
  });

  test('succeeds while the disk of the backups is full, and its line is added later', async ({ skip }) => {
    const backups = await mkdtemp(join(tmpdir(), 'maplegate-full-'));
    const unmount = mountSmallDisk(backups, '64k');
    if (!unmount) return skip('needs the right to mount');
    try {
      const harness = await open({ environment: { BACKUP_DIR: backups, BACKUP_RECIPIENTS: recipient } });
      const owner = await harness.signIn('super-admin');
      const { _id: id } = await addApplication(owner);
      await writeFile(join(backups, 'erasures.ndjson'), '');
      fillUp(join(backups, 'full'));
      expect(dataOf(await erase(owner, id))).toEqual({ _id: id });
      expectRefusal(await owner.call('application', { params: { id } }), 404, 'not_found');
      expect(await linesOf(harness, backups)).toEqual([]);
      await rm(join(backups, 'full'));
      await completeErasureLists(systemContext(harness));
      // The passport is nowhere else by now.
      expect(await linesOf(harness, backups)).toEqual([expect.stringMatching(/"passports":\["[0-9a-f]{32}"\]/)]);
    } finally {
      unmount();
      await rm(backups, { recursive: true, force: true });
    }
  });

  test.each(['erasing', 'the purge'])(
    'by %s deletes its files from a storage that was unreachable as soon as it is back, without the daily sweep',
    async (way) => {
      const harness = await open();
      const owner = await harness.signIn('super-admin');
      const { _id: id } = await addApplication(owner);
      const { storage } = harness;
      const remove = storage.remove;
      storage.remove = async () => {
        throw new StorageFault('unavailable', 'away');
      };
      if (way === 'erasing') dataOf(await erase(owner, id));
      else {
        dataOf(await owner.call('deleteApplication', { params: { id } }));
        harness.clock.advance(limits.restoreDays * 86_400 + 1);
        await purgeApplications(systemContext(harness));
      }
      expect(await harness.database.db.selectFrom('application').select('id').execute()).toEqual([]);
      expect(await storedFiles(harness)).not.toEqual([]);
      storage.remove = remove;
      await removeQueuedFiles(systemContext(harness));
      expect(await storedFiles(harness)).toEqual([]);
      expect(await settingsWithPrefix(harness.database.db, 'erased-files')).toEqual([]);
    },
  );

  test('by two callers at once happens once', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const { _id: id } = await addApplication(owner);
    const results = await Promise.all([erase(owner, id), erase(owner, id), erase(owner, id)]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    const { total } = dataOf(await owner.call('audit', { query: { action: 'application.erased' } }));
    expect([total, (await linesOf(harness)).length]).toEqual([1, 1]);
  });

  test('while files and decisions for the record are being written leaves nothing behind', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    for (let round = 0; round < 3; round++) {
      const { _id: id } = await addApplication(owner);
      const params = { id };
      const form = formOf({}, { file1: await buildPhoto(round), file2: await buildPhoto(round + 1) });
      const [attached, decided, erased] = await Promise.all([
        owner.call('updateAttachments', { params, form }),
        owner.call('approve', { params, json: { note: 'in time or not' } }),
        erase(owner, id),
      ]);
      expect(erased.status).toBe(200);
      for (const { status } of [attached, decided]) expect([200, 404]).toContain(status);
    }
    expect(await storedFiles(harness)).toEqual([]);
    for (const table of ['application', 'file', 'decision', 'formerValues'] as const)
      expect(await harness.database.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  });

  test('does not begin where its line cannot be written; a missing line is added later, but no forged one', async () => {
    const harness = await open({ environment: withBackups() });
    const owner = await harness.signIn('super-admin');
    const [first, second] = [await addApplication(owner), await addApplication(owner)];
    const folder = harness.settings.backup.folder ?? '';
    await writeFile(folder, 'no folder');
    expectRefusal(await withoutTrace(harness, () => erase(owner, first._id)), 503, 'unavailable');
    await rm(folder);
    dataOf(await erase(owner, first._id));
    expect(await linesOf(harness, folder)).toEqual(await linesOf(harness));
    expect(await linesOf(harness)).toHaveLength(1);

    // As after a crash in the middle of writing a line.
    await appendFile(join(folder, 'erasures.ndjson'), '{"id":"0123');
    dataOf(await erase(owner, second._id));
    expect(await linesOf(harness, folder)).toEqual(await linesOf(harness));
    await rm(join(folder, 'erasures.ndjson'));
    for (let times = 0; times < 2; times++) await completeErasureLists(systemContext(harness));
    expect(await linesOf(harness, folder)).toEqual(await linesOf(harness));
    expect(JSON.stringify(await linesOf(harness))).not.toContain(first.passport);

    // A forged line would make every restore leave out somebody who was never erased, or find the list damaged.
    const lines = await linesOf(harness);
    for (const record of [newId(), 'no id']) {
      const forged = { id: newId(), at: harness.clock.now.toISOString(), action: 'application.erased', record };
      const { db } = harness.database;
      const row = await db
        .insertInto('audit')
        .values({ ...forged, fields: '[]', mac: '0'.repeat(32) })
        .returningAll()
        .executeTakeFirstOrThrow();
      // The hash of a leaf needs no key.
      const { sequence } = row;
      const hash = leafHash(leafOf(row)).toString('base64');
      await db.insertInto('auditLeaf').values({ position: sequence, sequence, hash }).execute();
    }
    await completeErasureLists(systemContext(harness));
    expect(await linesOf(harness)).toEqual(lines);
  });
});

function withBackups(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'maplegate-list-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { BACKUP_RECIPIENTS: recipient, BACKUP_DIR: join(folder, 'backups') };
}

onEachEngine('holding an application', (open) => {
  test('keeps it from being deleted, erased and purged until it is released', async () => {
    const harness = await open();
    const [owner, admin] = [await harness.signIn('super-admin'), await harness.signIn('admin')];
    const [live, gone] = [await addApplication(owner), await addApplication(owner)];
    await owner.call('deleteApplication', { params: { id: gone._id } });
    for (const { _id } of [live, gone]) dataOf(await hold(owner, _id));

    const by = dataOf(await owner.call('me')).user.name;
    const at = harness.clock.now.toISOString();
    const opened = dataOf(await admin.call('application', { params: { id: live._id } }));
    expect(opened).toMatchObject({ hold: { at, by, reason }, version: 2 });
    const listed = dataOf(await admin.call('applications')).applications;
    expect(listed.map((one) => one.hold?.reason)).toEqual([reason]);
    const refusals = [
      () => admin.call('deleteApplication', { params: { id: live._id } }),
      () => erase(owner, live._id),
      () => erase(owner, gone._id),
    ];
    for (const call of refusals) expectRefusal(await withoutTrace(harness, call), 409, 'held');

    harness.clock.advance(31 * day);
    await withoutTrace(harness, () => purgeApplications(systemContext(harness)));
    const later = await harness.signIn('super-admin');
    dataOf(await hold(later, gone._id, { hold: false, reason: 'The court is done' }));
    expect(dataOf(await later.call('audit', { query: { record: gone._id } })).entries.slice(0, 2)).toMatchObject([
      { action: 'application.released', detail: { reason: 'The court is done' } },
      { action: 'application.held', detail: { reason } },
    ]);
    await purgeApplications(systemContext(harness));
    expectRefusal(await hold(later, gone._id), 404, 'not_found');
    // It may be edited and decided meanwhile, and the applicant does not see that it is held.
    dataOf(await later.call('approve', { params: { id: live._id } }));
    const found = await harness.visitor().call('enquiry', {
      json: { search: live.passport, search1: live.currentN, search2: live.dob },
    });
    expect(dataOf(found).applications[0]).not.toHaveProperty('hold');
    dataOf(await hold(later, live._id, { hold: false, reason: 'The court is done' }));
    await withoutTrace(harness, () => hold(later, live._id, { hold: false, reason: 'Twice' }));
    dataOf(await later.call('deleteApplication', { params: { id: live._id } }));
  });

  test('is the super admin’s alone, and needs a reason', async () => {
    const harness = await open();
    const [owner, admin] = [await harness.signIn('super-admin'), await harness.signIn('admin')];
    const { _id: id } = await addApplication(owner);
    const refused = async (caller: Caller, json: object, status: number, code: string) =>
      expectRefusal(await withoutTrace(harness, () => hold(caller, id, json)), status, code);
    for (const wrong of [{}, { reason }, { hold: true }, { hold: 'true', reason }, { hold: false, reason: 'no' }])
      await refused(owner, wrong, 400, 'bad_request');
    await refused(admin, { hold: true, reason }, 403, 'forbidden');
    await refused(harness.visitor(), { hold: true, reason }, 401, 'unauthorized');
    const results = await Promise.all([hold(owner, id), erase(owner, id), hold(owner, id)]);
    const statuses = results.map(({ status }) => status);
    expect([[200, 409, 200].join(), [404, 200, 404].join()]).toContain(statuses.join());
  });
});

onEachEngine('the records that are past their time', (open) => {
  test('are those whose last decision is older than the settings allow, and none is erased automatically', async () => {
    const harness = await open({ environment: { RETENTION_YEARS: '2' } });
    const staff = await harness.signIn('admin');
    const ids: Record<string, string> = {};
    for (const name of ['pending', 'old', 'corrected', 'withdrawn', 'recent']) {
      ids[name] = (await addApplication(staff))._id;
      if (name !== 'pending' && name !== 'recent') await staff.call('approve', { params: { id: ids[name] } });
    }
    harness.clock.advance(3 * day);
    const later = await harness.signIn('super-admin');
    for (const name of ['corrected', 'withdrawn', 'recent'])
      await later.call('reject', { params: { id: ids[name] ?? '' } });
    await later.call('withdrawDecision', { params: { id: ids.withdrawn ?? '' }, json: { reason } });
    // Two years after the first decisions, and not yet after the others.
    harness.clock.now = new Date('2028-03-12T06:00:00.000Z');
    const owner = await harness.signIn('super-admin');
    for (const work of sweeps) await work(systemContext(harness));
    const past = dataOf(await owner.call('applications', { query: { past: 1 } }));
    expect(past.applications.map((one) => one._id)).toEqual([ids.withdrawn, ids.old]);
    expect(past.totalApplication).toBe(2);
    const narrowed = dataOf(await owner.call('applications', { query: { past: 1, status: 'Rejected' } }));
    expect(narrowed.totalApplication).toBe(0);
    expect(dataOf(await owner.call('applications')).totalApplication).toBe(5);
  });

  test('cannot be listed where the settings name no time', async () => {
    const staff = await (await open()).signIn('admin');
    expectRefusal(await staff.call('applications', { query: { past: 1 } }), 400, 'invalid_filter');
    for (const past of ['0', 'yes'])
      expectRefusal(await staff.call('applications', { query: { past } }), 400, 'bad_request');
  });
});
