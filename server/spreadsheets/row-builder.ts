/**
 * Collects the cells of each row of a table, and refuses a table that is too large for an import. The limits apply to
 * the expanded table: a few bytes of a file can repeat a cell a million times.
 */
import { limits } from '../../contract/limits.ts';
import type { CellFault, ReadRow } from './cells.ts';
import { cutText } from './cells.ts';
import { FileRefused } from './file-refused.ts';

/** The limit for all rows of a table together, as JSON in UTF-8, since they are stored like that. */
const tableBytesMax = 96 * 1024 * 1024;
/** Allows for rows above the headings and for empty rows. */
export const rowNumberMax = limits.importRowsMax + 10_000;

export class TableBuilder {
  #bytes = 0;

  row(number: number): RowBuilder {
    return new RowBuilder(number, (bytes) => {
      this.#bytes += bytes;
      if (this.#bytes > tableBytesMax) throw new FileRefused('import_unpacked_too_large');
    });
  }
}

export class RowBuilder {
  readonly #row: ReadRow;
  readonly #count: (bytes: number) => void;

  constructor(number: number, count: (bytes: number) => void) {
    this.#row = { number, cells: [], faults: {} };
    this.#count = count;
  }

  put(column: number, text: string, fault?: CellFault): void {
    // A cut text has an ellipsis beyond the limit, so it is too long again when the report of an import is imported.
    const problem = fault ?? (text.length > limits.importCellLengthMax ? 'cell_too_long' : undefined);
    if (text === '' && !problem) return;
    if (column >= limits.importColumnsMax) throw new FileRefused('import_too_wide');
    const { cells, faults } = this.#row;
    while (cells.length < column) cells.push('');
    cells[column] = cutText(text, limits.importCellLengthMax);
    if (problem) faults[column] ??= problem;
  }

  /** The complete row; null if it is empty. */
  finish(): ReadRow | null {
    const { cells, faults, number } = this.#row;
    if (cells.every((cell) => cell.trim() === '')) return null;
    if (number > rowNumberMax) throw new FileRefused('import_too_long');
    this.#count(Buffer.byteLength(JSON.stringify([cells, faults])));
    return this.#row;
  }
}
