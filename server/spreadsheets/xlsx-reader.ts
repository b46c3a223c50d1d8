/**
 * Reads the first visible sheet of an XLSX workbook: values as stored in the file, with a fault where there is none.
 */
import type { Archive } from './archive.ts';
import { type CellFault, type DateSystem, isoDay, numberCell, type ReadRow } from './cells.ts';
import { FileRefused } from './file-refused.ts';
import { type RowBuilder, TableBuilder } from './row-builder.ts';
import { columnOf, MergedCells } from './xlsx-merged.ts';
import { type ReadNumber, readNumberStyles } from './xlsx-styles.ts';
import { type Attributes, attribute, parseXml, visitXml } from './xml-reader.ts';

const workbook = 'xl/workbook.xml';

export function isXlsx({ names }: Archive): boolean {
  return names.has('[Content_Types].xml') && names.has(workbook);
}

export async function* readXlsxRows(archive: Archive): AsyncGenerator<ReadRow[]> {
  const { names } = archive;
  const types = await archive.text('[Content_Types].xml');
  const hasMacros = [...names].some((name) => /vbaproject|^xl\/macrosheets\//i.test(name));
  if (hasMacros || /macroEnabled/i.test(types)) throw new FileRefused('import_macros');
  const book = await readBook(archive);
  const shared = names.has('xl/sharedStrings.xml') ? await readSharedTexts(archive) : [];
  const readNumber = names.has('xl/styles.xml')
    ? await readNumberStyles(await archive.open('xl/styles.xml'))
    : numberCell;
  const merged = await MergedCells.in(await archive.open(book.sheet));
  yield* readSheet(archive, book, { shared, readNumber, merged });
}

interface Book {
  sheet: string;
  dates: DateSystem;
}

async function readBook(archive: Archive): Promise<Book> {
  const sheets: { id: string; isHidden: boolean }[] = [];
  let dates: DateSystem = 1900;
  await visitXml(await archive.open(workbook), {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) dates = 1904;
      if (name !== 'sheet') return;
      sheets.push({
        id: attribute(attributes, 'id') ?? '',
        isHidden: 'state' in attributes && attributes.state !== 'visible',
      });
    },
  });
  const targets = new Map<string, string>();
  await visitXml(await archive.open('xl/_rels/workbook.xml.rels'), {
    open(name, { Id = '', Target = '' }) {
      if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const shown = sheets.find(({ isHidden }) => !isHidden);
  const sheet = shown && targets.get(shown.id);
  if (!sheet) throw new FileRefused('import_damaged');
  return { sheet, dates };
}

async function readSharedTexts(archive: Archive): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let isIn = false;
  let phonetic = 0;
  await visitXml(await archive.open('xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic++;
      else if (name === 't') isIn = phonetic === 0;
    },
    text(part) {
      if (isIn) text += part;
    },
    close(name) {
      if (name === 'si') texts.push(literal(text));
      else if (name === 'rPh') phonetic--;
      else if (name === 't') isIn = false;
    },
  });
  return texts;
}

/** Decodes escapes such as `_x000D_`, which name a character by its number. */
function literal(text: string): string {
  return text.replace(/_x([0-9a-fA-F]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

interface SheetContext {
  shared: readonly string[];
  readNumber: ReadNumber;
  merged: MergedCells;
}

async function* readSheet(archive: Archive, { sheet, dates }: Book, context: SheetContext): AsyncGenerator<ReadRow[]> {
  const table = new TableBuilder();
  let done: ReadRow[] = [];
  let number = 0;
  let row: RowBuilder | null = null;
  let column = -1;
  let cell: Attributes | null = null;
  let raw = '';
  let isFormula = false;
  let isValue = false;
  const cellValue = ({ t = 'n', s }: Attributes): { text: string; fault?: CellFault } => {
    if (raw === '') return { text: '' };
    if (t === 's') return { text: context.shared[Number(raw)] ?? '' };
    if (t === 'inlineStr' || t === 'str') return { text: literal(raw) };
    if (t === 'b') return { text: raw === '1' ? 'TRUE' : 'FALSE' };
    if (t === 'd') {
      const day = isoDay(raw);
      return day === null ? { text: raw, fault: 'cell_date_and_time' } : { text: day };
    }
    if (t === 'e') return { text: raw, fault: 'cell_error' };
    return context.readNumber(raw, s, dates);
  };
  const parsing = parseXml(await archive.open(sheet), {
    open(name, attributes) {
      if (name === 'row') {
        const before = number;
        number = attributes.r === undefined ? number + 1 : Number(attributes.r);
        // Rows are identified by their numbers, so these must increase.
        if (!Number.isInteger(number) || number <= before) throw new FileRefused('import_damaged');
        row = table.row(number);
        column = -1;
        for (const at of context.merged.at(number)) row.put(at, '', 'cell_merged');
      } else if (name === 'c') {
        cell = attributes;
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        raw = '';
        isFormula = false;
      } else if (name === 'f') isFormula = true;
      else if (name === 'v' || name === 't') isValue = true;
      else if (name === 'rPh') isValue = false;
    },
    text(part) {
      if (isValue) raw += part;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c' && row && cell) {
        const { text, fault } = cellValue(cell);
        row.put(column, text, isFormula ? 'cell_formula' : fault);
        cell = null;
      } else if (name === 'row') {
        const finished = row?.finish();
        if (finished) done.push(finished);
        row = null;
      }
    },
  });
  for await (const _ of parsing) {
    if (done.length === 0) continue;
    yield done;
    done = [];
  }
}
