/** Cells of an uploaded spreadsheet: each is a text, or a text with the reason why it cannot be imported. */

/** Why a cell cannot be imported as it is. Their messages are in `contract/texts/`. */
export type CellFault =
  | 'cell_formula'
  | 'cell_merged'
  | 'cell_rounded'
  | 'cell_zeros_lost'
  | 'cell_error'
  | 'cell_too_long'
  | 'cell_date_and_time';

export interface ReadRow {
  /** The number of the row in the spreadsheet, from 1. */
  number: number;
  /** The cells without empty ones at the end. A date is `YYYY-MM-DD`. */
  cells: string[];
  /** The faults by the position of the cell. */
  faults: Record<number, CellFault>;
}

/** The number of significant digits that spreadsheets store. */
const digitsMax = 15;

/** A number as a person reads it. A longer identity number was already rounded by the spreadsheet, which is a fault. */
export function numberCell(raw: string): { text: string; fault?: CellFault } {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return { text: raw, fault: 'cell_error' };
  const text = Number(value.toPrecision(digitsMax)).toString();
  const digits = text.replace(/^-?0*\.?0*|[.-]/g, '').length;
  const isRounded = /e/i.test(text) || digits > digitsMax || Math.abs(value) >= 10 ** digitsMax;
  return isRounded ? { text: raw, fault: 'cell_rounded' } : { text };
}

const dayMs = 86_400_000;
/**
 * Excel counts 29 February 1900, which did not exist: from 1 March 1900 on, numbers are days after 30 December 1899.
 */
const epochs = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;
export type DateSystem = keyof typeof epochs;

/** The day of a serial number in the workbook's own date system. */
export function dateCell(raw: string, system: DateSystem): { text: string; fault?: CellFault } {
  const serial = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(serial) || serial < (system === 1900 ? 61 : 0) || serial > 2_900_000) {
    return { text: raw, fault: 'cell_error' };
  }
  if (!Number.isInteger(serial)) return { text: raw, fault: 'cell_date_and_time' };
  return { text: new Date(epochs[system] + serial * dayMs).toISOString().slice(0, 10) };
}

/** The day of a date in ISO 8601, which may have a time of midnight; null for any other time of day. */
export function isoDay(raw: string): string | null {
  return /^(\d{4}-\d\d-\d\d)(?:T00:00(?::00(?:\.0+)?)?Z?)?$/.exec(raw)?.[1] ?? null;
}

/** A longer text is cut, with an ellipsis for what is missing; cutting it again changes nothing. */
export function cutText(text: string, lengthMax: number): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax).replace(/[\ud800-\udbff]$/, '\ufffd')}…` : text;
}
