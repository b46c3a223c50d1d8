/** The columns of applications in spreadsheets. */
import { formFieldNames, formFields } from './application-form.ts';
import { inEachLanguage, type Language } from './language.ts';
import { recordOf } from './record-of.ts';
import { contractTexts } from './texts.ts';

const fieldsAfterForm = ['isStatus', 'approve', 'pending', 'createdAt', '_id'] as const;

/** The fields of an application in an export, in the order of its columns. */
export const exportedFields = [...formFieldNames, ...fieldsAfterForm] as const;
export type ExportedField = (typeof exportedFields)[number];

/** The headings of the columns. An import reads the headings of an export in either language. */
export const spreadsheetHeadings: Record<ExportedField, Record<Language, string>> = {
  ...recordOf(formFieldNames, (field) => formFields[field].label),
  ...recordOf(fieldsAfterForm, (name) => inEachLanguage((language) => contractTexts[language].spreadsheet[name])),
};
