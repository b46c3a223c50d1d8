/** Writes lines of CSV in which no spreadsheet evaluates a formula. */

/**
 * The places where an apostrophe prevents a formula (OWASP, CSV injection): before the text, and within it where a
 * spreadsheet with another separator than a comma would begin a new cell. Existing apostrophes count as part of the
 * formula, so that removing one restores the original text; so do quotation marks, which a spreadsheet removes at the
 * beginning of a cell.
 */
const beforeFormula = /^(?='*[=+\-@\t\r])|(?<=[;\t\r\n])(?=['"]*[=+\-@])/g;
const guard = /^'(?='*[=+\-@\t\r])|(?<=[;\t\r\n])'(?=['"]*[=+\-@])/g;

/** Spreadsheets recognise UTF-8 only after this mark. */
export const byteOrderMark = '\ufeff';

export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = text.replace(beforeFormula, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Reverses the escaping of `csvLine`. */
export function withoutGuard(text: string): string {
  return text.replace(guard, '');
}
