/** The import of a spreadsheet: its states, its columns, and what the office may ask of it. */
import { type FormField, formFieldNames } from './application-form.ts';
import { spreadsheetHeadings } from './spreadsheet.ts';
import { asciiDigits, plainText } from './text.ts';

interface StateRow {
  /** A background job is at work; nothing can be asked of the import but to stop. */
  isBusy: boolean;
  /** What may be asked in this state. */
  may: readonly ImportStep[];
}

export const importSteps = ['check', 'start', 'undo', 'delete'] as const;
export type ImportStep = (typeof importSteps)[number];

/** In the order in which an import passes them. */
export const importStates = {
  read: { isBusy: false, may: ['check', 'delete'] },
  checking: { isBusy: true, may: [] },
  checked: { isBusy: false, may: ['check', 'start', 'delete'] },
  importing: { isBusy: true, may: ['undo'] },
  imported: { isBusy: false, may: ['undo', 'delete'] },
  undoing: { isBusy: true, may: [] },
  undone: { isBusy: false, may: ['delete'] },
} as const satisfies Record<string, StateRow>;
export type ImportState = keyof typeof importStates;
export const importStateNames = Object.keys(importStates) as [ImportState, ...ImportState[]];

export const busyStates = importStateNames.filter((state) => importStates[state].isBusy);

export function mayStep(state: ImportState, step: ImportStep): boolean {
  const { may }: StateRow = importStates[state];
  return may.includes(step);
}

export const statesBefore = (step: ImportStep) => importStateNames.filter((state) => mayStep(state, step));

/** What became of a row: still to be checked, fit or refused, imported; and after an undo the last three. */
export const importRowStates = ['read', 'fit', 'refused', 'imported', 'takenBack', 'kept', 'lost'] as const;
export type ImportRowState = (typeof importRowStates)[number];

/** In which order a date such as 05/01/1990 has day and month; until somebody says it, such a date is refused. */
export const dateOrders = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The field of each column of the file; null for one that is left out. */
export type ImportColumns = readonly (FormField | null)[];

/** Further headings that offices use, beside the words of the form in each language and the names of the API. */
const otherHeadings: Partial<Record<FormField, string>> = {
  surname: 'last name|family name|পদবি|বংশ নাম',
  givenN: 'given names|first name|প্রদত্ত নামসমূহ|নামের প্রথম অংশ',
  sex: 'gender',
  dob: 'birth date|birthdate|জন্ম তারিখ',
  birthCity: 'place of birth|birth place|birth city|জন্ম স্থান',
  currentN: 'nationality|citizenship|জাতীয়তা',
  identification: 'identification|identification mark|identification marks|visible marks|শনাক্তকারী চিহ্ন',
  nationalId: 'nid|nid no|nid number|national id no|national id number|এনআইডি|জাতীয় পরিচয়পত্র নম্বর',
  company: 'company|employer|কোম্পানি|নিয়োগকর্তা',
  dutyDuration: 'duty|duty hours|working hours|working time|কর্মঘণ্টা',
  jobTitle: 'job|position|occupation|designation|পদ|পেশা',
  salary: 'wage|wages|pay|মজুরি',
  passport: 'passport no|পাসপোর্ট|পাসপোর্ট নং',
  issuedCountry: 'issued country|issuing country|country of issue|passport country|ইস্যুকারী দেশ',
  phone: 'phone no|mobile|mobile no|mobile number|contact number|telephone|মোবাইল|মোবাইল নম্বর|ফোন',
  email: 'e mail|mail|mail address|ইমেইল|ই মেইল',
};

const fieldOfHeading = new Map(
  formFieldNames.flatMap((field) =>
    [field, ...Object.values(spreadsheetHeadings[field]), ...(otherHeadings[field]?.split('|') ?? [])].map(
      (heading): [string, FormField] => [headingKey(heading), field],
    ),
  ),
);

function headingKey(heading: string): string {
  return asciiDigits(plainText(heading))
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim()
    .replace(/ /g, '');
}

export function fieldNamedBy(heading: string): FormField | null {
  return fieldOfHeading.get(headingKey(heading)) ?? null;
}

/** A guess by the headings; of two columns with the same field the first has it, and somebody says what the other is. */
export function guessColumns(headings: readonly string[]): (FormField | null)[] {
  const taken = new Set<FormField>();
  return headings.map((heading) => {
    const field = fieldNamedBy(heading);
    if (!field || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}
