/**
 * The rows that did not go through as a file: with their own columns, so that they can be corrected there and brought in
 * again, and behind them the row of the first file and what is wrong, in both languages.
 */
import { type ErrorCode, errors } from '../../contract/errors.ts';
import type { ImportColumns, ImportRowState } from '../../contract/import.ts';
import { languageNames } from '../../contract/language.ts';
import { spreadsheetHeadings } from '../../contract/spreadsheet.ts';
import type { SpreadsheetForm } from '../../contract/spreadsheet-form.ts';
import type { Context } from '../context.ts';
import { type Rows, writeSpreadsheet } from '../spreadsheets/write.ts';
import { type RunRow, reportedRows, type StoredRow } from './imports.ts';
import { cellsOf, problemsOf } from './stored-row.ts';

const headings = { row: 'Row', problems: { en: 'Problems', bn: 'সমস্যা' } } as const;

/** Why a row without a wrong cell did not go through, by what became of it. */
export const codeOfState: Partial<Record<ImportRowState, ErrorCode>> = {
  kept: 'import_changed_since',
  lost: 'import_gone',
};

export function writeReport(ctx: Context, run: RunRow, form: SpreadsheetForm): AsyncIterable<string | Uint8Array> {
  return writeSpreadsheet(form, 'Rows', tableOf(ctx, run));
}

async function* tableOf(ctx: Context, run: RunRow): Rows {
  const own = headingsOf(run);
  yield [[...own, headings.row, ...languageNames.map((language) => headings.problems[language])]];
  for await (const rows of reportedRows(ctx, run.id)) yield rows.map((row) => lineOf(row, own));
}

/** Those of the file; a column without one has the name of its field, by which it is known when it comes back. */
function headingsOf(run: RunRow): string[] {
  const columns = JSON.parse(run.columns) as ImportColumns;
  return (JSON.parse(run.headings) as string[]).map((heading, at) => {
    const field = columns[at];
    return heading.trim() === '' && field ? spreadsheetHeadings[field].en : heading;
  });
}

function lineOf(row: StoredRow, own: readonly string[]): string[] {
  const cells = cellsOf(row);
  const reasons = languageNames.map((language) => {
    const code = codeOfState[row.state as ImportRowState];
    if (code) return errors[code][language];
    return Object.entries(problemsOf(row))
      .map(([column, code]) => `${own[Number(column)] ?? ''}: ${errors[code][language]}`)
      .join('\n');
  });
  return [...own.map((_, at) => cells[at] ?? ''), String(row.number), ...reasons];
}
