/**
 * Collects the cells of each row of a table, and refuses a table that is too large for an import. The limits apply to
 * the expanded table: a few bytes of a file can repeat a cell a million times.
 */
import { limits } from '../../contract/limits.ts';
import type { CellFault, ReadRow } from './cells.ts';
import { FileRefused } from './file-refused.ts';

/** Far longer than any field may be, so that no valid text is truncated. */
const cellLengthMax = 4_000;
/** The limit for all cells of a table together. */
const charactersMax = 64 * 1024 * 1024;
/** Allows for rows above the headings and for empty rows. */
const rowNumberMax = limits.importRowsMax + 10_000;

export class TableBuilder {
  #characters = 0;

  row(number: number): RowBuilder {
    return new RowBuilder(number, (characters) => {
      this.#characters += characters;
      if (this.#characters > charactersMax) throw new FileRefused('import_explodes');
    });
  }
}

export class RowBuilder {
  readonly #row: ReadRow;
  readonly #count: (characters: number) => void;

  constructor(number: number, count: (characters: number) => void) {
    this.#row = { number, cells: [], faults: {} };
    this.#count = count;
  }

  put(column: number, text: string, fault?: CellFault): void {
    const isLong = text.length > cellLengthMax;
    const truncated = isLong ? text.slice(0, cellLengthMax) : text;
    const problem = fault ?? (isLong ? 'cell_too_long' : undefined);
    if (truncated === '' && !problem) return;
    if (column >= limits.importColumnsMax) throw new FileRefused('import_too_wide');
    this.#count(truncated.length + (problem?.length ?? 0));
    const { cells, faults } = this.#row;
    while (cells.length < column) cells.push('');
    cells[column] = truncated;
    if (problem) faults[column] ??= problem;
  }

  /** The complete row; null if it is empty. */
  finish(): ReadRow | null {
    const { cells, number } = this.#row;
    if (cells.every((cell) => cell.trim() === '')) return null;
    if (number > rowNumberMax) throw new FileRefused('import_too_long');
    return this.#row;
  }
}
