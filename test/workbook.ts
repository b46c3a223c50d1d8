/** XLSX workbooks whose cells have any XML: formulas, errors, dates as numbers, merged cells. */
import { xlsxMembers } from '../server/spreadsheets/xlsx-writer.ts';
import { xmlText } from '../server/spreadsheets/xml.ts';
import { zipped } from '../server/spreadsheets/zip.ts';

export interface PlainCell {
  /** The content of the cell's element. */
  xml: string;
  /** The attribute `t`; without it the cell is a number. */
  type?: string;
  isDate?: boolean;
  /** Whether it is merged with the cell to its right. */
  isMerged?: boolean;
}

const dateStyle = 2;

export const textCell = (text: string): PlainCell => ({
  xml: `<is><t xml:space="preserve">${xmlText(text)}</t></is>`,
  type: 'inlineStr',
});

interface Member {
  name: string;
  chunks: Iterable<string>;
}

/** A ZIP archive of these members. */
export async function archiveOf(members: readonly Member[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of zipped(members)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A workbook of the product's writer with another sheet and further members. */
export function workbookWith(
  sheet: Iterable<string>,
  others: readonly Member[] = [],
  changed = (xml: string) => xml,
): Promise<Buffer> {
  const members = xlsxMembers('Applicants', nothing()).map(({ name, chunks }) => ({
    name,
    chunks: name.endsWith('sheet1.xml') ? sheet : (chunks as string[]).map(changed),
  }));
  return archiveOf([...members, ...others]);
}

async function* nothing(): AsyncGenerator<string[][]> {}

/** The workbook uses the 1904 date system, which has another day zero. */
export function workbookOf(rows: readonly (readonly (PlainCell | string)[])[]): Promise<Buffer> {
  return workbookWith(sheetOf(rows), [], (xml) =>
    xml
      .replace('<sheets>', '<workbookPr date1904="true"/><sheets>')
      .replace('<cellXfs count="2">', '<cellXfs count="3">')
      .replace('</cellXfs>', '<xf xfId="0" numFmtId="14" applyNumberFormat="1"/></cellXfs>'),
  );
}

function* sheetOf(rows: readonly (readonly (PlainCell | string)[])[]): Generator<string> {
  yield '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
  const merged: string[] = [];
  for (const [at, row] of rows.entries()) {
    const cells = row.map((content, column) => {
      const cell = typeof content === 'string' ? textCell(content) : content;
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

/** Names the columns of a sheet with fewer than 27. */
const columnName = (column: number) => String.fromCharCode('A'.charCodeAt(0) + column);
