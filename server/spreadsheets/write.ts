/** Writes a table as a spreadsheet file, which is made while it is sent. */
import type { SpreadsheetFormat } from '../../contract/spreadsheet-format.ts';
import { byteOrderMark, csvLine } from './csv.ts';
import { odsMembers } from './ods-writer.ts';
import { xlsxMembers } from './xlsx-writer.ts';
import { zipped } from './zip.ts';

/** Batches of rows of cells; the first row has the headings. */
export type Rows = AsyncIterable<readonly string[][]>;

const writers: Record<SpreadsheetFormat, (title: string, rows: Rows) => AsyncIterable<string | Uint8Array>> = {
  xlsx: (title, rows) => zipped(xlsxMembers(title, rows)),
  ods: (title, rows) => zipped(odsMembers(title, rows)),
  csv: (_, rows) => csvChunks(rows),
};

export function writeSpreadsheet(
  format: SpreadsheetFormat,
  title: string,
  rows: Rows,
): AsyncIterable<string | Uint8Array> {
  return writers[format](title, rows);
}

async function* csvChunks(rows: Rows): AsyncGenerator<string> {
  yield byteOrderMark;
  for await (const batch of rows) yield batch.map(csvLine).join('');
}
