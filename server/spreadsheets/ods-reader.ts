/**
 * Reads the first table of an OpenDocument spreadsheet: values as stored in the file, with a fault where there is none.
 */
import { limits } from '../../contract/limits.ts';
import { spreadsheetFormats } from '../../contract/spreadsheet-format.ts';
import type { Archive } from './archive.ts';
import { type CellFault, isoDay, type ReadRow } from './cells.ts';
import { FileRefused } from './file-refused.ts';
import { TableBuilder } from './row-builder.ts';
import { numberShownAs } from './shown-number.ts';
import { type Attributes, attribute, parseXml } from './xml-reader.ts';

export async function isOds(archive: Archive): Promise<boolean> {
  if (!archive.names.has('mimetype') || !archive.names.has('content.xml')) return false;
  return (await archive.text('mimetype')).trim() === spreadsheetFormats.ods;
}

interface OpenCell {
  attributes: Attributes;
  isCovered: boolean;
  paragraphs: string[];
}

export async function* readOdsRows(archive: Archive): AsyncGenerator<ReadRow[]> {
  const { names } = archive;
  if (names.has('META-INF/manifest.xml') && /encryption-data/.test(await archive.text('META-INF/manifest.xml'))) {
    throw new FileRefused('import_encrypted');
  }
  if ([...names].some((name) => /^(?:Basic|Scripts)\/./.test(name))) throw new FileRefused('import_macros');
  const table = new TableBuilder();
  let done: ReadRow[] = [];
  let tables = 0;
  let number = 0;
  let row: { attributes: Attributes; cells: { times: number; text: string; fault?: CellFault | undefined }[] } | null =
    null;
  let cell: OpenCell | null = null;
  let annotations = 0;
  let isInText = false;
  const add = (text: string) => {
    if (cell && isInText && annotations === 0) cell.paragraphs[cell.paragraphs.length - 1] += text;
  };
  const endRow = ({ attributes, cells }: NonNullable<typeof row>) => {
    const times = repeated(attributes, 'number-rows-repeated');
    // Treated like an empty row even if its cells have faults: a sheet ends with one row that is repeated to its end.
    const isEmpty = cells.every(({ text }) => text.trim() === '');
    if (isEmpty) number += times;
    for (let time = 0; time < (isEmpty ? 0 : times); time++) {
      const builder = table.row(++number);
      let column = 0;
      for (const { times, text, fault } of cells) {
        const isGap = text === '' && fault === undefined;
        for (let at = 0; at < (isGap ? 0 : times); at++) builder.put(column + at, text, fault);
        column += times;
      }
      const finished = builder.finish();
      if (finished) done.push(finished);
    }
  };
  const parsing = parseXml(await archive.open('content.xml'), {
    open(name, attributes) {
      if (name === 'table') tables++;
      if (tables !== 1) return;
      if (name === 'table-row') row = { attributes, cells: [] };
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = { attributes, isCovered: name === 'covered-table-cell', paragraphs: [] };
      } else if (name === 'annotation') annotations++;
      else if (name === 'p' && cell && annotations === 0) {
        cell.paragraphs.push('');
        isInText = true;
      } else if (name === 's') add(' '.repeat(Math.min(Number(attribute(attributes, 'c') ?? 1), limits.textLengthMax)));
      else if (name === 'tab') add('\t');
      else if (name === 'line-break') add('\n');
    },
    text: add,
    close(name) {
      if (tables !== 1) return;
      if (name === 'annotation') annotations--;
      else if (name === 'p' && annotations === 0) isInText = false;
      else if (name === 'table-row' && row) {
        endRow(row);
        row = null;
      } else if (cell && row && /^(?:covered-)?table-cell$/.test(name)) {
        row.cells.push({ times: repeated(cell.attributes, 'number-columns-repeated'), ...cellValue(cell) });
        cell = null;
      }
    },
  });
  for await (const _ of parsing) {
    if (done.length === 0) continue;
    yield done;
    done = [];
  }
}

function repeated(attributes: Attributes, name: string): number {
  const times = Number(attribute(attributes, name) ?? 1);
  return Number.isInteger(times) && times > 0 ? times : 1;
}

function cellValue({ attributes, isCovered, paragraphs }: OpenCell): { text: string; fault?: CellFault | undefined } {
  const text = paragraphs.join('\n');
  const of = (name: string) => attribute(attributes, name);
  const isMerged =
    isCovered || Number(of('number-columns-spanned') ?? 1) > 1 || Number(of('number-rows-spanned') ?? 1) > 1;
  if (isMerged) return { text, fault: 'cell_merged' };
  if (of('formula') !== undefined) return { text, fault: 'cell_formula' };
  switch (of('value-type')) {
    case 'float':
    case 'currency':
    case 'percentage':
      return numberShownAs(of('value') ?? '', text);
    case 'boolean':
      return { text: of('boolean-value') === 'true' ? 'TRUE' : 'FALSE' };
    case 'date': {
      const day = isoDay(of('date-value') ?? '');
      return day === null ? { text, fault: 'cell_date_and_time' } : { text: day };
    }
    default:
      return { text };
  }
}
