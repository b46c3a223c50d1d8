/**
 * The parts of an XLSX workbook with one sheet. Every cell is a text, so that a spreadsheet neither evaluates nor
 * reformats it.
 */
import { xmlText } from './xml.ts';
import type { ZipMember } from './zip.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`;
const rootRelations = `${head}<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${officeDocument}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const bookRelations = `${head}<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${officeDocument}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${officeDocument}/styles" Target="styles.xml"/></Relationships>`;
/** The second format is that of texts, so that a value typed into such a cell stays a text. */
const styles = `${head}<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" numFmtId="49" applyNumberFormat="1"/></cellXfs></styleSheet>`;

export function xlsxMembers(sheet: string, rows: AsyncIterable<readonly string[][]>): ZipMember[] {
  const book = `${head}<workbook xmlns="${main}" xmlns:r="${officeDocument}"><sheets><sheet name="${xmlText(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  return [
    { name: '[Content_Types].xml', chunks: [contentTypes] },
    { name: '_rels/.rels', chunks: [rootRelations] },
    { name: 'xl/workbook.xml', chunks: [book] },
    { name: 'xl/_rels/workbook.xml.rels', chunks: [bookRelations] },
    { name: 'xl/styles.xml', chunks: [styles] },
    { name: 'xl/worksheets/sheet1.xml', chunks: sheetChunks(rows) },
  ];
}

async function* sheetChunks(rows: AsyncIterable<readonly string[][]>): AsyncGenerator<string> {
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
  for await (const batch of rows) yield batch.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
  yield '</sheetData></worksheet>';
}

function cell(text: string): string {
  // Empty cells are written too, because the cells have no references.
  if (text === '') return '<c s="1"/>';
  // `_x0041_` would be decoded to the character with that number (ECMA-376, 22.9.2.19).
  const literal = text.replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_');
  return `<c s="1" t="inlineStr"><is><t xml:space="preserve">${xmlText(literal)}</t></is></c>`;
}
