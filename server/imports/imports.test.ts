import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { formFieldNames } from '../../contract/application-form.ts';
import { type SpreadsheetFormat, spreadsheetFormats } from '../../contract/spreadsheet-format.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { onEachEngine, type TestHarness } from '../../test/harness.ts';
import { columnOf, fileOf, headingsInEnglish, rowOf, uploadOf } from '../../test/import-files.ts';
import { checkedImport, importAfterJob, reportOf, runImportJob, uploadRows } from '../../test/import-runs.ts';
import { tableIn } from '../../test/spreadsheets.ts';
import { archiveOf } from '../../test/workbook.ts';
import { systemContext } from '../context.ts';
import { workOnImports } from './job.ts';
import { stepImport } from './steps.ts';

const forms: SpreadsheetFormat[] = ['xlsx', 'ods', 'csv'];

/** All rows about applicants, without logs, imports, counters and counts of zero. */
async function dump(harness: TestHarness): Promise<Record<string, string[]>> {
  const skipped = new Set([
    'audit',
    'audit_leaf',
    'audit_checkpoint',
    'import_run',
    'import_row',
    'counter',
    'session',
    'account',
    'setting',
    'migration',
  ]);
  const tables: Record<string, string[]> = {};
  for (const { name } of await harness.database.db.introspection.getTables()) {
    if (skipped.has(name) || name === 'passport_position') continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(harness.database.db);
    tables[name] = rows
      .filter(({ count }) => count !== 0)
      .map((row) => JSON.stringify(row))
      .sort();
  }
  return tables;
}

