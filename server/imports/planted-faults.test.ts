/** A workbook of a hundred thousand rows with every usual fault in it; only `npm run faults` runs it. */
import { expect, test } from 'vitest';
import type { formFieldNames } from '../../contract/application-form.ts';
import { type ErrorCode, errorText } from '../../contract/errors.ts';
import { spreadsheetHeadings } from '../../contract/spreadsheet.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, onOneEngine } from '../../test/harness.ts';
import { columnOf, headingsInEnglish, rowOf, uploadOf } from '../../test/import-files.ts';
import { importAfterJob } from '../../test/import-runs.ts';
import { tableIn } from '../../test/spreadsheets.ts';
import { type PlainCell, textCell, workbookOf } from '../../test/workbook.ts';

type Field = (typeof formFieldNames)[number];

const rowCount = 100_000;
const faultEvery = 33;
const firstDay = Date.UTC(1904, 0, 1);
const dayMs = 86_400_000;

/** A birth date whose day is no month, so that its order is certain. */
const born = (number: number) =>
  `${1960 + (number % 40)}-${String(1 + (number % 12)).padStart(2, '0')}-${13 + (number % 15)}`;
const serial = (date: string) => (Date.parse(`${date}T00:00:00Z`) - firstDay) / dayMs;
const inBangla = (text: string) => text.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? digit);
const dateCell = (days: number): PlainCell => ({ xml: `<v>${days}</v>`, isDate: true });

/** The ways in which a date may be written that can be read in one way only. */
const writings: ((date: string) => PlainCell | string)[] = [
  (date) => date,
  (date) => dateCell(serial(date)),
  (date) => date.split('-').reverse().join('/'),
  (date) => inBangla(date),
  (date) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`,
];

interface Fault {
  field: Field;
  code: ErrorCode;
  plant: (row: (PlainCell | string)[], number: number) => (PlainCell | string)[];
}

const putting = (field: Field, cell: PlainCell | string) => (row: (PlainCell | string)[]) =>
  row.with(columnOf(field), cell);

const faults: Fault[] = [
  { field: 'dob', code: 'cell_mixed_digits', plant: putting('dob', '১৯৯0-০১-২৫') },
  { field: 'phone', code: 'cell_mixed_digits', plant: putting('phone', '০১৭12345678') },
  { field: 'salary', code: 'cell_formula', plant: putting('salary', { xml: '<f>18+1</f><v>19</v>' }) },
  { field: 'company', code: 'cell_merged', plant: putting('company', { ...textCell('Prairie'), isMerged: true }) },
  { field: 'nationalId', code: 'cell_rounded', plant: putting('nationalId', { xml: '<v>1.9901234567890123E16</v>' }) },
  { field: 'email', code: 'cell_error', plant: putting('email', { xml: '<v>#REF!</v>', type: 'e' }) },
  { field: 'dob', code: 'cell_date_and_time', plant: putting('dob', dateCell(serial('1990-01-25') + 0.5)) },
  { field: 'dob', code: 'date_ambiguous', plant: putting('dob', '03/04/1990') },
  { field: 'dob', code: 'invalid_birth_date', plant: putting('dob', '31/02/1990') },
  { field: 'surname', code: 'cell_second_heading', plant: () => headingsInEnglish },
  // These repeat the passport or e-mail of the row before, which has no fault.
  { field: 'passport', code: 'file_passport_twice', plant: (row, at) => putting('passport', passportOf(at - 1))(row) },
  { field: 'email', code: 'file_email_twice', plant: (row, at) => putting('email', emailOf(at - 1))(row) },
  { field: 'surname', code: 'surname_length', plant: putting('surname', 'Ab') },
  { field: 'jobTitle', code: 'invalid_job_title', plant: putting('jobTitle', 'Astronaut') },
  { field: 'salary', code: 'invalid_salary', plant: putting('salary', '') },
];

const passportOf = (number: number) => rowOf(number)[columnOf('passport')] ?? '';
const emailOf = (number: number) => rowOf(number)[columnOf('email')] ?? '';
/** The fault of a row, if any. The row before a faulty one has none. */
const faultOf = (number: number) =>
  number % faultEvery === 1 ? faults[Math.floor(number / faultEvery) % faults.length] : undefined;

const rightRow = (number: number) => rowOf(number, { dob: born(number) });

function writtenRow(number: number): (PlainCell | string)[] {
  const row: (PlainCell | string)[] = rightRow(number);
  const written = row.with(columnOf('dob'), writings[number % writings.length]?.(born(number)) ?? '');
  return faultOf(number)?.plant(written, number) ?? written;
}

async function fileFrom(staff: Caller, path: string, json: object): Promise<string[][]> {
  const body = JSON.stringify(json);
  const answer = await staff.request(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  expect(answer.status).toBe(200);
  return tableIn('csv', new Uint8Array(await answer.arrayBuffer()));
}

onOneEngine('an import of a hundred thousand rows', (open) => {
  test.runIf(process.env.MAPLEGATE_FAULTS)(
    'names each of three thousand faults, and changes no cell of any other row',
    { timeout: 1_800_000 },
    async ({ task }) => {
      const harness = await open();
      const staff = await harness.signIn('admin');
      const numbers = Array.from({ length: rowCount }, (_, number) => number);
      const bytes = await workbookOf([headingsInEnglish, ...numbers.map(writtenRow)]);
      const run = dataOf(await staff.call('addImport', { form: uploadOf(bytes) }));
      const params = { id: run._id };
      dataOf(await staff.call('checkImport', { params, json: { columns: run.columns } }));
      const planted = numbers.flatMap((number) => {
        const fault = faultOf(number);
        return fault ? [{ row: number + 2, ...fault }] : [];
      });
      const counts = { refused: planted.length, fit: rowCount - planted.length };
      expect(await importAfterJob(harness, staff, run._id)).toMatchObject({ state: 'checked', ...counts });

      const [, ...report] = await fileFrom(staff, `/api/imports/${run._id}/report`, { form: 'csv' });
      expect(report.map((row) => [Number(row.at(-3)), (row.at(-2) ?? '').split('\n')[0]])).toEqual(
        planted.map(({ row, field, code }) => [row, `${spreadsheetHeadings[field].en}: ${errorText(code)}`]),
      );

      dataOf(await staff.call('startImport', { params }));
      expect(await importAfterJob(harness, staff, run._id)).toMatchObject({ state: 'imported', imported: counts.fit });
      const [headings = [], ...stored] = await fileFrom(staff, '/api/application/export', {
        form: 'csv',
        sort: 'passport',
        order: 'asc',
      });
      const columns = headingsInEnglish.map((heading) => headings.indexOf(heading));
      const right = numbers.filter((number) => !faultOf(number));
      expect(stored.map((row) => columns.map((at) => row[at]))).toEqual(right.map(rightRow));
      Object.assign(task.meta, { figure: `${planted.length} of ${planted.length} named, ${stored.length} as written` });
    },
  );
});
