/** The answers about exports and imports. */
import { z } from 'zod';
import { count, errorCode, id, moment } from './answer-parts.ts';
import { type FormField, formFieldNames } from './application-form.ts';
import { dateOrders, importRowStates, importStateNames } from './import.ts';
import { spreadsheetFormatNames } from './spreadsheet-format.ts';

export const listedImport = z.strictObject({
  _id: id,
  createdAt: moment,
  expiresAt: moment,
  by: z.string(),
  fileName: z.string(),
  form: z.enum(spreadsheetFormatNames),
  state: z.enum(importStateNames),
  rows: count,
  done: count,
  fit: count,
  refused: count,
  imported: count,
  takenBack: count,
  kept: count,
  lost: count,
});
export type ListedImport = z.output<typeof listedImport>;

const importProblem = z.strictObject({
  row: count,
  state: z.enum(importRowStates),
  column: count.nullable(),
  cell: z.string(),
  code: errorCode,
});
export type ImportProblem = z.output<typeof importProblem>;

export const importRun = z.strictObject({
  ...listedImport.shape,
  headingRow: count,
  headings: z.array(z.string()),
  columns: z.array(z.enum(formFieldNames as [FormField, ...FormField[]]).nullable()),
  dateOrder: z.enum(dateOrders).nullable(),
  preview: z.array(z.strictObject({ row: count, cells: z.array(z.string()) })),
  problems: z.array(importProblem),
});
export type ImportRun = z.output<typeof importRun>;

/** The audit detail of an export: its number of records, its form and its filters, without the text of a search. */
export const exportDetail = z.strictObject({
  rows: count,
  form: z.enum(spreadsheetFormatNames),
  filter: z.record(z.string(), z.string()),
});
export type ExportDetail = z.output<typeof exportDetail>;

/** The number of applications that an import added or took back, or of rows in an import or in its report. */
export const importDetail = z.strictObject({ rows: count });

export const importAnswers = {
  imports: z.array(listedImport),
  addImport: importRun,
  importRun,
  deleteImport: null,
  checkImport: importRun,
  startImport: importRun,
  undoImport: importRun,
  importReport: null,
} as const;
