/** How uploaded spreadsheets are read, and which of them are refused. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { spreadsheetFormats } from '../../contract/spreadsheet-format.ts';
import { childProcesses, withoutDescriptors } from '../../test/child-processes.ts';
import { tableIn } from '../../test/spreadsheets.ts';
import { archiveOf, workbookWith } from '../../test/workbook.ts';
import { csvLine } from './csv.ts';
import { type ReadRow, readSpreadsheet } from './read.ts';
import { readRows } from './reader.ts';
import { writeSpreadsheet } from './write.ts';
import { xmlText } from './xml.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-read-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(bytes: Uint8Array | string): Promise<ReadRow[]> {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, bytes);
  const rows: ReadRow[] = [];
  await readSpreadsheet(path, async (some) => void rows.push(...some));
  return rows;
}

/** Reads in the process of the test, which suffices to see as what a cell is read. */
async function readHere(bytes: Uint8Array | string): Promise<ReadRow[]> {
  const path = join(folder, crypto.randomUUID());
  await writeFile(path, bytes);
  const rows: ReadRow[] = [];
  await readRows(path, async (batches) => {
    for await (const batch of batches) rows.push(...batch);
  });
  return rows;
}

const refusalOf = (bytes: Uint8Array | string, reading = read) =>
  reading(bytes).then(
    (rows) => `${rows.length} rows`,
    (error: { code?: string }) => error.code,
  );

const sheet = (rows: unknown[][], more: object = {}) => ({
  sheets: [{ name: 'S', rows: rows as string[][], ...more }],
});

/** A spreadsheet of ours whose rows are replaced. */
const odsOf = (rows: string) =>
  archiveOf([
    { name: 'mimetype', chunks: [spreadsheetFormats.ods] },
    { name: 'content.xml', chunks: [`<d xmlns:table="t" xmlns:text="x"><table:table>${rows}</table:table></d>`] },
  ]);
