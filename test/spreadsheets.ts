/** Reads spreadsheet files with a library that the product does not use, so that both must agree on the format. */
import { parseCsv } from 'hucre/csv';
import { readOds } from 'hucre/ods';
import { readXlsx } from 'hucre/xlsx';
import type { SpreadsheetFormat } from '../contract/spreadsheet-format.ts';

const readers: Record<SpreadsheetFormat, (bytes: Uint8Array) => Promise<unknown[][] | undefined>> = {
  xlsx: async (bytes) => (await readXlsx(bytes)).sheets[0]?.rows,
  ods: async (bytes) => (await readOds(bytes)).sheets[0]?.rows,
  csv: async (bytes) => parseCsv(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)),
};

/** The rows of the first sheet. A cell that is not a text is given as JSON, so that no test takes it for one. */
export async function tableIn(format: SpreadsheetFormat, bytes: Uint8Array): Promise<string[][]> {
  const rows = (await readers[format](bytes)) ?? [];
  const width = Math.max(...rows.map((row) => row.length));
  return rows
    .filter((row) => row.some((cell) => cell !== null && cell !== ''))
    .map((row) =>
      Array.from({ length: width }, (_, at) => {
        const cell = row[at] ?? '';
        return typeof cell === 'string' ? cell : JSON.stringify(cell);
      }),
    );
}
