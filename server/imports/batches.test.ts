/** How much of an import is in memory at once, and how much of it an answer shows. */
import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { dataOf } from '../../test/data-of.ts';
import { onEachEngine } from '../../test/harness.ts';
import { columnOf, fileOf, headingsInEnglish, rowOf, uploadOf } from '../../test/import-files.ts';
import { reportOf, runImportJob } from '../../test/import-runs.ts';
import { largestResultOf } from '../../test/round-trips.ts';
import { tableIn } from '../../test/spreadsheets.ts';

const rowCount = 40;
const long = 'ক'.repeat(limits.importCellLengthMax);
const further = Array.from({ length: limits.importColumnsMax - headingsInEnglish.length }, () => long);
/** Each row has a quarter of a megabyte, and a passport that no field takes. */
const largeRow = (number: number) => [...rowOf(number, { passport: `IM100 ${long}` }), ...further];
/** A batch, and the row that exceeds it; a Bangla letter has two bytes in memory and three in the database. */
const bytesAtOnceMax = 1.5 * 1024 * 1024;

onEachEngine('an import', (open) => {
  test('of large rows is checked, reported and searched for erased people in batches of a bounded size', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const owner = await harness.signIn('super-admin');
    const right = Array.from({ length: 5 }, (_, at) => [...rowOf(at), ...further]);
    const rows = [headingsInEnglish, ...right, ...Array.from({ length: rowCount }, (_, at) => largeRow(at + 5))];
    const form = uploadOf(await fileOf('csv', rows), 'large.csv');
    const run = dataOf(await staff.call('addImport', { form }));
    const params = { id: run._id };
    dataOf(await staff.call('checkImport', { params, json: { columns: run.columns } }));
    const work = async (name: string, step: () => Promise<unknown>) =>
      expect([name, (await largestResultOf(harness, step)) < bytesAtOnceMax]).toEqual([name, true]);
    await work('check', () => runImportJob(harness));
    expect(dataOf(await staff.call('importRun', { params }))).toMatchObject({ fit: 5, refused: rowCount });
    dataOf(await staff.call('startImport', { params }));
    await work('import', () => runImportJob(harness));
    expect(dataOf(await staff.call('importRun', { params }))).toMatchObject({ imported: 5, refused: rowCount });
    let bytes: Uint8Array = new Uint8Array();
    await work('report', async () => {
      bytes = await reportOf(staff, run._id);
    });
    expect((await tableIn('csv', bytes)).length).toBe(1 + rowCount);
    const [application] = dataOf(await staff.call('applications', {})).applications;
    const erased = { params: { id: application?._id ?? '' }, json: { reason: 'Asked for' } };
    await work('erasure', async () => dataOf(await owner.call('eraseApplication', erased)));
  });

  test('shows the beginning of long cells and headings, and its report has them as they are kept', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const tooLong = `${'x'.repeat(limits.importCellLengthMax)} end`;
    const rows = [
      [...headingsInEnglish, 'Remark '.repeat(100)],
      [...rowOf(1, { company: tooLong }), long],
    ];
    const run = dataOf(await staff.call('addImport', { form: uploadOf(await fileOf('csv', rows), 'long.csv') }));
    const params = { id: run._id };
    dataOf(await staff.call('checkImport', { params, json: { columns: run.columns } }));
    await runImportJob(harness);
    const checked = dataOf(await staff.call('importRun', { params }));
    const shownMax = 200;
    const company = columnOf('company');
    expect(checked.preview[0]?.cells[company]).toBe(`${'x'.repeat(shownMax)}…`);
    expect(checked.preview[0]?.cells.at(-1)).toBe(`${'ক'.repeat(shownMax)}…`);
    expect(checked.headings.at(-1)).toBe(`${'Remark '.repeat(100).slice(0, shownMax)}…`);
    const problem = { row: 2, column: company, cell: `${'x'.repeat(shownMax)}…`, code: 'cell_too_long' };
    expect(checked.problems).toMatchObject([problem]);
    const bytes = await reportOf(staff, run._id);
    const [, line] = await tableIn('csv', bytes);
    expect([line?.[company], line?.at(-4)]).toEqual([`${'x'.repeat(limits.importCellLengthMax)}…`, long]);
    expect(line?.at(-2)).toBe('Company name: This is too long.');
    // Nobody takes the cut text for the whole one: it is refused again.
    const again = dataOf(await staff.call('addImport', { form: uploadOf(bytes, 'again.csv') }));
    dataOf(await staff.call('checkImport', { params: { id: again._id }, json: { columns: again.columns } }));
    await runImportJob(harness);
    expect(dataOf(await staff.call('importRun', { params: { id: again._id } }))).toMatchObject({ fit: 0, refused: 1 });
  });
});
