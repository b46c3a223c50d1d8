/**
 * The fields of the application form, with the specification's field names and the table from those to the names used
 * behind the edge. The rules of the fields are in `application.ts`, so that screens that only show applications need
 * not load zod.
 */
import type { ErrorCode } from './errors.ts';
import type { Language } from './language.ts';
import { recordOf } from './record-of.ts';

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
/** A title that can be chosen for a new application; on an edit it can only stay. */
export const jobTitleOnAddOnly = 'Welder';

export interface SlotRow {
  name: string;
  label: Record<Language, string>;
  /** The label in the applicant's copy, where it differs. */
  labelForApplicants?: Record<Language, string>;
}

/** The six documents in the order of their slots, by wire name. */
export const slots = {
  file1: { name: 'jobLetter', label: { en: 'Job Letter', bn: 'চাকরির চিঠি' } },
  file2: { name: 'lmia', label: { en: 'Lmias', bn: 'এলএমআইএ' }, labelForApplicants: { en: 'Lmia', bn: 'এলএমআইএ' } },
  file3: { name: 'visa', label: { en: 'Visa', bn: 'ভিসা' } },
  file4: { name: 'visaForm', label: { en: 'Visa Form', bn: 'ভিসা ফরম' } },
  file5: { name: 'workPermit', label: { en: 'Work Permit', bn: 'ওয়ার্ক পারমিট' } },
  file6: { name: 'airTicket', label: { en: 'Air Tickets', bn: 'বিমানের টিকিট' } },
} as const satisfies Record<string, SlotRow>;
export type Slot = keyof typeof slots;
export const slotNames = Object.keys(slots) as [Slot, ...Slot[]];

/** A choice must be one of a list. A country is suggested from a list, but may be any text. */
export type FieldKind = 'choice' | 'country' | 'date';

export interface FieldRow {
  /** The name of the field behind the edge; its column has the same name in snake case. */
  name: string;
  /** Absent for a plain text. */
  kind?: FieldKind;
  label: Record<Language, string>;
  /** The error of an invalid value. A field that is more than a text has its own rule in `application.ts`. */
  code: ErrorCode;
  /** The field may stay empty, which is an empty text in the database too. */
  isOptional?: true;
  /** No two records share a value; the error of one that another record has. */
  takenCode?: ErrorCode;
  /** The error of a value that an earlier row of an imported file has. */
  repeatedCode?: ErrorCode;
  /** The next applicant of the same employer usually has the same value. */
  isOfEmployer?: true;
}

/** The fields of the form by section and wire name, in order. */
const fieldsOfSections = {
  A: {
    surname: { name: 'surname', code: 'surname_length', label: { en: 'Surname', bn: 'বংশগত নাম' } },
    givenN: { name: 'givenName', code: 'given_name_length', label: { en: 'Given name', bn: 'প্রদত্ত নাম' } },
    sex: { name: 'sex', code: 'invalid_sex', kind: 'choice', label: { en: 'Sex', bn: 'লিঙ্গ' } },
    dob: { name: 'birthDate', code: 'invalid_birth_date', kind: 'date', label: { en: 'Date of birth', bn: 'জন্মতারিখ' } },
    birthCity: { name: 'birthCity', code: 'invalid_birth_city', label: { en: 'City of birth', bn: 'জন্মস্থান' } },
    currentN: {
      name: 'nationality',
      code: 'invalid_nationality',
      isOfEmployer: true,
      kind: 'country',
      label: { en: 'Current nationality', bn: 'বর্তমান জাতীয়তা' },
    },
    identification: {
      name: 'identification',
      code: 'invalid_identification',
      label: { en: 'Visible identification marks', bn: 'শনাক্তকরণ চিহ্ন' },
    },
    nationalId: { name: 'nationalId', code: 'invalid_national_id', label: { en: 'National ID', bn: 'জাতীয় পরিচয়পত্র' } },
  },
  B: {
    company: {
      name: 'company',
      code: 'invalid_company',
      isOfEmployer: true,
      label: { en: 'Company name', bn: 'কোম্পানির নাম' },
    },
    dutyDuration: {
      name: 'dutyDuration',
      code: 'invalid_duty_duration',
      isOfEmployer: true,
      label: { en: 'Duty duration', bn: 'কাজের সময়' },
    },
    jobTitle: {
      name: 'jobTitle',
      code: 'invalid_job_title',
      isOfEmployer: true,
      kind: 'choice',
      label: { en: 'Job title', bn: 'পদের নাম' },
    },
    salary: { name: 'salary', code: 'invalid_salary', isOfEmployer: true, label: { en: 'Salary', bn: 'বেতন' } },
  },
  C: {
    passport: {
      name: 'passport',
      code: 'invalid_passport',
      takenCode: 'passport_exists',
      repeatedCode: 'file_passport_twice',
      label: { en: 'Passport number', bn: 'পাসপোর্ট নম্বর' },
    },
    issuedCountry: {
      name: 'issuedCountry',
      code: 'invalid_issued_country',
      isOfEmployer: true,
      kind: 'country',
      label: { en: 'Passport issuing country', bn: 'যে দেশের পাসপোর্ট' },
    },
  },
  D: {
    phone: { name: 'phone', code: 'invalid_phone', label: { en: 'Phone number', bn: 'ফোন নম্বর' } },
    email: {
      name: 'email',
      code: 'invalid_email',
      takenCode: 'email_exists',
      repeatedCode: 'file_email_twice',
      label: { en: 'Email address', bn: 'ইমেইল ঠিকানা' },
    },
  },
} as const satisfies Record<string, Record<string, FieldRow>>;

/** All code that reads, stores, shows or describes a field uses this table. */
export const formFields = {
  ...fieldsOfSections.A,
  ...fieldsOfSections.B,
  ...fieldsOfSections.C,
  ...fieldsOfSections.D,
};
export type FormField = keyof typeof formFields;
export const formFieldNames = Object.keys(formFields) as FormField[];

export type FieldOfKind<Kind extends FieldKind> = {
  [Field in FormField]: (typeof formFields)[Field] extends { kind: Kind } ? Field : never;
}[FormField];

export function isOfKind<Kind extends FieldKind>(name: FormField, kind: Kind): name is FieldOfKind<Kind> {
  const { kind: own }: FieldRow = formFields[name];
  return own === kind;
}

export function isOptional(name: FormField): boolean {
  const row: FieldRow = formFields[name];
  return row.isOptional === true;
}

export type UniqueField = {
  [Field in FormField]: (typeof formFields)[Field] extends { takenCode: ErrorCode } ? Field : never;
}[FormField];

export function isUnique(name: FormField): name is UniqueField {
  return 'takenCode' in formFields[name];
}
export const uniqueFields = formFieldNames.filter(isUnique);

/** The sections of the form and of the copy, with their fields in order. */
export type Section = keyof typeof fieldsOfSections;
export const sectionNames = Object.keys(fieldsOfSections) as Section[];
export const sections = recordOf(sectionNames, (section) => Object.keys(fieldsOfSections[section]) as FormField[]);

export const sortFields = ['createdAt', 'givenN', 'passport', 'isStatus'] as const;
