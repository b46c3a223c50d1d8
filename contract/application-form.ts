/**
 * What the form of an application asks for, with the specification's field names and the table that leads from those to
 * the names used everywhere behind the edge. The rules of the fields stand in `application.ts`: a screen that only shows
 * applications does without them and the package that they are written with.
 */
export const sexes = ['Male', 'Female'] as const;

export const jobTitles = [
  'Driving',
  'Welder',
  'Construction',
  'Electrician',
  'Holder',
  'Housekeeping',
  'Cleaner',
  'Plumber',
  'Packaging',
  'Cook',
  'Restaurant',
  'Manager',
  'Supervisor',
  'Worker',
  'Caring Operator',
] as const;
/** A title that can be chosen when adding, but on an edit only kept. */
export const jobTitleOnAddOnly = 'Welder';

/** The six documents in the order of their slots, by wire name. */
export const slots = {
  file1: { name: 'jobLetter', label: { en: 'Job Letter', bn: 'চাকরির চিঠি' } },
  file2: { name: 'lmia', label: { en: 'Lmias', bn: 'এলএমআইএ' } },
  file3: { name: 'visa', label: { en: 'Visa', bn: 'ভিসা' } },
  file4: { name: 'visaForm', label: { en: 'Visa Form', bn: 'ভিসা ফরম' } },
  file5: { name: 'workPermit', label: { en: 'Work Permit', bn: 'ওয়ার্ক পারমিট' } },
  file6: { name: 'airTicket', label: { en: 'Air Tickets', bn: 'বিমানের টিকিট' } },
} as const;
/** What the applicant's copy calls the second slot. */
export const lmiaLabelForApplicants = { en: 'Lmia', bn: 'এলএমআইএ' } as const;

export type Slot = keyof typeof slots;
export type DocumentName = (typeof slots)[Slot]['name'];
export const slotNames = Object.keys(slots) as Slot[];

/** The files of an application, under the names used behind the edge. */
export type FileColumn = 'photo' | DocumentName;
export const fileColumns: readonly FileColumn[] = ['photo', ...Object.values(slots).map(({ name }) => name)];

export function isFileColumn(column: string): column is FileColumn {
  return (fileColumns as readonly string[]).includes(column);
}

/** Wire name of each form field and its name behind the edge, in the order of the form. */
export const formFields = {
  surname: 'surname',
  givenN: 'givenName',
  sex: 'sex',
  dob: 'birthDate',
  birthCity: 'birthCity',
  currentN: 'nationality',
  identification: 'identification',
  nationalId: 'nationalId',
  company: 'company',
  dutyDuration: 'dutyDuration',
  jobTitle: 'jobTitle',
  salary: 'salary',
  passport: 'passport',
  issuedCountry: 'issuedCountry',
  phone: 'phone',
  email: 'email',
} as const;
export type FormField = keyof typeof formFields;

/**
 * The fields that may stay empty. Schema, label, the count of what is filled in and the description
 * of the API follow from this list; an empty field is an empty text, in the database too.
 */
const optionalFields: ReadonlySet<FormField> = new Set([]);
export const isOptional = (name: FormField) => optionalFields.has(name);

/** The sections of the form and of the copy, with their fields in order. */
export const sections = {
  A: ['surname', 'givenN', 'sex', 'dob', 'birthCity', 'currentN', 'identification', 'nationalId'],
  B: ['company', 'dutyDuration', 'jobTitle', 'salary'],
  C: ['passport', 'issuedCountry'],
  D: ['phone', 'email'],
} as const satisfies Record<string, readonly FormField[]>;
export type Section = keyof typeof sections;

/** The other way: what a field, a file or a part of a decision is called on the wire. */
const wireNames: Record<string, string> = Object.fromEntries([
  ...Object.entries(formFields).map(([wire, name]) => [name, wire]),
  ...Object.entries(slots).map(([wire, { name }]) => [name, wire]),
  ['photo', 'image'],
  ['status', 'isStatus'],
  ['visaCollectDate', 'pending'],
  ['visaApproveDate', 'approve'],
]);

/** In the order given, without what has no name on the wire. */
export function wireNamesOf(names: readonly string[]): string[] {
  return names.flatMap((name) => wireNames[name] ?? []);
}
