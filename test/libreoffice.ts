/** Reads spreadsheet files with LibreOffice, where the machine has it. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SpreadsheetFormat } from '../contract/spreadsheet-format.ts';
import { isInstalled } from './installed.ts';
import { tableIn } from './spreadsheets.ts';

const run = promisify(execFile);

export const hasLibreOffice = isInstalled('soffice');

// LibreOffice's numbers for comma, quotation mark, UTF-8, and the first line to read.
const csvOptions = '44,34,76,1';
const asText = (columns: number) => Array.from({ length: columns }, (_, at) => `${at + 1}/2`).join('/');

/** The rows of the first sheet, each cell as LibreOffice shows it. In a CSV file it reads every column as text. */
export async function tableInLibreOffice(
  format: SpreadsheetFormat,
  bytes: Uint8Array,
  columns: number,
): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-libreoffice-'));
  try {
    const file = join(folder, `table.${format}`);
    await writeFile(file, bytes);
    await run('soffice', [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      ...(format === 'csv' ? [`--infilter=CSV:${csvOptions},${asText(columns)}`] : []),
      '--convert-to',
      `csv:Text - txt - csv (StarCalc):${csvOptions}`,
      '--outdir',
      join(folder, 'read'),
      file,
    ]);
    return await tableIn('csv', await readFile(join(folder, 'read/table.csv')));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
