/** The columns of the list of applications. */

/** In the order in which they are shown. The name and the actions are always there. */
export const listColumns = [
  'passport',
  'nationality',
  'status',
  'arrived',
  'collect',
  'papers',
  'assigned',
  'phone',
  'company',
  'jobTitle',
] as const;
export type ListColumn = (typeof listColumns)[number];

/** Columns as one word, in their order: for the cookie and for the URL of the list. */
export function columnsText(columns: readonly ListColumn[]): string {
  return listColumns.filter((column) => columns.includes(column)).join('-');
}

/** Unknown names are ignored. */
export function columnsIn(text: string): ListColumn[] {
  const names = text.split('-');
  return listColumns.filter((column) => names.includes(column));
}