const sheetXml = (data: string, after = '') =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${data}</sheetData>${after}</worksheet>`;

describe('a cell', () => {
  test('is a text as it stands, a number as a person reads it, and a date in the date system of its workbook', async () => {
    const rows = [['  a "b"\nc', 1712345678, 24.5, true, new Date('1990-01-25T00:00:00Z')]];
    const expected = ['  a "b"\nc', '1712345678', '24.5', 'TRUE', '1990-01-25'];
    for (const dateSystem of ['1900', '1904'] as const) {
      const [row] = await readHere(await writeXlsx({ ...sheet(rows), dateSystem }));
      expect(row).toEqual({ number: 1, cells: expected, faults: {} });
    }
    const [row] = await readHere(await writeOds(sheet(rows)));
    expect(row).toEqual({ number: 1, cells: expected, faults: {} });
  });

  test('that the spreadsheet has rounded, computed, merged or mixed with a time of day is reported, and never guessed', async () => {
    const xlsx = await readHere(
      await workbookWith([
        sheetXml(
          '<row r="2"><c r="A2"><v>1.9901234567890123E16</v></c><c r="B2"><f>1+1</f><v>2</v></c><c r="C2" t="e"><v>#REF!</v></c><c r="D2" t="d"><v>1990-01-25T10:00</v></c><c r="E2" t="d"><v>1990-01-25T00:00:00</v></c></row><row r="4"><c r="A4" t="inlineStr"><is><t>x</t></is></c></row><row r="5"><c r="B5"><v>5</v></c></row>',
          `<mergeCells count="2"><mergeCell ref="A4:B4"/><mergeCell ref = 'A5:A9'/></mergeCells>`,
        ),
      ]),
    );
    expect(xlsx[0]?.cells[4]).toBe('1990-01-25');
    expect(xlsx.map(({ number, faults }) => [number, faults])).toEqual([
      [2, { 0: 'cell_rounded', 1: 'cell_formula', 2: 'cell_error', 3: 'cell_date_and_time' }],
      [4, { 0: 'cell_merged', 1: 'cell_merged' }],
      [5, { 0: 'cell_merged' }],
    ]);
    const cells = new Map([['0,1', { value: 2, formula: '1+1' }]]);
    const ods = await readHere(
      await writeOds(
        sheet(
          [
            [Number('19901234567890122'), 2],
            ['x', ''],
            ['y', 'z'],
          ],
          { cells, merges: [{ startRow: 1, endRow: 1, startCol: 0, endCol: 1 }] },
        ),
      ),
    );
    expect(ods.map(({ faults }) => faults)).toEqual([
      { 0: 'cell_rounded', 1: 'cell_formula' },
      { 0: 'cell_merged', 1: 'cell_merged' },
      {},
    ]);
    const [, csv] = await readHere("a,b\n=1+1,'=1+1\n");
    expect(csv).toEqual({ number: 2, cells: ['=1+1', '=1+1'], faults: { 0: 'cell_formula' } });
  });

  test('with a time of day alone is reported, and one of a format of zeros is read as it is shown or reported', async () => {
    type Format = [id: number, code: string, value: string, text: string, fault?: string];
    const formats: Format[] = [
      ...[18, 19, 20, 21, 45, 46, 47].map((id): Format => [id, '', '0.5', '0.5', 'cell_date_and_time']),
      [170, 'h:mm', '0.333333333333333', '0.333333333333333', 'cell_date_and_time'],
      [171, '[h]:mm', '1', '1', 'cell_date_and_time'],
      [172, '[$-F400]h:mm:ss\\ AM/PM', '0.25', '0.25', 'cell_date_and_time'],
      [173, '00000000000', '1712345678', '01712345678'],
      [174, '[$-409]0000;-0000', '7', '0007'],
      [180, '0000\\-0000000', '1712345678', '0171-2345678'],
      [181, '00000-0000000', '1712345678', '00171-2345678'],
      [182, '0000\\-0000000', '171234567890', '17123-4567890'],
      [183, '000" "000;-000" "000;"none"', '42', '000 042'],
      [184, '"+880 "0000-000000', '1712345678', '+880 1712-345678'],
      [185, '(00) 0000', '0', '(00) 0000'],
      [186, '[$No-809]_(0000_)', '7', 'No0007'],
      [187, '0,000', '12', '12', 'cell_zeros_lost'],
      [188, '0,000', '1234', '1234'],
      [189, '00.00', '5.5', '5.5', 'cell_zeros_lost'],
      [190, '0##-####', '171234', '171234', 'cell_zeros_lost'],
      [191, '[<1000]0000;00000', '7', '7', 'cell_zeros_lost'],
      [192, '0000', '-7', '-7', 'cell_zeros_lost'],
      [193, '0000', '12.7', '12.7', 'cell_zeros_lost'],
      [194, '0000;-0000;"none"', '0', '0', 'cell_zeros_lost'],
      [195, '###\\-####', '1712345', '1712345'],
      [196, '#,##0.00', '0.5', '0.5'],
      [197, '0.00%', '0.05', '0.05'],
      [175, '0'.repeat(1_000), '7', '7'],
      [176, '"CAD" 0.00', '18.5', '18.5'],
      [177, '[$Rs-4009] #,##0.00', '18.5', '18.5'],
      [178, '"hours" 0', '8', '8'],
      [179, 'd mmm yyyy', '32898', '1990-01-25'],
      [1, '', '8', '8'],
    ];
    const styles = [
      `<numFmts>${formats.map(([id, code]) => (code ? `<numFmt numFmtId="${id}" formatCode="${xmlText(code)}"/>` : '')).join('')}</numFmts>`,
      `<cellXfs>${formats.map(([id]) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`,
    ];
    const cells = formats.map(([, , value], style) => `<c s="${style}"><v>${value}</v></c>`).join('');
    const [row] = await readHere(
      await workbookWith([sheetXml(`<row>${cells}</row>`)], [], (xml) =>
        xml.includes('<cellXfs') ? `<styleSheet>${styles.join('')}</styleSheet>` : xml,
      ),
    );
    expect(formats.map(([id], at) => [id, row?.cells[at], row?.faults[at]])).toEqual(
      formats.map(([id, , , text, fault]) => [id, text, fault]),
    );
  });

  test('that is longer than any field is cut, marked, and reported as too long also when it comes back', async () => {
    const rows = [['ক'.repeat(1_000), 'x'.repeat(1_001), `${'y'.repeat(999)}😀`]];
    const expected = {
      number: 1,
      cells: ['ক'.repeat(1_000), `${'x'.repeat(1_000)}…`, `${'y'.repeat(999)}\ufffd…`],
      faults: { 1: 'cell_too_long', 2: 'cell_too_long' },
    };
    expect(await readHere(await writeXlsx(sheet(rows)))).toEqual([expected]);
    expect(await readHere(await writeOds(sheet(rows)))).toEqual([expected]);
    const csv = await readHere(csvLine(rows[0] ?? []) + csvLine(expected.cells));
    expect(csv).toEqual([expected, { ...expected, number: 2 }]);
  });

  test('of a number in OpenDocument keeps the zeros that are shown before and between its digits, or is reported', async () => {
    const numbers: [value: string, shown: string, text: string, fault?: string][] = [
      ['1712345678', '01712345678', '01712345678'],
      ['1712345678', '০১৭১২৩৪৫৬৭৮', '01712345678'],
      ['0', '000', '000'],
      ['8', '8', '8'],
      ['0.5', '0.50', '0.5'],
      ['18.5', 'CAD 18.50', '18.5'],
      ['1712345678', '0171-2345678', '0171-2345678'],
      ['1712345678', '০০১৭১-২৩৪৫৬৭৮', '00171-2345678'],
      ['1712345678', '1712-345678', '1712-345678'],
      ['1712345678', '+880 1712-345678', '+880 1712-345678'],
      ['7', 'No0007', 'No0007'],
      ['8', 'hours 8', '8'],
      ['1712345678', '1 712 345 678', '1712345678'],
      ['1234', '1,234.00', '1234'],
      ['0', '0,00', '0'],
      ['0.05', '0.05', '0.05'],
      ['-5', '-5', '-5'],
      ['12.7', '013', '12.7', 'cell_zeros_lost'],
      ['5.5', '05.50', '5.5', 'cell_zeros_lost'],
      ['12', '0,012', '12', 'cell_zeros_lost'],
      ['-7', '-0007', '-7', 'cell_zeros_lost'],
    ];
    const cells = numbers.map(
      ([value, shown]) =>
        `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`,
    );
    const [row] = await readHere(await odsOf(`<table:table-row>${cells.join('')}</table:table-row>`));
    expect(numbers.map(([value, shown], at) => [value, shown, row?.cells[at], row?.faults[at]])).toEqual(
      numbers.map(([value, shown, text, fault]) => [value, shown, text, fault]),
    );
  });

  test('of separated values is read with any separator, in UTF-8 and in UTF-16 with a byte order mark', async () => {
    const plain = { mark: '', encoding: 'utf8' } as const;
    for (const { separator, mark, encoding } of [
      { separator: ',', ...plain },
      { separator: ';', ...plain },
      { separator: '\t', ...plain },
      { separator: '|', ...plain },
      { separator: ';', mark: '\ufeff', encoding: 'utf8' },
      { separator: '\t', mark: '\ufeff', encoding: 'utf16le' },
    ] as const) {
      const text = `${mark}a${separator}b\r\n"1${separator}""2"${separator}সিলেট\r\n`;
      expect((await readHere(Buffer.from(text, encoding))).map(({ cells }) => cells)).toEqual([
        ['a', 'b'],
        [`1${separator}"2`, 'সিলেট'],
      ]);
    }
  });
});

