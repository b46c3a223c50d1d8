/** Checks a row of a file by the rules of a new application, and returns an error for each wrong cell. */
import { newApplication } from '../../contract/application.ts';
import { type FormField, isOfKind } from '../../contract/application-form.ts';
import { choiceNamed } from '../../contract/choice-names.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { fieldNamedBy } from '../../contract/field-headings.ts';
import { parse } from '../../contract/fields.ts';
import type { DateOrder, ImportColumns } from '../../contract/import.ts';
import { readImportedDate } from '../../contract/imported-date.ts';
import { type ApplicationDetails, detailsOf } from '../db/application-columns.ts';
import type { CellFault } from '../spreadsheets/read.ts';

/** The error of each wrong cell, by the position of its column. */
export type Problems = Record<number, ErrorCode>;

export interface FileRow {
  cells: readonly string[];
  faults: Readonly<Record<number, CellFault>>;
}

interface Plan {
  columns: ImportColumns;
  dateOrder: DateOrder | null;
  /** The day in Dhaka. */
  today: string;
}

export interface CheckedRow {
  /** Null for a row that cannot be imported. */
  details: ApplicationDetails | null;
  problems: Problems;
}

/** Digits of two scripts in one of these fields are a typing mistake. */
const fieldsWithDigits = new Set<FormField>(['dob', 'nationalId', 'passport', 'phone']);
/** A row in which at least this many cells name the field of their column is a second row of headings. */
const repeatedHeadingsMin = 3;

export function checkRow({ cells, faults }: FileRow, { columns, dateOrder, today }: Plan): CheckedRow {
  const problems: Problems = {};
  const values: Partial<Record<FormField, string>> = {};
  const positions = new Map<FormField, number>();
  const headings = [...cells.keys()].filter((at) => columns[at] && fieldNamedBy(cells[at] ?? '') === columns[at]);
  const [first] = headings;
  if (first !== undefined && headings.length >= repeatedHeadingsMin) {
    return { details: null, problems: { [first]: 'cell_second_heading' } };
  }
  for (const [at, field] of columns.entries()) {
    if (!field) continue;
    positions.set(field, at);
    const cell = cells[at] ?? '';
    const problem = faults[at] ?? (fieldsWithDigits.has(field) && hasMixedDigits(cell) ? 'cell_mixed_digits' : null);
    if (problem) problems[at] = problem;
    else
      values[field] = fieldValue(field, cell, dateOrder, (code) => {
        problems[at] = code;
      });
  }
  const result = parse(newApplication(today), values);
  if (!result.ok) {
    for (const [field, code] of Object.entries(result.errorCodes)) {
      const at = positions.get(field as FormField);
      if (at !== undefined) problems[at] ??= code;
    }
  }
  const isFit = result.ok && Object.keys(problems).length === 0;
  return { details: isFit ? detailsOf(result.value) : null, problems };
}

function fieldValue(
  field: FormField,
  cell: string,
  order: DateOrder | null,
  refuse: (code: ErrorCode) => void,
): string {
  if (isOfKind(field, 'choice')) return choiceNamed[field](cell) ?? cell;
  if (!isOfKind(field, 'date') || cell.trim() === '') return cell;
  const date = readImportedDate(cell, order);
  if (date === 'ambiguous') refuse('date_ambiguous');
  return date ?? cell;
}

function hasMixedDigits(text: string): boolean {
  return /[0-9]/.test(text) && /[০-৯]/.test(text);
}
