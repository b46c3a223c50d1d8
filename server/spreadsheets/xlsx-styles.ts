/** Reads the numbers of an XLSX workbook by the formats that its styles show them in. */
import { type CellFault, type DateSystem, dateCell, numberCell } from './cells.ts';
import { formattedNumber, type ShownFormat, shownFormatOf } from './shown-number.ts';
import { visitXml } from './xml-reader.ts';

export type ReadNumber = (
  raw: string,
  style: string | undefined,
  dates: DateSystem,
) => { text: string; fault?: CellFault };

type Format = 'date' | 'time' | ShownFormat;

const idsOf = (format: Format, ids: readonly number[]) => ids.map((id) => [id, format] as const);
/** The date and time formats among the built-in number formats (ECMA-376, 18.8.30). */
const builtIn: readonly (readonly [id: number, format: Format])[] = [
  ...idsOf('date', [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]),
  ...idsOf('time', [18, 19, 20, 21, 45, 46, 47]),
];

export async function readNumberStyles(stylesXml: AsyncIterable<Uint8Array>): Promise<ReadNumber> {
  const formats = new Map<number, Format>(builtIn);
  const styles: (Format | undefined)[] = [];
  let isInCells = false;
  await visitXml(stylesXml, {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') {
        const format = formatOf(formatCode);
        if (format !== undefined) formats.set(Number(numFmtId), format);
      } else if (name === 'cellXfs') isInCells = true;
      else if (name === 'xf' && isInCells) styles.push(formats.get(Number(numFmtId)));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return (raw, style, dates) => {
    const format = styles[Number(style ?? 0)];
    if (format === undefined) return numberCell(raw);
    if (format === 'date') return dateCell(raw, dates);
    return format === 'time' ? { text: raw, fault: 'cell_date_and_time' } : formattedNumber(raw, format);
  };
}

function formatOf(code: string): Format | undefined {
  const withBrackets = code.replace(/"[^"]*"|\\.|_.|\*./g, '');
  const letters = withBrackets.replace(/\[[^\]]*\]/g, '');
  if (/[dy]/i.test(letters)) return 'date';
  // An elapsed time is in brackets: `[h]:mm`.
  if (/[hs]/i.test(letters) || /\[(?:h+|m+|s+)\]/i.test(withBrackets)) return 'time';
  return shownFormatOf(code);
}