describe('a file that the product writes', () => {
  const texts = ['two\r\nlines', 'two\rmore', 'a\n\r\nb', '\r\n', 'a\tb\r\n  c', '<&>"', '_x000D_', 'bell\u0007'];

  test.each(['xlsx', 'ods'] as const)(
    'as %s is read back cell for cell, with a line feed for each break',
    async (form) => {
      const rows = (async function* () {
        yield [['text', 'end'], ...texts.map((text) => [text, 'x'])];
      })();
      const chunks: Uint8Array[] = [];
      for await (const chunk of writeSpreadsheet(form, 'S', rows)) chunks.push(Buffer.from(chunk));
      const bytes = Buffer.concat(chunks);
      const expected = texts.map((text) => text.replace(/\r\n?/g, '\n').replace('\u0007', '\ufffd'));
      expect((await readHere(bytes)).slice(1).map(({ cells }) => cells[0])).toEqual(expected);
      expect((await tableIn(form, bytes)).slice(1).map(([text]) => text)).toEqual(expected);
    },
  );
});

describe('a file is refused', () => {
  test('by what it is, not by its name: of another kind, old, with macros, with a password, damaged, empty', async () => {
    const good = await writeXlsx(sheet([['a']]));
    const macros = await workbookWith([sheetXml('')], [{ name: 'xl/vbaProject.bin', chunks: ['x'] }]);
    const encrypted = await writeXlsx({ ...sheet([['a']]), encryption: { password: 'x', spinCount: 100 } });
    const odsWithPassword = await archiveOf([
      { name: 'mimetype', chunks: ['application/vnd.oasis.opendocument.spreadsheet'] },
      { name: 'META-INF/manifest.xml', chunks: ['<m><encryption-data/></m>'] },
      { name: 'content.xml', chunks: ['x'] },
    ]);
    expect(await refusalOf(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))).toBe('import_file_type');
    expect(await refusalOf(await archiveOf([{ name: 'word/document.xml', chunks: ['<w/>'] }]))).toBe(
      'import_file_type',
    );
    expect(await refusalOf(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]))).toBe(
      'import_old_excel',
    );
    expect(await refusalOf(macros)).toBe('import_macros');
    expect(await refusalOf(encrypted)).toBe('import_encrypted');
    expect(await refusalOf(odsWithPassword)).toBe('import_encrypted');
    expect(await refusalOf(good.subarray(0, good.length / 2))).toBe('import_damaged');
    expect(await refusalOf(await workbookWith(['<worksheet><sheetData><row>']))).toBe('import_damaged');
    const second = '<row r="2"><c t="inlineStr"><is><t>a</t></is></c></row>';
    expect(await refusalOf(await workbookWith([sheetXml(second + second)]))).toBe('import_damaged');
    expect(await refusalOf('a,"b\nc')).toBe('import_damaged');
    expect(await refusalOf(Buffer.from('a,\xe9\n', 'latin1'))).toBe('import_encoding');
    expect(await refusalOf('')).toBe('import_empty');
  });

  test('that unpacks to more than fits: before it is unpacked, or as soon as it is more than it says', async () => {
    const zeros = '\0'.repeat(1024 * 1024);
    function* many(): Generator<string> {
      for (let at = 0; at < 512; at++) yield zeros;
    }
    const bomb = await workbookWith(many());
    expect(bomb.length).toBeLessThan(4 * 1024 * 1024);
    expect(await refusalOf(bomb)).toBe('import_unpacked_too_large');
    // The same, but the directory says that it has a thousand bytes.
    const name = Buffer.from('xl/worksheets/sheet1.xml');
    const entry = bomb.lastIndexOf(name) - 46;
    bomb.writeUInt32LE(1_000, entry + 24);
    expect(await refusalOf(bomb)).toBe('import_damaged');
  }, 120_000);

  test('with more columns or rows than an import takes, or with entities and repetitions that would become them', async () => {
    const wide = Array.from({ length: 200 }, (_, at) => `c${at}`);
    expect(await refusalOf(await writeXlsx(sheet([wide])), readHere)).toBe('import_too_wide');
    expect(await refusalOf(await writeOds(sheet([wide])), readHere)).toBe('import_too_wide');
    expect(await refusalOf(wide.join(','), readHere)).toBe('import_too_wide');
    const far = `<row r="${limits.importRowsMax * 2}"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>`;
    expect(await refusalOf(await workbookWith([sheetXml(far)]), readHere)).toBe('import_too_long');
    const laughs = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>';
    expect(
      await refusalOf(await workbookWith([laughs, sheetXml('<row><c t="inlineStr"><is><t>&b;</t></is></c></row>')])),
    ).toBe('import_damaged');
    const merged = '<mergeCells>'.concat('<mergeCell ref="A1:CV100000"/>'.repeat(200), '</mergeCells>');
    expect(await refusalOf(await workbookWith([sheetXml('<row/>', merged)]))).toBe('import_unpacked_too_large');
    expect(await refusalOf(`a,b${','.repeat(2_000)}`, readHere)).toBe('import_too_wide');
    expect(await refusalOf(`a,b${'\n'.repeat(limits.importRowsMax * 2)}x,y`, readHere)).toBe('import_too_long');
  });

  test('or read at once where the cells that are merged lie beyond those that are read', async () => {
    const merged = '<mergeCells>'.concat('<mergeCell ref="ZZZ1:ZZZ100000"/>'.repeat(20_000), '</mergeCells>');
    expect(await refusalOf(await workbookWith([sheetXml('<row/>', merged)]))).toBe('0 rows');
  });

  test('or read at once where a row without a text is repeated billions of times, whatever its cells compute', async () => {
    const empty = '<table:table-cell table:formula="of:=1+1"/>';
    const rows = `<table:table-row table:number-rows-repeated="9000000000">${empty}</table:table-row>`;
    const person = '<table:table-row><table:table-cell><text:p>x</text:p></table:table-cell></table:table-row>';
    expect(await refusalOf(await odsOf(rows))).toBe('0 rows');
    expect(await refusalOf(await odsOf(rows + person))).toBe('import_too_long');
    const repeated = person.replace('-row', '-row table:number-rows-repeated="9000000000"');
    expect(await refusalOf(await odsOf(repeated))).toBe('import_too_long');
  });

  test('whose cells become more text than an import keeps, by repeating or sharing one; what is less comes in pieces', async () => {
    const repeated = (columns: number, rows: number) =>
      odsOf(
        `<table:table-row table:number-rows-repeated="${rows}"><table:table-cell table:number-columns-repeated="${columns}"><text:p>${'x'.repeat(1_000)}</text:p></table:table-cell></table:table-row>`,
      );
    const bomb = await repeated(100, 1_500);
    expect(bomb.length).toBeLessThan(1_000);
    expect(await refusalOf(bomb)).toBe('import_unpacked_too_large');
    const cells = '<c t="s"><v>0</v></c>'.repeat(100);
    const sharing = (text: string, rows: number) =>
      workbookWith(
        [sheetXml(`<row>${cells}</row>`.repeat(rows))],
        [{ name: 'xl/sharedStrings.xml', chunks: [`<sst><si><t>${text}</t></si></sst>`] }],
      );
    // A Bangla letter has three bytes, and a control character is stored as six; it is too much by both together.
    expect(await refusalOf(await sharing('ক_x0001_'.repeat(450), 254))).toBe('import_unpacked_too_large');
    const path = join(folder, 'less');
    await writeFile(path, await sharing('ক'.repeat(900), 30));
    const sizes: number[] = [];
    await readSpreadsheet(
      path,
      async (rows) => void sizes.push(Buffer.byteLength(rows.flatMap(({ cells }) => cells).join(''))),
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBe(30 * 100 * 900 * 3);
    expect(Math.max(...sizes)).toBeLessThan(1.4 * 1024 * 1024);
  });
});

