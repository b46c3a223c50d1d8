/** The columns of applications in spreadsheets. */
import { type FormField, formFieldNames } from './application-form.ts';
import type { Language } from './language.ts';
import { recordOf } from './record-of.ts';

const headingsOfFields: Record<FormField, Record<Language, string>> = {
  surname: { en: 'Surname', bn: 'বংশগত নাম' },
  givenN: { en: 'Given name', bn: 'প্রদত্ত নাম' },
  sex: { en: 'Sex', bn: 'লিঙ্গ' },
  dob: { en: 'Date of birth', bn: 'জন্মতারিখ' },
  birthCity: { en: 'City of birth', bn: 'জন্মস্থান' },
  currentN: { en: 'Current nationality', bn: 'বর্তমান জাতীয়তা' },
  identification: { en: 'Visible identification marks', bn: 'শনাক্তকরণ চিহ্ন' },
  nationalId: { en: 'National ID', bn: 'জাতীয় পরিচয়পত্র' },
  company: { en: 'Company name', bn: 'কোম্পানির নাম' },
  dutyDuration: { en: 'Duty duration', bn: 'কাজের সময়' },
  jobTitle: { en: 'Job title', bn: 'পদের নাম' },
  salary: { en: 'Salary', bn: 'বেতন' },
  passport: { en: 'Passport number', bn: 'পাসপোর্ট নম্বর' },
  issuedCountry: { en: 'Passport issuing country', bn: 'যে দেশের পাসপোর্ট' },
  phone: { en: 'Phone number', bn: 'ফোন নম্বর' },
  email: { en: 'Email address', bn: 'ইমেইল ঠিকানা' },
};

/** What an export has of an application, in the order of its columns. */
export const exportedFields = [...formFieldNames, 'isStatus', 'approve', 'pending', 'createdAt', '_id'] as const;
export type ExportedField = (typeof exportedFields)[number];

/** The headings of the columns. An export of one language is read again by an import in either. */
export const spreadsheetHeadings: Record<ExportedField, Record<Language, string>> = {
  ...recordOf(formFieldNames, (field) => headingsOfFields[field]),
  isStatus: { en: 'Status', bn: 'অবস্থা' },
  approve: { en: 'Visa approve date', bn: 'ভিসা অনুমোদনের তারিখ' },
  pending: { en: 'Visa collect date', bn: 'ভিসা সংগ্রহের তারিখ' },
  createdAt: { en: 'Arrived', bn: 'জমার সময়' },
  _id: { en: 'ID', bn: 'আইডি' },
};
