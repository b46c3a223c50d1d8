/**
 * Measures how long a spreadsheet takes to be read, checked, imported and taken back, how much memory the product uses,
 * and what other staff notice of it: `node bench/import.ts --rows 10000 --form xlsx`, on SQLite in a temporary folder, or
 * with DATABASE_URL in a database of its own on that server.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { ImportState } from '../contract/import.ts';
import { spreadsheetFormatNames } from '../contract/spreadsheet-format.ts';

import type { ImportRun } from '../contract/transfer-answers.ts';
import { dataOf } from '../test/data-of.ts';
import { createDatabase } from '../test/database.ts';
import { fileOf, headingsInEnglish, rowOf, uploadOf } from '../test/import-files.ts';
import { type Staff, startProduct } from '../test/product.ts';
import { p95 } from './p95.ts';
import { residentMemory } from './processes.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10000' }, form: { type: 'string', default: 'xlsx' } },
});
const rows = Number(values.rows);
const form = spreadsheetFormatNames.find((name) => name === values.form) ?? 'xlsx';
const askEveryMs = 100;

const server = process.env.DATABASE_URL;
const created = server ? await createDatabase(server) : null;
const product = await startProduct({ LOG_LEVEL: 'error', ...(created && { DATABASE_URL: created.url }) });
let memory = 0;

/** Makes the call, waits until the run is in the state, and prints the seconds since the call. */
async function measure(staff: Staff, state: ImportState, call: () => Promise<ImportRun>): Promise<ImportRun> {
  const started = performance.now();
  let run = await call();
  while (run.state !== state) {
    await sleep(askEveryMs);
    memory = Math.max(memory, (await residentMemory(product.pid)) ?? 0);
    run = dataOf(await staff.call('importRun', { params: { id: run._id } }));
  }
  process.stdout.write(`${state}: ${((performance.now() - started) / 1_000).toFixed(1)} s\n`);
  return run;
}

try {
  const staff = await product.staff();
  const file = await fileOf(form, [headingsInEnglish, ...Array.from({ length: rows }, (_, at) => rowOf(at))]);
  process.stdout.write(`${rows} rows, ${form}, ${server ? 'PostgreSQL' : 'SQLite'}\n`);
  let isOver = false;
  const meanwhile = p95(
    () => staff.call('applications').then(dataOf),
    () => isOver,
  );
  const { _id: id, columns } = await measure(staff, 'read', () =>
    staff.call('addImport', { form: uploadOf(file, `applicants.${form}`) }).then(dataOf),
  );
  const params = { id };
  await measure(staff, 'checked', () => staff.call('checkImport', { params, json: { columns } }).then(dataOf));
  await measure(staff, 'imported', () => staff.call('startImport', { params }).then(dataOf));
  await measure(staff, 'undone', () => staff.call('undoImport', { params }).then(dataOf));
  isOver = true;
  process.stdout.write(
    `p95 of a list meanwhile: ${(await meanwhile).toFixed(1)} ms, at most ${Math.round(memory)} MB of memory\n`,
  );
} finally {
  await product.stop();
  await created?.drop();
}