describe('a reading process', () => {
  test('that the system cannot start, or ends, is no fault of the file, which is refused as overloaded', async () => {
    const path = join(folder, crypto.randomUUID());
    await writeFile(path, 'one,two\n');
    const readAgain = (onRows: () => void = () => {}) => readSpreadsheet(path, async () => onRows());
    await withoutDescriptors(async () => {
      await expect(readAgain()).rejects.toMatchObject({ code: 'overloaded' });
    });
    const killReader = () => {
      for (const pid of childProcesses('reader.process')) process.kill(pid, 'SIGKILL');
    };
    await expect(readAgain(killReader)).rejects.toMatchObject({ code: 'overloaded' });
    expect(await readAgain()).toBe('csv');
  });
});

test('a line of CSV begins no formula, whichever separator a spreadsheet uses, and is read back unchanged', async () => {
  const texts = ['=1', '+1', '-1', '@a', '\t=1', "'=1", 'a;=1', "a;'=1;@b", 'a\n=1', 'a\t+1', 'a; b', "a;'b"];
  // Where a cell begins with a quotation mark, what follows the closing one belongs to it as well.
  texts.push('a;"=1"', 'a;"=1;b', `a;"'=1`, `a;'"=1`, 'a\t""@b', '"=1;b', '";=1');
  const shown = (cell: string) =>
    cell.replace(/^"((?:[^"]|"")*)"/, (_, quoted: string) => quoted.replaceAll('""', '"'));
  const lines = texts.map((text) => csvLine(['first', text]));
  for (const separator of [',', ';', '\t']) {
    const cells = lines.flatMap((line) => line.split(/[\r\n]/)).flatMap((line) => line.split(separator));
    expect(cells.filter((cell) => /^[=+\-@]/.test(shown(cell)))).toEqual([]);
  }
  const rows = await read(csvLine(['one', 'other']) + lines.join(''));
  expect(rows.slice(1).map(({ cells }) => cells[1])).toEqual(texts);
});
