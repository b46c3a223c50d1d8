/** A line of a CSV file that no spreadsheet computes anything of. */

/** What a spreadsheet takes for a formula begins with one of these (OWASP, CSV injection). */
const formulaSigns = /^[=+\-@\t\r]/;

/** Spreadsheets take UTF-8 for what it is only behind this mark. */
export const byteOrderMark = '\ufeff';

export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = formulaSigns.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The cell as it was before `csvLine` made it safe. */
export function withoutGuard(text: string): string {
  return text.startsWith("'") && formulaSigns.test(text.slice(1)) ? text.slice(1) : text;
}
