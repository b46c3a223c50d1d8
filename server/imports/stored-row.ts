/** Parses the JSON columns of a stored import row. */
import type { FileRow, Problems } from './check.ts';
import type { StoredRow } from './imports.db.ts';

/** Empty for an imported row, whose values are in its record. */
export function cellsOf({ cells }: Pick<StoredRow, 'cells'>): string[] {
  return JSON.parse(cells ?? '[]');
}

export function problemsOf({ problems }: Pick<StoredRow, 'problems'>): Problems {
  return JSON.parse(problems);
}

/** What a stored row takes besides the texts of its file. */
const rowBytes = 200;

/** About how many bytes the row takes in the database. */
export function storedBytesOf({ cells, faults }: Pick<StoredRow, 'cells' | 'faults'>): number {
  return rowBytes + Buffer.byteLength(cells ?? '') + Buffer.byteLength(faults);
}

export function fileRowOf(row: Pick<StoredRow, 'cells' | 'faults'>): FileRow {
  return { cells: cellsOf(row), faults: JSON.parse(row.faults) };
}
