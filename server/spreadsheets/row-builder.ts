/** Collects the cells of a row, and refuses a table that is larger than an import takes. */
import { limits } from '../../contract/limits.ts';
import type { CellFault, ReadRow } from './cells.ts';
import { FileRefused } from './file-refused.ts';

/** Far more than any field takes, so that nothing is cut that would have been accepted. */
const cellLengthMax = 4_000;
/** Rows above the headings, empty ones within. */
const rowNumberMax = limits.importRowsMax + 10_000;

export class RowBuilder {
  readonly #row: ReadRow;

  constructor(number: number) {
    this.#row = { number, cells: [], faults: {} };
  }

  put(column: number, text: string, fault?: CellFault): void {
    const isLong = text.length > cellLengthMax;
    const kept = isLong ? text.slice(0, cellLengthMax) : text;
    const problem = fault ?? (isLong ? 'cell_too_long' : undefined);
    if (kept === '' && !problem) return;
    if (column >= limits.importColumnsMax) throw new FileRefused('import_too_wide');
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
