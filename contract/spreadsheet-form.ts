/** The forms of spreadsheet files, with their media types. */
export const spreadsheetForms = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  csv: 'text/csv; charset=utf-8',
} as const;
export type SpreadsheetForm = keyof typeof spreadsheetForms;
export const spreadsheetFormNames = Object.keys(spreadsheetForms) as [SpreadsheetForm, ...SpreadsheetForm[]];
