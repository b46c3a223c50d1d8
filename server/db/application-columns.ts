/** The fields and files of an application by the names that rules and SQL use; a column has the name in snake case. */
import { type FormField, formFieldNames, formFields, type Slot, slots } from '../../contract/application-form.ts';
import { recordOf } from '../../contract/record-of.ts';

type DetailName = (typeof formFields)[FormField]['name'];
/** The typed details of an application. */
export type ApplicationDetails = Record<DetailName, string>;
export const detailNames = formFieldNames.map((name): DetailName => formFields[name].name);

export type DocumentName = (typeof slots)[Slot]['name'];
export type FileColumn = 'photo' | DocumentName;
/** The columns of photo and documents; each has the name of a stored file, `{id}.{extension}`. */
export type ApplicationFiles = Record<FileColumn, string | null>;
/** The columns of the six documents. */
export const documentColumns = Object.values(slots).map(({ name }): DocumentName => name);
export const fileColumns: readonly FileColumn[] = ['photo', ...documentColumns];

export const noFiles = recordOf(fileColumns, () => null);

export function isFileColumn(column: string): column is FileColumn {
  return (fileColumns as readonly string[]).includes(column);
}

/** Typed details by these names; a field that was not sent is left out. */
export function detailsOf(wire: Readonly<Record<FormField, string>>): ApplicationDetails;
export function detailsOf(wire: Readonly<Partial<Record<FormField, string | undefined>>>): Partial<ApplicationDetails>;
export function detailsOf(wire: Readonly<Partial<Record<FormField, string | undefined>>>): Partial<ApplicationDetails> {
  const pairs = formFieldNames.flatMap((field) => {
    const value = wire[field];
    return value === undefined ? [] : [[formFields[field].name, value]];
  });
  return Object.fromEntries(pairs);
}

/** The wire name of each column of a field, a file or a part of a decision. */
const wireNames: Record<string, string> = Object.fromEntries([
  ...Object.entries(formFields).map(([wire, { name }]) => [name, wire]),
  ...Object.entries(slots).map(([wire, { name }]) => [name, wire]),
  ['photo', 'image'],
  ['status', 'isStatus'],
  ['visaCollectDate', 'pending'],
  ['visaApproveDate', 'approve'],
]);

/** The wire names of these columns, in their order; columns without one are left out. */
export function wireNamesOf(names: readonly string[]): string[] {
  return names.flatMap((name) => wireNames[name] ?? []);
}
