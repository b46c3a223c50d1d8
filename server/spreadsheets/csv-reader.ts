/** Reads a CSV file in UTF-8, or in UTF-16 with a byte order mark; no other encoding is guessed. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { parse } from 'csv-parse';
import type { ReadRow } from './cells.ts';
import { withoutGuard } from './csv.ts';
import { FileRefused } from './file-refused.ts';
import { rowNumberMax, TableBuilder } from './row-builder.ts';

const headBytes = 64 * 1024;
const separators = [',', ';', '\t', '|'];
const recordLengthMax = 1_000_000;
/** Beyond the columns of an import all fields must be empty, and a spreadsheet may write some of these. */
const fieldsMax = 1_000;
const rowsAtOnce = 500;

export async function* readCsvRows(path: string): AsyncGenerator<ReadRow[]> {
  const head = await headOf(path);
  const encoding = encodingOf(head);
  if (encoding === 'utf-8' && head.includes(0)) throw new FileRefused('import_file_type');
  const start = new TextDecoder(encoding).decode(head);
  const [separatorLine, separator] = /^sep=(.)\r?\n/.exec(start) ?? [];
  const parser = parse({
    delimiter: separator ?? guessSeparator(start),
    from_line: separatorLine ? 2 : 1,
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: recordLengthMax,
  });
  const feed = async () => {
    for await (const text of decoded(path, encoding)) {
      if (!parser.write(text)) await new Promise((resolve) => parser.once('drain', resolve));
    }
    parser.end();
  };
  feed().catch((error: Error) => parser.destroy(error));
  const table = new TableBuilder();
  let number = separatorLine ? 1 : 0;
  let rows: ReadRow[] = [];
  for await (const record of parser as AsyncIterable<string[]>) {
    if (record.length > fieldsMax) throw new FileRefused('import_too_wide');
    // Empty rows count, too: a small file may have millions of them.
    if (++number > rowNumberMax) throw new FileRefused('import_too_long');
    const row = table.row(number);
    for (const [at, cell] of record.entries()) {
      row.put(at, withoutGuard(cell), cell.startsWith('=') ? 'cell_formula' : undefined);
    }
    const finished = row.finish();
    if (finished) rows.push(finished);
    if (rows.length < rowsAtOnce) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(headBytes), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function encodingOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8';
}

async function* decoded(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } catch {
    throw new FileRefused('import_encoding');
  }
}

/** The separator that occurs most often in the first line, outside of quotes. */
function guessSeparator(start: string): string {
  const [line = ''] = start.replace(/"[^"]*"/g, '').split(/\r?\n/, 1);
  const count = (separator: string) => line.split(separator).length;
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best));
}
