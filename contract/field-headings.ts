/** Finds the field of the form that a column heading, or a label before a value, names. */
import { type FormField, formFieldNames } from './application-form.ts';
import { spreadsheetHeadings } from './spreadsheet.ts';
import { asciiDigits, plainText } from './text.ts';

/** Other words for a field, besides the labels of the form in each language and the wire names. */
const otherHeadings: Partial<Record<FormField, string>> = {
  surname: 'last name|family name|পদবি|বংশ নাম',
  givenN: 'given names|first name|প্রদত্ত নামসমূহ|নামের প্রথম অংশ',
  sex: 'gender',
  dob: 'birth date|birthdate|dob|born|জন্ম তারিখ',
  birthCity: 'place of birth|birth place|birth city|জন্ম স্থান',
  currentN: 'nationality|citizenship|জাতীয়তা',
  identification: 'identification|identification mark|identification marks|visible marks|শনাক্তকারী চিহ্ন',
  nationalId: 'nid|nid no|nid number|national id no|national id number|এনআইডি|জাতীয় পরিচয়পত্র নম্বর',
  company: 'company|employer|কোম্পানি|নিয়োগকর্তা',
  dutyDuration: 'duty|duty hours|working hours|working time|কর্মঘণ্টা',
  jobTitle: 'job|position|occupation|designation|পদ|পেশা',
  salary: 'wage|wages|pay|মজুরি',
  passport: 'passport|passport no|পাসপোর্ট|পাসপোর্ট নং',
  issuedCountry: 'issued country|issuing country|country of issue|passport country|ইস্যুকারী দেশ',
  phone: 'phone|phone no|mobile|mobile no|mobile number|contact number|telephone|মোবাইল|মোবাইল নম্বর|ফোন',
  email: 'email|e mail|mail|mail address|ইমেইল|ই মেইল',
};

/** A longer text is no heading. */
const headingLengthMax = 60;

function headingKey(heading: string): string {
  return asciiDigits(plainText(heading))
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, '');
}

const fieldOfHeading = new Map(
  formFieldNames.flatMap((field) =>
    [field, ...Object.values(spreadsheetHeadings[field]), ...(otherHeadings[field]?.split('|') ?? [])].map(
      (heading): [string, FormField] => [headingKey(heading), field],
    ),
  ),
);

/** Null for a text that names no field. */
export function fieldNamedBy(heading: string): FormField | null {
  if (heading.length > headingLengthMax) return null;
  return fieldOfHeading.get(headingKey(heading)) ?? null;
}
