/** The parts of an OpenDocument spreadsheet with one table, in which every cell is a text. */
import { spreadsheetFormats } from '../../contract/spreadsheet-format.ts';
import { xmlText } from './xml.ts';
import type { ZipMember } from './zip.ts';

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const names = 'urn:oasis:names:tc:opendocument:xmlns';
const version = '1.3';

const manifest = `${head}<manifest:manifest xmlns:manifest="${names}:manifest:1.0" manifest:version="${version}"><manifest:file-entry manifest:full-path="/" manifest:version="${version}" manifest:media-type="${spreadsheetFormats.ods}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`;

export function odsMembers(table: string, rows: AsyncIterable<readonly string[][]>): ZipMember[] {
  return [
    { name: 'mimetype', chunks: [spreadsheetFormats.ods], isStored: true },
    { name: 'META-INF/manifest.xml', chunks: [manifest] },
    { name: 'content.xml', chunks: contentChunks(table, rows) },
  ];
}

async function* contentChunks(table: string, rows: AsyncIterable<readonly string[][]>): AsyncGenerator<string> {
  yield `${head}<office:document-content xmlns:office="${names}:office:1.0" xmlns:table="${names}:table:1.0" xmlns:text="${names}:text:1.0" office:version="${version}"><office:body><office:spreadsheet><table:table table:name="${xmlText(table)}">`;
  for await (const batch of rows) {
    yield batch.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('');
  }
  yield '</table:table></office:spreadsheet></office:body></office:document-content>';
}

function cell(text: string): string {
  if (text === '') return '<table:table-cell/>';
  const escaped = xmlText(text);
  const lines = escaped.split('\n').map((line) => `<text:p>${paragraph(line)}</text:p>`);
  return `<table:table-cell office:value-type="string"${tabsIn(escaped)}>${lines.join('')}</table:table-cell>`;
}

/** LibreOffice ignores the element of a tab, and reads this attribute instead of the paragraphs. */
function tabsIn(escaped: string): string {
  if (!escaped.includes('\t')) return '';
  const value = escaped.replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
  return ` office:string-value="${value}"`;
}

/** Within a paragraph, white space collapses unless it is an element. */
function paragraph(line: string): string {
  return line
    .replaceAll('\t', '<text:tab/>')
    .replace(/^ +| {2,}| +$/g, (spaces) => `<text:s text:c="${spaces.length}"/>`);
}
