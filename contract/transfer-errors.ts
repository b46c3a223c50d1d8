/** The errors of exports and imports, in both languages; a part of `errors.ts`. */
import { bn, en } from './error-numbers.ts';
import { limits, megabytes } from './limits.ts';

const importMegabytes = megabytes(limits.importBytesMax);

export const transferErrors = {
  invalid_form: {
    status: 400,
    en: 'Please choose Excel, OpenDocument or CSV',
    bn: 'এক্সেল, ওপেনডকুমেন্ট বা সিএসভি বেছে নিন',
  },
  export_too_long: {
    status: 413,
    en: `A sheet in this format holds ${en(limits.sheetRowsMax)} rows. Please narrow the filter, or choose CSV.`,
    bn: `এই ধরনের এক শিটে ${bn(limits.sheetRowsMax)}টি সারি ধরে। ফিল্টার ছোট করুন, অথবা সিএসভি বেছে নিন।`,
  },

  // A file that cannot be read
  import_required: { status: 400, en: 'Please choose a file.', bn: 'একটি ফাইল বেছে নিন।' },
  invalid_file_name: { status: 400, en: 'Please give the file a shorter name', bn: 'ফাইলের নাম আরও ছোট করুন' },
  import_empty: { status: 400, en: 'The file has no rows below its headings.', bn: 'ফাইলে শিরোনামের নিচে কোনো সারি নেই।' },
  import_file_type: {
    status: 415,
    en: 'This is not an Excel (XLSX), OpenDocument (ODS) or CSV file, whatever its name says.',
    bn: 'নাম যা-ই হোক, এটি এক্সেল (XLSX), ওপেনডকুমেন্ট (ODS) বা সিএসভি ফাইল নয়।',
  },
  import_old_excel: {
    status: 415,
    en: 'This file is in an old Excel format. Please save it as XLSX.',
    bn: 'এটি পুরোনো এক্সেলের ফাইল। XLSX হিসেবে সংরক্ষণ করে দিন।',
  },
  import_encrypted: {
    status: 415,
    en: 'This file has a password. Please save it without one.',
    bn: 'ফাইলটিতে পাসওয়ার্ড দেওয়া। পাসওয়ার্ড ছাড়া সংরক্ষণ করে দিন।',
  },
  import_macros: {
    status: 415,
    en: 'This file has macros. Please save it as XLSX, ODS or CSV without them.',
    bn: 'ফাইলটিতে ম্যাক্রো আছে। ম্যাক্রো ছাড়া XLSX, ODS বা CSV হিসেবে সংরক্ষণ করে দিন।',
  },
  import_damaged: {
    status: 415,
    en: 'This file is damaged or incomplete. Please save it again.',
    bn: 'ফাইলটি নষ্ট বা অসম্পূর্ণ। নতুন করে সংরক্ষণ করে দিন।',
  },
  import_encoding: {
    status: 415,
    en: 'The characters in this file cannot be read. Please save it as CSV UTF-8.',
    bn: 'ফাইলের অক্ষর পড়া যায় না। ফাইলের ধরন “CSV UTF” বেছে আবার সংরক্ষণ করে দিন।',
  },
  import_explodes: {
    status: 413,
    en: 'This file is too large when unpacked. Please split it.',
    bn: 'ফাইলটি খুললে এত বড় হয় যে পড়া যায় না। ভাগ করে দিন।',
  },
  import_too_large: {
    status: 413,
    en: `The file is larger than ${en(importMegabytes)} MB.`,
    bn: `ফাইলটি ${bn(importMegabytes)} এমবির চেয়ে বড়।`,
  },
  import_too_long: {
    status: 413,
    en: `The file has more than ${en(limits.importRowsMax)} rows. Please split it.`,
    bn: `ফাইলে ${bn(limits.importRowsMax)}টির বেশি সারি। ভাগ করে দিন।`,
  },
  import_too_wide: {
    status: 413,
    en: `The file has more than ${en(limits.importColumnsMax)} columns.`,
    bn: `ফাইলে ${bn(limits.importColumnsMax)}টির বেশি কলাম।`,
  },

  // Its columns and steps
  invalid_import_columns: { status: 400, en: 'Please choose what is in each column', bn: 'কোন কলামে কী আছে তা জানান' },
  invalid_date_order: { status: 400, en: 'Please choose the order of day and month', bn: 'দিন ও মাসের ক্রম বেছে নিন' },
  import_column_twice: {
    status: 400,
    en: 'Two columns are set to the same field. Please leave one of them out.',
    bn: 'দুটি কলামে একই ঘর। একটি বাদ দিন।',
  },
  import_fields_missing: {
    status: 400,
    en: 'Every field on the form needs a column.',
    bn: 'ফরমের প্রতিটি ঘরের জন্য একটি কলাম লাগবে।',
  },
  import_state: {
    status: 409,
    en: 'This is not possible now: the import has moved on.',
    bn: 'এখন এটি করা যায় না: ইমপোর্ট এগিয়ে গেছে।',
  },

  // A cell or a row that is refused
  cell_formula: {
    status: 400,
    en: 'This is a formula. Please enter its value instead.',
    bn: 'এটি একটি সূত্র। সূত্রের বদলে মান লিখুন।',
  },
  cell_merged: { status: 400, en: 'This cell is merged with others.', bn: 'এই ঘর অন্য ঘরের সঙ্গে জোড়া দেওয়া।' },
  cell_rounded: {
    status: 400,
    en: 'The spreadsheet rounds a number this long. Please enter it as text.',
    bn: 'এত লম্বা সংখ্যা স্প্রেডশিট বদলে ফেলে। টেক্সট হিসেবে লিখুন।',
  },
  cell_error: { status: 400, en: 'The spreadsheet has an error here.', bn: 'স্প্রেডশিটে এখানে ভুল আছে।' },
  cell_too_long: { status: 400, en: 'This is too long.', bn: 'লেখাটি খুব লম্বা।' },
  cell_date_and_time: { status: 400, en: 'This is a time of day, not only a date.', bn: 'এখানে তারিখের সঙ্গে সময় আছে।' },
  cell_mixed_digits: {
    status: 400,
    en: 'Bangla and English digits are mixed here.',
    bn: 'এখানে বাংলা ও ইংরেজি সংখ্যা মেশানো।',
  },
  cell_second_heading: { status: 400, en: 'This row repeats the headings.', bn: 'এই সারিতে আবার শিরোনাম।' },
  date_ambiguous: {
    status: 400,
    en: 'The day and month could be swapped here. Please choose their order, or write the date like 1990-01-31.',
    bn: 'এখানে দিন ও মাস উল্টো হতে পারে। ক্রম বেছে নিন, অথবা ১৯৯০-০১-৩১ এর মতো লিখুন।',
  },
  file_passport_twice: {
    status: 409,
    en: 'An earlier row of the file has this passport.',
    bn: 'ফাইলের আগের একটি সারিতে এই পাসপোর্ট আছে।',
  },
  file_email_twice: {
    status: 409,
    en: 'An earlier row of the file has this email.',
    bn: 'ফাইলের আগের একটি সারিতে এই ইমেইল আছে।',
  },
  import_changed_since: {
    status: 409,
    en: 'Kept: somebody has changed this application since.',
    bn: 'রাখা হলো: এর পরে কেউ আবেদনটি বদলেছেন।',
  },
  import_gone: {
    status: 409,
    en: 'Could not be undone: somebody has deleted this application since.',
    bn: 'ফিরিয়ে নেওয়া যায়নি: এর পরে কেউ আবেদনটি মুছেছেন।',
  },
} as const;
