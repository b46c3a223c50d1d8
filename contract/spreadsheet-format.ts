/** The forms of spreadsheet files, with their media types. */
export const spreadsheetFormats = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  csv: 'text/csv; charset=utf-8',
} as const;
export type SpreadsheetFormat = keyof typeof spreadsheetFormats;
export const spreadsheetFormatNames = Object.keys(spreadsheetFormats) as [SpreadsheetFormat, ...SpreadsheetFormat[]];