onEachEngine('an import', (open, engine) => {
  // The rows reach the database in one shape, whatever the format of the file.
  test.each(engine === 'sqlite' ? forms : (['csv'] as const))(
    'of %s is read, checked, imported by the rules of a single addition, and undone exactly',
    async (form) => {
      const harness = await open();
      const staff = await harness.signIn('admin');
      await addApplication(staff);
      const before = await dump(harness);
      const rows = [headingsInEnglish, ...Array.from({ length: 25 }, (_, at) => rowOf(at))];
      const run = await uploadRows(staff, form, rows);
      expect(run).toMatchObject({ form, state: 'read', rows: 25, headingRow: 1, fileName: `march.${form}` });
      expect(run.columns).toEqual(formFieldNames);
      expect(run.preview[0]).toEqual({ row: 2, cells: rowOf(0) });
      const id = run._id;
      const params = { id };
      dataOf(await staff.call('checkImport', { params, json: { columns: run.columns } }));
      expect(await importAfterJob(harness, staff, id)).toMatchObject({
        state: 'checked',
        fit: 25,
        refused: 0,
        done: 25,
      });
      // Nothing is added by a dry run.
      expect(await dump(harness)).toEqual(before);
      dataOf(await staff.call('startImport', { params }));
      expect(await importAfterJob(harness, staff, id)).toMatchObject({
        state: 'imported',
        imported: 25,
        fit: 0,
        problems: [],
      });
      const list = dataOf(await staff.call('searchApplications', { json: { search: 'IM1000', limit: 50 } }));
      expect(list.totalApplication).toBe(25);
      expect(list.applications[0]).toMatchObject({ isStatus: 'Pending', image: null, version: 1, dob: '1990-01-25' });
      const owner = await harness.signIn('super-admin');
      const added = dataOf(
        await owner.call('audit', { query: { action: 'application.added', user: staff.accountId } }),
      );
      expect(added.total).toBe(26);
      dataOf(await staff.call('undoImport', { params }));
      expect(await importAfterJob(harness, staff, id)).toMatchObject({
        state: 'undone',
        takenBack: 25,
        kept: 0,
        lost: 0,
      });
      expect(await dump(harness)).toEqual(before);
      const entries = dataOf(await owner.call('audit', { query: { record: id } })).entries;
      expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
        ['applications.taken-back', { rows: 25 }],
        ['import.undo-started', { rows: 25 }],
        ['applications.imported', { rows: 25 }],
        ['import.started', { rows: 25 }],
        ['import.added', { rows: 25 }],
      ]);
    },
  );

  test('names a taken passport and e-mail also in a row that has other faults', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { passport, email } = await addApplication(staff);
    const file = await fileOf('csv', [headingsInEnglish, rowOf(1, { passport, email, jobTitle: 'Astronaut' })]);
    const run = dataOf(await staff.call('addImport', { form: uploadOf(file, 'wrong.csv') }));
    dataOf(await staff.call('checkImport', { params: { id: run._id }, json: { columns: run.columns } }));
    const { problems } = await importAfterJob(harness, staff, run._id);
    const codes = problems.map(({ code }) => code).sort();
    expect(codes).toEqual(['email_exists', 'invalid_job_title', 'passport_exists']);
  });

  test('takes a number with the zeros and separators that its format shows, or names it where they are not certain', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const shown = ['00000-0000012', '0000000000,012'];
    const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
    const number = (text: string) =>
      `<table:table-cell office:value-type="float" office:value="12"><text:p>${text}</text:p></table:table-cell>`;
    const people = shown.map((text, at) =>
      rowOf(at).map((value, column) => (column === columnOf('nationalId') ? number(text) : cell(value))),
    );
    const rows = [headingsInEnglish.map(cell), ...people].map(
      (row) => `<table:table-row>${row.join('')}</table:table-row>`,
    );
    const file = await archiveOf([
      { name: 'mimetype', chunks: [spreadsheetFormats.ods] },
      { name: 'content.xml', chunks: [`<table:table>${rows.join('')}</table:table>`] },
    ]);
    const { _id: id, columns } = dataOf(await staff.call('addImport', { form: uploadOf(file, 'shown.ods') }));
    dataOf(await staff.call('checkImport', { params: { id }, json: { columns } }));
    const { problems } = await importAfterJob(harness, staff, id);
    expect(problems.map(({ row, column, code }) => [row, column, code])).toEqual([
      [3, columnOf('nationalId'), 'cell_zeros_lost'],
    ]);
    dataOf(await staff.call('startImport', { params: { id } }));
    expect(await importAfterJob(harness, staff, id)).toMatchObject({ imported: 1, refused: 1 });
    const { applications } = dataOf(await staff.call('applications', {}));
    expect(applications.map(({ nationalId }) => nationalId)).toEqual([shown[0]]);
  });

  test('names every wrong cell by its row, column and reason, returns the rows as a file, and adds none of them', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { passport, email } = await addApplication(staff);
    const wrong: [string[], keyof typeof byField, string][] = [
      [rowOf(1, { dob: '05/01/1990' }), 'dob', 'date_ambiguous'],
      [rowOf(2, { dob: '31/02/1990' }), 'dob', 'invalid_birth_date'],
      [rowOf(3, { dob: '25-01-90' }), 'dob', 'invalid_birth_date'],
      [rowOf(4, { phone: '+8801712345678' }), 'phone', 'invalid_phone'],
      [rowOf(5, { phone: '০১৭১2345678' }), 'phone', 'cell_mixed_digits'],
      [rowOf(6, { company: '=1+1' }), 'company', 'cell_formula'],
      [rowOf(7, { surname: 'Ab' }), 'surname', 'surname_length'],
      [rowOf(8, { jobTitle: 'Astronaut' }), 'jobTitle', 'invalid_job_title'],
      [rowOf(9, { email: 'nobody' }), 'email', 'invalid_email'],
      [rowOf(10, { passport }), 'passport', 'passport_exists'],
      [rowOf(11, { email: email.toUpperCase() }), 'email', 'email_exists'],
      [rowOf(12, { passport: 'im-1000000' }), 'passport', 'file_passport_twice'],
      [rowOf(13, { email: 'PERSON0@import.example' }), 'email', 'file_email_twice'],
      [rowOf(14, { salary: '' }), 'salary', 'invalid_salary'],
      [headingsInEnglish, 'surname', 'cell_second_heading'],
    ];
    const byField = Object.fromEntries(
      ['surname', 'dob', 'phone', 'company', 'jobTitle', 'email', 'passport', 'salary'].map((field) => [
        field,
        columnOf(field as 'dob'),
      ]),
    ) as Record<'surname' | 'dob' | 'phone' | 'company' | 'jobTitle' | 'email' | 'passport' | 'salary', number>;
    const right = [
      rowOf(0, { dob: '১৯৯০-০১-২৫', phone: '০১৭১২৩৪৫৬৭৮' }),
      rowOf(20, { dob: '25/01/1990', sex: 'নারী', jobTitle: 'packaging' }),
      rowOf(21, { dob: '05/05/1990' }),
      rowOf(22, { dob: '25 January 1990' }),
    ];
    const guarded = wrong.map(([row]) => row);
    const rows = [headingsInEnglish, ...right, ...guarded];
    // A formula of a file from elsewhere has no apostrophe before it.
    const bytes = Buffer.from(
      (await fileOf('csv', rows)).toString() &&
        Buffer.from(await fileOf('csv', rows))
          .toString()
          .replace("'=1+1", '=1+1'),
    );
    const run = dataOf(await staff.call('addImport', { form: uploadOf(bytes, 'wrong.csv') }));
    const params = { id: run._id };
    dataOf(await staff.call('checkImport', { params, json: { columns: run.columns } }));
    const dry = await importAfterJob(harness, staff, run._id);
    expect(dry).toMatchObject({ state: 'checked', fit: right.length, refused: wrong.length });
    const expected = wrong.map(([row, field, code], at) => ({
      row: at + 2 + right.length,
      state: 'refused',
      column: byField[field],
      cell: row[byField[field]],
      code,
    }));
    expect(dry.problems).toEqual(expected);
    dataOf(await staff.call('startImport', { params }));
    expect(await importAfterJob(harness, staff, run._id)).toMatchObject({
      state: 'imported',
      imported: right.length,
      refused: wrong.length,
    });
    const list = dataOf(await staff.call('searchApplications', { json: { search: 'IM10000', limit: 50 } }));
    expect(list.applications.map(({ dob, phone, sex, jobTitle }) => [dob, phone, sex, jobTitle]).sort()).toEqual([
      ['1990-01-25', '01712345678', 'Female', 'Packaging'],
      ['1990-01-25', '01712345678', 'Female', 'Packaging'],
      ['1990-01-25', '01712345678', 'Female', 'Packaging'],
      ['1990-05-05', '01712345678', 'Female', 'Packaging'],
    ]);
    const fields = formFieldNames.length;
    for (const form of forms) {
      const report = await reportOf(staff, run._id, form);
      const [headings, ...table] = await tableIn(form, report);
      expect(headings?.slice(fields)).toEqual(['Row / সারি', 'Problems', 'সমস্যা']);
      expect(table.map((row) => row[fields])).toEqual(wrong.map((_, at) => String(at + 2 + right.length)));
      expect(table[0]?.[fields + 1]).toMatch(/^Date of birth: Day and month could be swapped/);
      expect(table[3]?.slice(0, fields)).toEqual(
        wrong[3]?.[0].map((cell) => (form === 'csv' && cell.startsWith('+') ? `'${cell}` : cell)),
      );
    }
  });

  test('reads dates in the chosen order, and refuses those that contradict it', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const rows = [headingsInEnglish, rowOf(1, { dob: '05/01/1990' }), rowOf(2, { dob: '01/25/1990' })];
    const { _id: id, columns } = await uploadRows(staff, 'xlsx', rows);
    for (const [dateOrder, row] of [
      ['dmy', 3],
      ['mdy', null],
    ] as const) {
      dataOf(await staff.call('checkImport', { params: { id }, json: { columns, dateOrder } }));
      const { problems } = await importAfterJob(harness, staff, id);
      expect(problems.map(({ row }) => row)).toEqual(row === null ? [] : [row]);
    }
    dataOf(await staff.call('startImport', { params: { id } }));
    await runImportJob(harness);
    const list = dataOf(await staff.call('searchApplications', { json: { search: 'IM1', sort: 'passport' } }));
    expect(list.applications.map(({ dob }) => dob)).toEqual(['1990-05-01', '1990-01-25']);
  });

  test('guesses columns by English, Bangla and wire names, takes the corrected ones, and refuses impossible ones', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const row = rowOf(1);
    const headings = [...headingsInEnglish];
    headings[columnOf('surname')] = 'বংশগত নাম';
    headings[columnOf('passport')] = 'PASSPORT NO.';
    headings[columnOf('dob')] = 'dob';
    headings[columnOf('company')] = 'Where';
    const titled = [
      ['Applicants of March'],
      ['Remark', ...headings, 'Nationality'],
      ['x', ...row, 'Canada'],
      ['', ...rowOf(2)],
    ];
    const run = await uploadRows(staff, 'ods', titled);
    expect(run).toMatchObject({ headingRow: 2, rows: 2 });
    const at = columnOf('company') + 1;
    expect(run.columns[at]).toBeNull();
    // A second nationality column is ignored until somebody chooses it.
    expect(run.columns.at(-1)).toBeNull();
    const params = { id: run._id };
    const check = (columns: unknown) => staff.call('checkImport', { params, json: { columns } });
    const refusedFor = async (columns: unknown, code: string) => {
      const result = await check(columns);
      expect(result.ok ? null : result.error.errorCodes).toEqual({ columns: code });
    };
    await refusedFor(run.columns, 'import_fields_missing');
    await refusedFor(run.columns.slice(1), 'invalid_import_columns');
    await refusedFor(
      run.columns.map((field) => field ?? 'surname'),
      'import_column_twice',
    );
    await refusedFor(
      run.columns.map((field) => field ?? 'isStatus'),
      'invalid_import_columns',
    );
    dataOf(await check(run.columns.with(at, 'company')));
    expect(await importAfterJob(harness, staff, run._id)).toMatchObject({ state: 'checked', fit: 2 });
  });

  // A file of either kind has no cell where the last heading would be.
  test.each(['xlsx', 'csv'] as const)(
    'of %s has a column without a heading at the right edge, which can be chosen, and is in the report',
    async (form) => {
      const harness = await open();
      const staff = await harness.signIn('admin');
      expect(formFieldNames.at(-1)).toBe('email');
      const rows = [headingsInEnglish.slice(0, -1), rowOf(1), rowOf(2, { email: 'nobody' })];
      const { _id: id, columns } = await uploadRows(staff, form, rows);
      expect(columns).toEqual([...formFieldNames.slice(0, -1), null]);
      dataOf(await staff.call('checkImport', { params: { id }, json: { columns: columns.with(-1, 'email') } }));
      const { fit, refused, problems } = await importAfterJob(harness, staff, id);
      expect([fit, refused]).toEqual([1, 1]);
      expect(problems.map(({ row, column, cell, code }) => [row, column, cell, code])).toEqual([
        [3, columnOf('email'), 'nobody', 'invalid_email'],
      ]);
      const [headings, ...reported] = await tableIn('csv', await reportOf(staff, id));
      const fields = formFieldNames.length;
      expect(headings?.slice(0, fields)).toEqual(headingsInEnglish);
      expect(reported.map((row) => row[columnOf('email')])).toEqual(['nobody']);
    },
  );

  test('continues where a killed node left it, and a node whose lease was taken over changes nothing', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id: id } = await checkedImport(harness, staff, [
      headingsInEnglish,
      ...Array.from({ length: 25 }, (_, at) => rowOf(at)),
    ]);
    dataOf(await staff.call('startImport', { params: { id } }));
    const ctx = systemContext(harness);
    expect(await stepImport(ctx, id, 'killed')).toBe(true);
    // Its lease has not expired.
    expect(await stepImport(ctx, id, 'another')).toBe(false);
    harness.clock.advance(31);
    expect(await stepImport(ctx, id, 'another')).toBe(true);
    expect(await stepImport(ctx, id, 'killed')).toBe(false);
    harness.clock.advance(31);
    expect(await importAfterJob(harness, staff, id)).toMatchObject({ state: 'imported', imported: 25 });
    const list = dataOf(await staff.call('searchApplications', { json: { search: 'IM1' } }));
    expect(list.totalApplication).toBe(25);
  });

  test('adds nobody twice who is in two rows that fit, and names what is taken', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const [passport, email] = ['im-1000001', 'PERSON2@import.example'];
    const rows = [rowOf(1), rowOf(2), rowOf(3, { passport }), rowOf(4, { email }), rowOf(5)];
    const { _id: id } = await checkedImport(harness, staff, [headingsInEnglish, ...rows]);
    // No check lets them pass, so the import alone is tested.
    await harness.database.db.updateTable('importRow').set({ state: 'fit', problems: '{}' }).execute();
    dataOf(await staff.call('startImport', { params: { id } }));
    const run = await importAfterJob(harness, staff, id);
    expect(run).toMatchObject({ state: 'imported', imported: 3, refused: 2 });
    expect(run.problems.map(({ row, code }) => [row, code])).toEqual([
      [4, 'passport_exists'],
      [5, 'email_exists'],
    ]);
  });

  test('goes on while another one fails, which is reported and tried again', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const uploads = [];
    for (const number of [1, 2]) {
      const { _id: id, columns } = await uploadRows(staff, 'csv', [headingsInEnglish, rowOf(number)]);
      dataOf(await staff.call('checkImport', { params: { id }, json: { columns } }));
      uploads.push({ id, columns });
    }
    const [first, second] = uploads;
    const storeColumns = (columns: string) =>
      harness.database.db
        .updateTable('importRun')
        .set({ columns })
        .where('id', '=', first?.id ?? '')
        .execute();
    await storeColumns('damaged');
    const stateOf = async (id = '') => dataOf(await staff.call('importRun', { params: { id } })).state;
    const failures: [error: unknown, other: Promise<string>][] = [];
    const onFailure = (error: unknown) => failures.push([error, stateOf(second?.id)]);
    await workOnImports(systemContext(harness), 'a node', { onFailure });
    expect(failures).toEqual([[expect.any(SyntaxError), expect.anything()]]);
    expect(await failures[0]?.[1]).toBe('checking');
    expect(await stateOf(second?.id)).toBe('checked');
    await storeColumns(JSON.stringify(first?.columns));
    await runImportJob(harness);
    expect(await stateOf(first?.id)).toBe('checked');
  });
});
