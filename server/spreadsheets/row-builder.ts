/**
 * Collects the cells of each row of a table, and refuses one that is larger than an import takes. What counts is what
 * becomes of the file: a few bytes can repeat a cell a million times.
 */
import { limits } from '../../contract/limits.ts';
import type { CellFault, ReadRow } from './cells.ts';
import { FileRefused } from './file-refused.ts';

/** Far more than any field takes, so that nothing is cut that would have been accepted. */
const cellLengthMax = 4_000;
/** Of all cells of a table together. */
const charactersMax = 64 * 1024 * 1024;
/** Rows above the headings, empty ones within. */
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
    const kept = isLong ? text.slice(0, cellLengthMax) : text;
    const problem = fault ?? (isLong ? 'cell_too_long' : undefined);
    if (kept === '' && !problem) return;
    if (column >= limits.importColumnsMax) throw new FileRefused('import_too_wide');
    this.#count(kept.length + (problem?.length ?? 0));
    const { cells, faults } = this.#row;
    while (cells.length < column) cells.push('');
    cells[column] = kept;
    if (problem) faults[column] ??= problem;
  }

  /** Null for an empty row. */
  done(): ReadRow | null {
    const { cells, number } = this.#row;
    if (cells.every((cell) => cell.trim() === '')) return null;
    if (number > rowNumberMax) throw new FileRefused('import_too_long');
    return this.#row;
  }
}
