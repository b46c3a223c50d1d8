/**
 * Finds the merged cells of a sheet. They are listed after its rows, so the sheet is scanned once before it is read.
 */
import { limits } from '../../contract/limits.ts';
import { FileRefused } from './file-refused.ts';

const range = /<(?:\w+:)?mergeCell\b[^>]*?\bref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g;
/** Longer than a match, which may be split between two chunks. */
const overlap = 400;
const expandedMax = 1_000_000;

/** The position of the column in a name such as `AB12`, from 0. */
export function columnOf(name: string): number {
  let column = 0;
  for (const letter of name) {
    if (letter < 'A' || letter > 'Z') break;
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}

export class MergedCells {
  readonly #byRow = new Map<number, number[]>();
  #expanded = 0;

  static async in(bytes: AsyncIterable<Uint8Array>): Promise<MergedCells> {
    const merged = new MergedCells();
    let tail = '';
    for await (const chunk of bytes) {
      const text = tail + Buffer.from(chunk).toString('latin1');
      let end = 0;
      for (const match of text.matchAll(range)) {
        const [whole, from = '', first = '', to = '', last = ''] = match;
        end = match.index + whole.length;
        merged.#add(columnOf(from), columnOf(to), Number(first), Number(last));
      }
      tail = text.slice(Math.max(end, text.length - overlap));
    }
    return merged;
  }

  at(row: number): readonly number[] {
    return this.#byRow.get(row) ?? [];
  }

  #add(from: number, to: number, first: number, last: number): void {
    const lastColumn = Math.min(to, limits.importColumnsMax - 1);
    const lastRow = Math.min(last, first + limits.importRowsMax);
    // Counted before the range is walked: a few bytes name a billion cells.
    this.#expanded += Math.max(0, lastColumn - from + 1) * Math.max(0, lastRow - first + 1);
    if (this.#expanded > expandedMax) throw new FileRefused('import_unpacked_too_large');
    if (from > lastColumn) return;
    for (let row = first; row <= lastRow; row++) {
      const columns = this.#byRow.get(row) ?? [];
      this.#byRow.set(row, columns);
      for (let column = from; column <= lastColumn; column++) columns.push(column);
    }
  }
}
