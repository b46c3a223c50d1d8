/** The columns of applications in spreadsheets. */
import { formFieldNames, formFields } from './application-form.ts';
import type { Language } from './language.ts';
import { recordOf } from './record-of.ts';

/** The fields of an application in an export, in the order of its columns. */
export const exportedFields = [...formFieldNames, 'isStatus', 'approve', 'pending', 'createdAt', '_id'] as const;
export type ExportedField = (typeof exportedFields)[number];

/** The headings of the columns. An import reads the headings of an export in either language. */
export const spreadsheetHeadings: Record<ExportedField, Record<Language, string>> = {
  ...recordOf(formFieldNames, (field) => formFields[field].label),
  isStatus: { en: 'Status', bn: 'অবস্থা' },
  approve: { en: 'Visa approve date', bn: 'ভিসা অনুমোদনের তারিখ' },
  pending: { en: 'Visa collect date', bn: 'ভিসা সংগ্রহের তারিখ' },
  createdAt: { en: 'Arrived', bn: 'জমার সময়' },
  _id: { en: 'ID', bn: 'আইডি' },
};
