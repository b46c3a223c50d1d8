/**
 * Writes the rows that were not imported, or not undone, to a file. It has the columns of the imported file, so that
 * the rows can be corrected and imported again, followed by the number of the row and the problems in both languages.
 */
import { type ErrorCode, errorText } from '../../contract/errors.ts';
import type { ImportColumns, ImportRowState } from '../../contract/import.ts';
import { defaultLanguage, languageNames } from '../../contract/language.ts';
import { spreadsheetHeadings } from '../../contract/spreadsheet.ts';
import type { SpreadsheetFormat } from '../../contract/spreadsheet-format.ts';
import { contractTexts } from '../../contract/texts.ts';
import type { Context } from '../context.ts';
import { type Rows, writeSpreadsheet } from '../spreadsheets/write.ts';
import { reportedRows, type StoredRow, type VisibleImportRun } from './imports.ts';
import { cellsOf, problemsOf } from './stored-row.ts';

/** The error of a row without a wrong cell, by its state. */
export const codeOfState: Partial<Record<ImportRowState, ErrorCode>> = {
  fit: 'import_not_reached',
  kept: 'import_changed_since',
  lost: 'import_gone',
};

export function writeReport(
  ctx: Context,
  run: VisibleImportRun,
  format: SpreadsheetFormat,
): AsyncIterable<string | Uint8Array> {
  return writeSpreadsheet(format, 'Rows', tableOf(ctx, run));
}

async function* tableOf(ctx: Context, run: VisibleImportRun): Rows {
  const fileHeadings = headingsOf(run);
  const texts = languageNames.map((language) => contractTexts[language].spreadsheet);
  yield [[...fileHeadings, texts.map(({ row }) => row).join(' / '), ...texts.map(({ problems }) => problems)]];
  for await (const rows of reportedRows(ctx, run)) yield rows.map((row) => lineOf(row, fileHeadings));
}

/**
 * The headings of the file; a column without one gets that of its field, so that it is recognised at the next import.
 */
function headingsOf(run: VisibleImportRun): string[] {
  const columns = JSON.parse(run.columns) as ImportColumns;
  return (JSON.parse(run.headings) as string[]).map((heading, at) => {
    const field = columns[at];
    return heading.trim() === '' && field ? spreadsheetHeadings[field][defaultLanguage] : heading;
  });
}

function lineOf(row: StoredRow, fileHeadings: readonly string[]): string[] {
  const cells = cellsOf(row);
  const reasons = languageNames.map((language) => {
    const code = codeOfState[row.state];
    if (code) return errorText(code, language);
    return Object.entries(problemsOf(row))
      .map(([column, code]) => `${fileHeadings[Number(column)] ?? ''}: ${errorText(code, language)}`)
      .join('\n');
  });
  return [...fileHeadings.map((_, at) => cells[at] ?? ''), String(row.number), ...reasons];
}
