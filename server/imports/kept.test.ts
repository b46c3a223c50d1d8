/** How much of an imported file is kept, and for how long. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { formFieldNames } from '../../contract/application-form.ts';
import { limits } from '../../contract/limits.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { expectRefusal, onEachEngine } from '../../test/harness.ts';
import { columnOf, fileOf, headingsInEnglish, rowOf, uploadOf } from '../../test/import-files.ts';
import {
  checkedImport,
  finishedImport,
  importAfterJob,
  reportOf,
  runImportJob,
  uploadRows,
} from '../../test/import-runs.ts';
import { purgeApplications } from '../applications/removal.ts';
import { systemContext } from '../context.ts';
import { sweepImports } from './imports.ts';
import { stepImport } from './steps.ts';

onEachEngine('an import', (open) => {
  test('keeps nothing of a person longer than it must: not of an erased one, not after a day or 30', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const owner = await harness.signIn('super-admin');
    const { _id, passport } = await addApplication(staff, { passport: 'EB7654321' });
    const run = await finishedImport(harness, staff, [
      headingsInEnglish,
      rowOf(1),
      rowOf(2, { passport, company: 'Canary Ltd' }),
    ]);
    const cells = async () =>
      (await harness.database.db.selectFrom('importRow').select('cells').execute())
        .map((row) => row.cells ?? '')
        .join('');
    // Of an imported row nothing but its number stays; a refused one waits to be corrected.
    expect(await cells()).toContain('Canary');
    expect(await cells()).not.toContain('IM1000001');
    dataOf(await owner.call('eraseApplication', { params: { id: _id }, json: { reason: 'Asked for' } }));
    expect(await cells()).toBe('');
    const unfinished = await checkedImport(harness, staff, [headingsInEnglish, rowOf(5)]);
    harness.clock.advance(24 * 3_600 + 1);
    await sweepImports(systemContext(harness));
    expectRefusal(
      await (await harness.signIn('admin')).call('importRun', { params: { id: unfinished._id } }),
      404,
      'not_found',
    );
    const later = await harness.signIn('admin');
    expect(dataOf(await later.call('imports')).map(({ _id }) => _id)).toEqual([run._id]);
    harness.clock.advance(30 * 86_400);
    await sweepImports(systemContext(harness));
    expect(dataOf(await (await harness.signIn('admin')).call('imports'))).toEqual([]);
    await runImportJob(harness);
    expect(await harness.database.db.selectFrom('importRecord').selectAll().execute()).toEqual([]);
  });

  test('that added nothing is kept for a day, also while it is checked and when it has ended', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id: id } = await checkedImport(harness, staff, [headingsInEnglish, rowOf(1, { passport: 'EB7654321' })]);
    await addApplication(staff, { passport: 'EB7654321' });
    dataOf(await staff.call('startImport', { params: { id } }));
    const ended = await importAfterJob(harness, staff, id);
    expect(ended).toMatchObject({ state: 'imported', imported: 0 });
    const hoursKept = ({ createdAt, expiresAt }: Record<'createdAt' | 'expiresAt', string>) =>
      (Date.parse(expiresAt) - Date.parse(createdAt)) / 3_600_000;
    expect(hoursKept(ended)).toBe(24);
    const uploaded = await uploadRows(staff, 'csv', [headingsInEnglish, rowOf(5)]);
    const checking = dataOf(
      await staff.call('checkImport', { params: { id: uploaded._id }, json: { columns: uploaded.columns } }),
    );
    expect(checking.state).toBe('checking');
    expect(hoursKept(checking)).toBe(24);
    harness.clock.advance(24 * 3_600 + 1);
    await sweepImports(systemContext(harness));
    // A check that is under way keeps its rows until it has ended.
    const kept = dataOf(await (await harness.signIn('admin')).call('imports'));
    expect(kept.map(({ _id }) => _id)).toEqual([uploaded._id]);
  });

  test('whose time ends while it is being undone is undone all the same, and goes then', async () => {
    const harness = await open();
    const early = await harness.signIn('admin');
    const rows = Array.from({ length: 15 }, (_, at) => rowOf(at));
    const { _id: id } = await finishedImport(harness, early, [headingsInEnglish, ...rows]);
    harness.clock.advance(limits.importDays * 86_400 - 1);
    const staff = await harness.signIn('admin');
    const params = { id };
    dataOf(await staff.call('undoImport', { params }));
    expect(await stepImport(systemContext(harness), id, 'a node')).toBe(true);
    harness.clock.advance(2);
    await sweepImports(systemContext(harness));
    expect(await importAfterJob(harness, staff, id)).toMatchObject({ state: 'undone', takenBack: 15 });
    expect(dataOf(await staff.call('applications', {})).totalApplication).toBe(0);
    await sweepImports(systemContext(harness));
    expectRefusal(await staff.call('importRun', { params }), 404, 'not_found');
  });

  test('is gone at once when it is deleted; its rows are deleted batch by batch, also by another node', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const ctx = systemContext(harness);
    const { db } = harness.database;
    const rowsMax = 500;
    const count = 3 * rowsMax + 1;
    const rows = Array.from({ length: count }, (_, at) => rowOf(at));
    const { _id: id } = await uploadRows(staff, 'csv', [headingsInEnglish, ...rows]);
    const kept = await uploadRows(staff, 'csv', [headingsInEnglish, rowOf(1)]);
    const numbers = () => db.selectFrom('importRow').select('number').where('runId', '=', id).execute();
    expect((await staff.call('deleteImport', { params: { id } })).status).toBe(204);
    expectRefusal(await staff.call('importRun', { params: { id } }), 404, 'not_found');
    for (const call of ['checkImport', 'startImport', 'undoImport', 'deleteImport'] as const) {
      const json = call === 'checkImport' ? { columns: kept.columns } : undefined;
      expectRefusal(await staff.call(call, { params: { id }, json }), 404, 'not_found');
    }
    expect(dataOf(await staff.call('imports')).map(({ _id }) => _id)).toEqual([kept._id]);
    for (let left = (await numbers()).length, at = 0; left > 0; at++) {
      const node = at === 0 ? 'a node' : 'another node';
      if (at === 1) {
        expect(await stepImport(ctx, id, node)).toBe(false);
        harness.clock.advance(31);
      }
      expect(await stepImport(ctx, id, node)).toBe(true);
      const now = (await numbers()).length;
      expect(left - now).toBeGreaterThan(0);
      expect(left - now).toBeLessThanOrEqual(rowsMax);
      left = now;
    }
    expect(await stepImport(ctx, id, 'another node')).toBe(true);
    const runs = await db.selectFrom('importRun').select('id').execute();
    expect(runs).toEqual([{ id: kept._id }]);
    expect(await db.selectFrom('importRow').select('runId').execute()).toEqual([{ runId: kept._id }]);
  });

  test('is refused while the stored ones fill their room, and takes up none of it; imported rows give theirs back', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { db } = harness.database;
    const bytesOf = async (id: string) =>
      (await db.selectFrom('importRun').select('storedBytes').where('id', '=', id).executeTakeFirstOrThrow())
        .storedBytes;
    const rows = [headingsInEnglish, ...Array.from({ length: 20 }, (_, at) => rowOf(at))];
    const run = await uploadRows(staff, 'csv', rows);
    const bytes = await bytesOf(run._id);
    const [{ cells } = { cells: 0 }] = await db
      .selectFrom('importRow')
      .select(sql<number>`sum(octet_length(cells))`.as('cells'))
      .execute();
    expect(bytes).toBeGreaterThan(Number(cells));

    const free = await uploadRows(staff, 'csv', rows);
    const fill = (storedBytes: number) => db.updateTable('importRun').set({ storedBytes }).where('id', '=', free._id);
    await fill(limits.importsBytesMax - 2 * bytes + 1).execute();
    const refused = await staff.call('addImport', { form: uploadOf(await fileOf('csv', rows)) });
    expectRefusal(refused, 409, 'imports_full');
    expect(new Set(dataOf(await staff.call('imports')).map(({ _id }) => _id))).toEqual(new Set([free._id, run._id]));
    await runImportJob(harness);
    expect(await db.selectFrom('importRow').select('number').execute()).toHaveLength(40);
    await fill(limits.importsBytesMax - 2 * bytes).execute();
    const last = dataOf(await staff.call('addImport', { form: uploadOf(await fileOf('csv', rows)) }));
    dataOf(await staff.call('deleteImport', { params: { id: free._id } }));
    dataOf(await staff.call('deleteImport', { params: { id: last._id } }));

    const params = { id: run._id };
    dataOf(await staff.call('checkImport', { params, json: { columns: run.columns } }));
    await importAfterJob(harness, staff, run._id);
    expect(await bytesOf(run._id)).toBe(bytes);
    dataOf(await staff.call('startImport', { params }));
    expect(await importAfterJob(harness, staff, run._id)).toMatchObject({ imported: 20 });
    expect(await bytesOf(run._id)).toBe(bytes - Number(cells));
  });

  test('never takes a person for headings: where no row names fields, the first row is a person like the others', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const run = await uploadRows(staff, 'ods', [rowOf(1), rowOf(2, { salary: '' }), rowOf(3)]);
    expect(run).toMatchObject({
      state: 'read',
      rows: 3,
      headingRow: 0,
      preview: [{ row: 1, cells: rowOf(1) }, {}, {}],
    });
    expect([run.headings, run.columns]).toEqual([rowOf(1).map(() => ''), rowOf(1).map(() => null)]);
    const runs = await harness.database.db.selectFrom('importRun').selectAll().execute();
    expect(JSON.stringify(runs)).not.toContain('IM100');
    const params = { id: run._id };
    dataOf(await staff.call('checkImport', { params, json: { columns: formFieldNames } }));
    expect(await importAfterJob(harness, staff, run._id)).toMatchObject({ state: 'checked', fit: 2, refused: 1 });
    // Corrected rows come back with headings that are known.
    const report = await reportOf(staff, run._id);
    const form = uploadOf(report, 'again.csv');
    const again = dataOf(await staff.call('addImport', { form }));
    expect(again).toMatchObject({ rows: 1, headingRow: 1 });
    expect(again.columns.slice(0, formFieldNames.length)).toEqual(formFieldNames);
    expect(again.preview[0]?.cells.at(-2)).toMatch(/^Salary: /);
  });

  test('forgets an erased person even before a passport column has been chosen, and keeps one whose deleted record is purged later', async () => {
    const harness = await open();
    const early = await harness.signIn('admin');
    const erased = await addApplication(early, { passport: 'EB7654321' });
    const purged = await addApplication(early, { passport: 'QX-100 200' });
    dataOf(await early.call('deleteApplication', { params: { id: purged._id } }));
    harness.clock.advance(limits.restoreDays * 86_400 + 1);
    const staff = await harness.signIn('super-admin');
    const { columns } = await uploadRows(staff, 'csv', [
      headingsInEnglish.with(columnOf('passport'), 'Paper'),
      rowOf(1, { passport: ' eb 765\u20114321' }),
      rowOf(2, { passport: 'IM1000002', nationalId: 'qx১০০২০০' }),
      rowOf(3, { surname: 'EB7654321 Rahman' }),
    ]);
    expect(columns).not.toContain('passport');
    const rowCounts = async () => {
      const rows = harness.database.db.selectFrom('importRow').select('number').orderBy('number');
      return (await rows.execute()).map(({ number }) => number);
    };
    dataOf(await staff.call('eraseApplication', { params: { id: erased._id }, json: { reason: 'Asked for' } }));
    expect(await rowCounts()).toEqual([3, 4]);
    await purgeApplications(systemContext(harness));
    expect(dataOf(await staff.call('audit', { query: { action: 'application.purged' } })).total).toBe(1);
    expect(await rowCounts()).toEqual([3, 4]);
  });

  test('keeps a checked row of somebody whose deleted record is purged meanwhile: the person has come again', async () => {
    const harness = await open();
    const early = await harness.signIn('admin');
    const { _id: id, passport } = await addApplication(early, { passport: 'EB7654321' });
    dataOf(await early.call('deleteApplication', { params: { id } }));
    harness.clock.advance(limits.restoreDays * 86_400 + 1);
    const staff = await harness.signIn('super-admin');
    const rows = [headingsInEnglish, rowOf(1, { passport }), rowOf(2, { passport: 'QX100200', salary: '' })];
    const run = await checkedImport(harness, staff, rows);
    expect(run).toMatchObject({ fit: 1, refused: 1 });
    await purgeApplications(systemContext(harness));
    expect(dataOf(await staff.call('audit', { query: { action: 'application.purged' } })).total).toBe(1);
    const params = { id: run._id };
    dataOf(await staff.call('startImport', { params }));
    expect(await importAfterJob(harness, staff, run._id)).toMatchObject({ imported: 1, refused: 1 });
  });

  test('counts its rows without those of an erased person, and says at its end that none is left', async () => {
    const harness = await open();
    const staff = await harness.signIn('super-admin');
    const [first, second] = [await addApplication(staff), await addApplication(staff)];
    for (const { _id: id } of [first, second]) dataOf(await staff.call('deleteApplication', { params: { id } }));
    const rows = [rowOf(1), rowOf(2, { passport: first.passport }), rowOf(3, { salary: '' })];
    const run = await checkedImport(harness, staff, [
      headingsInEnglish,
      ...rows,
      rowOf(4, { passport: second.passport }),
    ]);
    expect(run).toMatchObject({ fit: 3, refused: 1 });
    const params = { id: run._id };
    const erase = ({ _id: id }: { _id: string }) =>
      staff.call('eraseApplication', { params: { id }, json: { reason: 'Asked for' } });
    dataOf(await erase(first));
    expect(dataOf(await staff.call('importRun', { params }))).toMatchObject({ rows: 4, fit: 2, refused: 1 });
    dataOf(await staff.call('startImport', { params }));
    dataOf(await erase(second));
    expect(await importAfterJob(harness, staff, run._id)).toMatchObject({
      state: 'imported',
      imported: 1,
      fit: 0,
      refused: 1,
    });
  });
});
