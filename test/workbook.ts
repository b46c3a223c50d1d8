/** XLSX workbooks whose cells are written as given: formulas, errors, dates as numbers, merged cells. */
import { xlsxMembers } from '../server/spreadsheets/xlsx-writer.ts';
import { xmlText } from '../server/spreadsheets/xml.ts';
import { zipped } from '../server/spreadsheets/zip.ts';

export interface PlainCell {
  /** What stands in the element of the cell. */
  xml: string;
  /** The attribute `t`; a number without it. */
  type?: string;
  isDate?: boolean;
  /** With the cell to its right. */
  isMerged?: boolean;
}

const dateStyle = 2;

export const textCell = (text: string): PlainCell => ({
  xml: `<is><t xml:space="preserve">${xmlText(text)}</t></is>`,
  type: 'inlineStr',
});

export async function workbookOf(
  rows: readonly (readonly (PlainCell | string)[])[],
  { dateSystem }: { dateSystem: 1900 | 1904 },
): Promise<Uint8Array> {
  const replaced: Record<string, (xml: string) => Iterable<string>> = {
    'xl/workbook.xml': (xml) => [xml.replace('<sheets>', `<workbookPr date1904="${dateSystem === 1904}"/><sheets>`)],
    'xl/styles.xml': (xml) => [
      xml
        .replace('<cellXfs count="2">', '<cellXfs count="3">')
        .replace('</cellXfs>', '<xf xfId="0" numFmtId="14" applyNumberFormat="1"/></cellXfs>'),
    ],
    'xl/worksheets/sheet1.xml': () => sheetOf(rows),
  };
  const members = xlsxMembers('Applicants', nothing()).map(({ name, pieces }) => {
    const replace = replaced[name];
    return { name, pieces: replace && Array.isArray(pieces) ? replace(pieces.join('')) : (replace?.('') ?? pieces) };
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipped(members)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* nothing(): AsyncGenerator<string[][]> {}

function* sheetOf(rows: readonly (readonly (PlainCell | string)[])[]): Generator<string> {
  yield '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
  const merged: string[] = [];
  for (const [at, row] of rows.entries()) {
    const cells = row.map((given, column) => {
      const cell = typeof given === 'string' ? textCell(given) : given;
      const place = (offset: number) => `${columnName(column + offset)}${at + 1}`;
      if (cell.isMerged) merged.push(`<mergeCell ref="${place(0)}:${place(1)}"/>`);
      const type = cell.type ? ` t="${cell.type}"` : '';
      const style = cell.isDate ? ` s="${dateStyle}"` : '';
      return `<c r="${place(0)}"${style}${type}>${cell.xml}</c>`;
    });
    yield `<row r="${at + 1}">${cells.join('')}</row>`;
  }
  yield `</sheetData><mergeCells>${merged.join('')}</mergeCells></worksheet>`;
}

/** Of a sheet with fewer than 27 columns. */
const columnName = (column: number) => String.fromCharCode('A'.charCodeAt(0) + column);
