/** Rows of invented applicants, and spreadsheet files of them in every form. */
import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { formFieldNames } from '../contract/application-form.ts';
import { spreadsheetHeadings } from '../contract/spreadsheet.ts';
import type { SpreadsheetFormat } from '../contract/spreadsheet-format.ts';
import { csvLine } from '../server/spreadsheets/csv.ts';

export const headingsInEnglish = formFieldNames.map((field) => spreadsheetHeadings[field].en);
export const columnOf = (field: (typeof formFieldNames)[number]) => formFieldNames.indexOf(field);

/** A row without a fault; each number gives another person. */
export function rowOf(
  number: number,
  changes: Partial<Record<(typeof formFieldNames)[number], string>> = {},
): string[] {
  const values: Partial<Record<(typeof formFieldNames)[number], string>> = {
    surname: 'Rahman',
    givenN: 'Rahima',
    sex: 'Female',
    dob: '1990-01-25',
    birthCity: 'Sylhet',
    currentN: 'Bangladesh',
    identification: 'Mole on the left cheek',
    nationalId: String(1_990_000_000_000 + number),
    company: 'Prairie Harvest Foods',
    dutyDuration: '8 hours a day',
    jobTitle: 'Packaging',
    salary: 'CAD 18.50 per hour',
    passport: `IM${String(1_000_000 + number)}`,
    issuedCountry: 'Bangladesh',
    phone: '01712345678',
    email: `person${number}@import.example`,
    ...changes,
  };
  return formFieldNames.map((field) => values[field] ?? '');
}

const writers: Record<SpreadsheetFormat, (rows: string[][]) => Promise<Uint8Array>> = {
  xlsx: (rows) => writeXlsx({ sheets: [{ name: 'Applicants', rows }] }),
  ods: (rows) => writeOds({ sheets: [{ name: 'Applicants', rows }] }),
  csv: async (rows) => Buffer.from(rows.map(csvLine).join('')),
};

export function fileOf(form: SpreadsheetFormat, rows: string[][]): Promise<Uint8Array> {
  return writers[form](rows);
}

export function uploadOf(bytes: Uint8Array, fileName = 'applicants.xlsx'): FormData {
  const form = new FormData();
  form.append('fileName', fileName);
  form.append('file', new File([new Uint8Array(bytes)], fileName));
  return form;
}
