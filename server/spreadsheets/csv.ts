/** A line of a CSV file that no spreadsheet computes anything of. */

/**
 * Where an apostrophe keeps a text from being computed (OWASP, CSV injection): before it, and within it where a
 * spreadsheet that separates cells by something else than a comma would begin a cell of its own. Apostrophes that are
 * already there count, so that taking one away again gives what was there; so do quotation marks, which a spreadsheet
 * takes away from the beginning of a cell.
 */
const beforeFormula = /^(?='*[=+\-@\t\r])|(?<=[;\t\r\n])(?=['"]*[=+\-@])/g;
const guard = /^'(?='*[=+\-@\t\r])|(?<=[;\t\r\n])'(?=['"]*[=+\-@])/g;

/** Spreadsheets take UTF-8 for what it is only behind this mark. */
export const byteOrderMark = '\ufeff';

export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = text.replace(beforeFormula, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The cell as it was before `csvLine` made it safe. */
export function withoutGuard(text: string): string {
  return text.replace(guard, '');
}
