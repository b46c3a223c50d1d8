/** The steps of an import: the calls of staff, and the background job that works between them. */
import type { SpreadsheetFormat } from '../contract/spreadsheet-format.ts';
import type { ImportRun } from '../contract/transfer-answers.ts';
import { systemContext } from '../server/context.ts';
import { workOnImports } from '../server/imports/job.ts';
import { dataOf } from './data-of.ts';
import type { Caller, TestHarness } from './harness.ts';
import { fileOf, uploadOf } from './import-files.ts';

export async function uploadRows(
  staff: Caller,
  form: SpreadsheetFormat,
  rows: string[][],
  name = 'march',
): Promise<ImportRun> {
  return dataOf(await staff.call('addImport', { form: uploadOf(await fileOf(form, rows), `${name}.${form}`) }));
}

/** Throws the first failure of a run, after the others are done. */
export async function runImportJob(harness: TestHarness, owner = 'a node'): Promise<void> {
  const failures: unknown[] = [];
  await workOnImports(systemContext(harness), owner, { onFailure: (error) => failures.push(error) });
  for (const error of failures) throw error;
}

export async function importAfterJob(harness: TestHarness, staff: Caller, id: string): Promise<ImportRun> {
  await runImportJob(harness);
  return dataOf(await staff.call('importRun', { params: { id } }));
}

export async function checkedImport(harness: TestHarness, staff: Caller, rows: string[][]): Promise<ImportRun> {
  const { _id: id, columns } = await uploadRows(staff, 'csv', rows);
  dataOf(await staff.call('checkImport', { params: { id }, json: { columns } }));
  return importAfterJob(harness, staff, id);
}

export async function finishedImport(harness: TestHarness, staff: Caller, rows: string[][]): Promise<ImportRun> {
  const { _id: id } = await checkedImport(harness, staff, rows);
  dataOf(await staff.call('startImport', { params: { id } }));
  return importAfterJob(harness, staff, id);
}

/** The file with the rows that were not imported, or not undone. */
export async function reportOf(staff: Caller, id: string, form: SpreadsheetFormat = 'csv'): Promise<Uint8Array> {
  const answer = await staff.request(`/api/imports/${id}/report`, {
    method: 'POST',
    body: JSON.stringify({ form }),
    headers: { 'content-type': 'application/json' },
  });
  return new Uint8Array(await answer.arrayBuffer());
}
