/** Who may begin which step of an import, who is on record for it, and what an undo takes back. */
import { expect, test } from 'vitest';
import type { CallResult } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine } from '../../test/harness.ts';
import { columnOf, headingsInEnglish, rowOf } from '../../test/import-files.ts';
import { checkedImport, finishedImport, importAfterJob, reportOf, runImportJob } from '../../test/import-runs.ts';
import { tableIn } from '../../test/spreadsheets.ts';
import { storedFiles, withoutTrace } from '../../test/state-snapshot.ts';
import { removeQueuedFiles } from '../applications/physical-erasure.ts';
import { systemContext } from '../context.ts';
import { stepImport } from './steps.ts';

type Id = { params: { id: string } };

onEachEngine('an import', (open) => {
  test('reports each row of an undo as taken back, kept because it was changed since, or failed', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id: id } = await finishedImport(harness, staff, [
      headingsInEnglish,
      ...Array.from({ length: 8 }, (_, at) => rowOf(at)),
    ]);
    const { applications } = dataOf(
      await staff.call('searchApplications', { json: { search: 'IM1', sort: 'passport' } }),
    );
    const of = (at: number) => ({ params: { id: applications[at]?._id ?? '' } });
    dataOf(await staff.call('updateApplication', { ...of(0), json: { salary: 'CAD 20' } }));
    dataOf(await staff.call('approve', of(1)));
    dataOf(await staff.call('deleteApplication', of(2)));
    // Neither changes the version.
    dataOf(await staff.call('addNote', { ...of(4), json: { text: 'Has called' } }));
    dataOf(await staff.call('assign', { json: { assignee: staff.accountId, ids: [of(5).params.id] } }));
    const owner = await harness.signIn('super-admin');
    dataOf(await owner.call('eraseApplication', { ...of(3), json: { reason: 'Asked for' } }));
    dataOf(await staff.call('undoImport', { params: { id } }));
    const undone = await importAfterJob(harness, staff, id);
    expect(undone).toMatchObject({ state: 'undone', imported: 8, takenBack: 2, kept: 4, lost: 2 });
    expect(undone.problems).toEqual([
      { row: 2, state: 'kept', column: null, cell: '', code: 'import_changed_since' },
      { row: 3, state: 'kept', column: null, cell: '', code: 'import_changed_since' },
      { row: 4, state: 'lost', column: null, cell: '', code: 'import_gone' },
      { row: 6, state: 'kept', column: null, cell: '', code: 'import_changed_since' },
      { row: 7, state: 'kept', column: null, cell: '', code: 'import_changed_since' },
    ]);
    const remaining = dataOf(await staff.call('searchApplications', { json: { search: 'IM1' } }));
    expect(remaining.totalApplication).toBe(4);
    await reportOf(staff, id);
    const { entries } = dataOf(await owner.call('audit', { query: { action: 'import.report-taken' } }));
    expect(entries.map(({ record, detail }) => [record, detail])).toEqual([[id, { rows: 5 }]]);
  });

  test('takes files along, which are removed soon after the records', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id: id } = await finishedImport(harness, staff, [headingsInEnglish, rowOf(1)]);
    const search = { json: { search: 'IM1' } };
    const [imported] = dataOf(await staff.call('searchApplications', search)).applications;
    // No call adds a file without a new version of the record.
    const { _id: donor, image } = await addApplication(staff);
    const { db } = harness.database;
    await db.updateTable('file').set({ applicationId: imported?._id }).where('applicationId', '=', donor).execute();
    dataOf(await staff.call('undoImport', { params: { id } }));
    expect(await importAfterJob(harness, staff, id)).toMatchObject({ state: 'undone', takenBack: 1 });
    expect(dataOf(await staff.call('searchApplications', search)).totalApplication).toBe(0);
    const stored = async () => (await storedFiles(harness)).filter((name) => image?.includes(name));
    expect(await stored()).toHaveLength(1);
    await removeQueuedFiles(systemContext(harness));
    expect(await stored()).toEqual([]);
  });

  test('takes neither rows of other imports nor failed tries along when it is undone', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const rows = [headingsInEnglish, rowOf(1), rowOf(2), rowOf(1)];
    const { _id: id } = await finishedImport(harness, staff, rows);
    const other = await checkedImport(harness, staff, rows);
    expect(other).toMatchObject({ rows: 3, refused: 3 });
    const [application] = dataOf(await staff.call('applications', {})).applications;
    const ask = async () => {
      const { passport = '', currentN = '' } = application ?? {};
      const json = { search: passport, search1: currentN, search2: '1931-01-01' };
      return (await harness.visitor().call('enquiry', { json })).status;
    };
    for (let tries = 0; tries < 5; tries++) expect(await ask()).toBe(200);
    expect(await ask()).toBe(429);
    dataOf(await staff.call('undoImport', { params: { id } }));
    const undone = await importAfterJob(harness, staff, id);
    expect(undone).toMatchObject({ state: 'undone', takenBack: 2, refused: 1 });
    const withCells = harness.database.db.selectFrom('importRow').select('number').where('cells', 'is not', null);
    expect(await withCells.where('runId', '=', id).execute()).toEqual([{ number: 4 }]);
    expect(await ask()).toBe(429);
    const json = { columns: other.columns };
    dataOf(await staff.call('checkImport', { params: { id: other._id }, json }));
    expect(await importAfterJob(harness, staff, other._id)).toMatchObject({ rows: 3, fit: 2, refused: 1 });
  });

  test('is undone only by somebody who may delete, in a recently confirmed session', async () => {
    const harness = await open();
    const [staff, other] = [await harness.signIn('admin'), await harness.signIn('admin')];
    const owner = await harness.signIn('super-admin');
    const { _id: id } = await finishedImport(harness, staff, [headingsInEnglish, rowOf(1)]);
    const undo = (by: Caller) => by.call('undoImport', { params: { id } });
    dataOf(await owner.call('setRights', { params: { id: other.accountId }, json: { rights: ['exporting'] } }));
    await withoutTrace(harness, async () => expectRefusal(await undo(other), 403, 'right_missing'));
    harness.clock.advance(limits.confirmationMinutes * 60 + 1);
    await withoutTrace(harness, async () => expectRefusal(await undo(staff), 403, 'confirmation_needed'));
    dataOf(await undo(await harness.sessionOf(staff.accountId)));
    expect(await importAfterJob(harness, staff, id)).toMatchObject({ state: 'undone', takenBack: 1 });
  });

  test('whose account is suspended, deleted or loses its right stops, and somebody else can undo it', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const ways: [name: string, step: 'startImport' | 'undoImport', end: (of: Id) => Promise<CallResult<unknown>>][] = [
      ['suspended', 'undoImport', (of) => owner.call('suspendUser', of)],
      ['deleted', 'undoImport', (of) => owner.call('deleteUser', of)],
      ['without the right', 'undoImport', (of) => owner.call('setRights', { ...of, json: { rights: ['exporting'] } })],
      ['suspended', 'startImport', (of) => owner.call('suspendUser', of)],
    ];
    for (const [at, [name, step, end]] of ways.entries()) {
      const staff = await harness.signIn('admin');
      const rows = Array.from({ length: 15 }, (_, row) => rowOf(at * 100 + row));
      const prepare = step === 'undoImport' ? finishedImport : checkedImport;
      const { _id: id } = await prepare(harness, staff, [headingsInEnglish, ...rows]);
      const params = { id };
      dataOf(await staff.call(step, { params }));
      expect(await stepImport(systemContext(harness), id, 'a node')).toBe(true);
      dataOf(await end({ params: { id: staff.accountId } }));
      const liveCount = async () =>
        dataOf(await owner.call('searchApplications', { json: { search: `IM1000${at}` } })).totalApplication;
      const before = await liveCount();
      expect([5, 10], name).toContain(before);
      const stopped = await importAfterJob(harness, owner, id);
      const counts = step === 'undoImport' ? { imported: 15, takenBack: 10 } : { imported: 10, takenBack: 0 };
      expect(stopped, name).toMatchObject({ state: 'imported', ...counts });
      expect(await liveCount(), name).toBe(before);
      dataOf(await owner.call('undoImport', { params }));
      const all = { imported: counts.imported, takenBack: counts.imported, kept: 0, lost: 0 };
      expect(await importAfterJob(harness, owner, id), name).toMatchObject({ state: 'undone', ...all });
      expect(await liveCount(), name).toBe(0);
    }
  });

  test('that is undone in two parts records before each how many records are left', async () => {
    const harness = await open();
    const [owner, staff] = [await harness.signIn('super-admin'), await harness.signIn('admin')];
    const rows = Array.from({ length: 15 }, (_, at) => rowOf(at));
    const { _id: id } = await finishedImport(harness, staff, [headingsInEnglish, ...rows]);
    const search = { search: String(rows.at(-1)?.[columnOf('passport')] ?? '') };
    const { applications } = dataOf(await staff.call('searchApplications', { json: search }));
    dataOf(await staff.call('deleteApplication', { params: { id: applications[0]?._id ?? '' } }));
    const params = { id };
    dataOf(await staff.call('undoImport', { params }));
    // The first part finds that the last record is gone.
    expect(await stepImport(systemContext(harness), id, 'a node')).toBe(true);
    dataOf(await owner.call('suspendUser', { params: { id: staff.accountId } }));
    await importAfterJob(harness, owner, id);
    dataOf(await owner.call('undoImport', { params }));
    const { entries } = dataOf(await owner.call('audit', { query: { action: 'import.undo-started' } }));
    expect(entries.map(({ detail }) => detail)).toEqual([{ rows: 5 }, { rows: 15 }]);
  });

  test('that ended early goes on once somebody else starts it, names the rows that are left until then, and is undone as one', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const staff = await harness.signIn('admin');
    const rows = Array.from({ length: 14 }, (_, at) => rowOf(at));
    const { _id: id } = await checkedImport(harness, staff, [headingsInEnglish, ...rows, rowOf(14, { surname: '' })]);
    const params = { id };
    dataOf(await staff.call('startImport', { params }));
    expect(await stepImport(systemContext(harness), id, 'a node')).toBe(true);
    dataOf(await owner.call('suspendUser', { params: { id: staff.accountId } }));
    const stopped = await importAfterJob(harness, owner, id);
    expect(stopped).toMatchObject({ state: 'imported', imported: 10, fit: 4, refused: 1 });
    const left = [12, 13, 14, 15].map((row) => [row, 'fit', 'import_not_reached']);
    const shown = stopped.problems.map(({ row, state, code }) => [row, state, code]);
    expect(shown).toEqual([...left, [16, 'refused', 'surname_length']]);
    const report = await reportOf(owner, id);
    const [, ...table] = await tableIn('csv', report);
    expect(table.map((row) => row.slice(-3, -1))).toEqual([
      ...left.map(([row]) => [String(row), 'Not imported yet.']),
      ['16', expect.stringMatching(/^Surname: /)],
    ]);
    dataOf(await owner.call('startImport', { params }));
    const whole = await importAfterJob(harness, owner, id);
    expect(whole).toMatchObject({ state: 'imported', imported: 14, fit: 0, refused: 1 });
    expect(whole.problems.map(({ row }) => row)).toEqual([16]);
    const { entries } = dataOf(await owner.call('audit', { query: { action: 'applications.imported' } }));
    expect(entries.map(({ detail }) => detail)).toEqual([{ rows: 4 }, { rows: 10 }]);
    // No row that fits is left.
    await withoutTrace(harness, async () =>
      expectRefusal(await owner.call('startImport', { params }), 409, 'import_state'),
    );
    dataOf(await owner.call('undoImport', { params }));
    expect(await importAfterJob(harness, owner, id)).toMatchObject({
      state: 'undone',
      takenBack: 14,
      kept: 0,
      lost: 0,
    });
  });

  test('records who began a step when it begins, and the same person for each change that follows', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const [brought, started, undone] = [
      await harness.signIn('admin'),
      await harness.signIn('admin'),
      await harness.signIn('admin'),
    ];
    const entries = async (by: { accountId: string }) => {
      const { entries } = dataOf(await owner.call('audit', { query: { user: by.accountId } }));
      return entries.map(({ action }) => action);
    };
    const { _id: id } = await checkedImport(harness, brought, [headingsInEnglish, rowOf(1)]);
    const params = { id };
    dataOf(await started.call('startImport', { params }));
    expect(await entries(started)).toEqual(['import.started']);
    await runImportJob(harness);
    dataOf(await undone.call('undoImport', { params }));
    expect(await entries(undone)).toEqual(['import.undo-started']);
    await runImportJob(harness);
    expect(await entries(started)).toEqual(['applications.imported', 'application.added', 'import.started']);
    expect(await entries(undone)).toEqual(['applications.taken-back', 'application.taken-back', 'import.undo-started']);
    expect(await entries(brought)).toEqual(['import.added']);
    expect((await brought.call('deleteImport', { params })).status).toBe(204);
    expect(await entries(brought)).toEqual(['import.removed', 'import.added']);
    expect((await brought.call('deleteImport', { params })).status).toBe(404);
    expect(await entries(brought)).toHaveLength(2);
  });

  test('by two people at once, with undos in between, ends with each row as one of them left it', async () => {
    const harness = await open();
    const [one, other] = [await harness.signIn('admin'), await harness.signIn('admin')];
    const rows = [headingsInEnglish, ...Array.from({ length: 30 }, (_, at) => rowOf(at))];
    const runs = [await checkedImport(harness, one, rows), await checkedImport(harness, other, rows)];
    for (const { _id: id } of runs) dataOf(await one.call('startImport', { params: { id } }));
    await Promise.all([runImportJob(harness), runImportJob(harness, 'another node')]);
    const [first, second] = await Promise.all(runs.map(({ _id }) => importAfterJob(harness, one, _id)));
    // Each passport is imported once, by either of them.
    expect((first?.imported ?? 0) + (second?.imported ?? 0)).toBe(30);
    expect((first?.refused ?? 0) + (second?.refused ?? 0)).toBe(30);
    const undo = () => one.call('undoImport', { params: { id: runs[0]?._id ?? '' } });
    const results = await Promise.all([undo(), undo()]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    expectRefusal(await other.call('startImport', { params: { id: runs[0]?._id ?? '' } }), 409, 'import_state');
    await runImportJob(harness);
    const list = dataOf(await one.call('searchApplications', { json: { search: 'IM1' } }));
    expect(list.totalApplication).toBe(second?.imported);
  });
});
