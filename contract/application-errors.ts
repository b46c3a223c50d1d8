/** The errors of applications, decisions, views and notes, in both languages; a part of `errors.ts`. */
import { bn, en } from './error-numbers.ts';
import { limits } from './limits.ts';

const { nameLengthMin, nameLengthMax } = limits;
const nameLength = {
  en: `${en(nameLengthMin)} and ${en(nameLengthMax)}`,
  bn: `${bn(nameLengthMin)} থেকে ${bn(nameLengthMax)}`,
};

export const applicationErrors = {
  surname_length: {
    status: 400,
    en: `Surname must be between ${nameLength.en} characters long.`,
    bn: `বংশগত নাম ${nameLength.bn} অক্ষরের মধ্যে হতে হবে।`,
  },
  given_name_length: {
    status: 400,
    en: `Given name must be between ${nameLength.en} characters long.`,
    bn: `প্রদত্ত নাম ${nameLength.bn} অক্ষরের মধ্যে হতে হবে।`,
  },
  names_length: {
    status: 400,
    en: `Surname and Given name must be between ${nameLength.en} characters long.`,
    bn: `বংশগত নাম ও প্রদত্ত নাম ${nameLength.bn} অক্ষরের মধ্যে হতে হবে।`,
  },
  invalid_sex: { status: 400, en: 'Please enter a valid sex', bn: 'লিঙ্গ বেছে নিন' },
  invalid_birth_date: { status: 400, en: 'Please enter a valid date of birth', bn: 'সঠিক জন্মতারিখ দিন' },
  invalid_birth_city: { status: 400, en: 'Please enter a valid birth city', bn: 'সঠিক জন্মস্থান দিন' },
  invalid_nationality: { status: 400, en: 'Please enter a valid current nationality', bn: 'বর্তমান জাতীয়তা ঠিক করে লিখুন' },
  invalid_identification: { status: 400, en: 'Please enter a valid identification', bn: 'শনাক্তকরণ চিহ্ন ঠিক করে লিখুন' },
  invalid_national_id: { status: 400, en: 'Please enter a valid national ID', bn: 'সঠিক জাতীয় পরিচয়পত্র নম্বর দিন' },
  invalid_company: { status: 400, en: 'Please enter a valid company name', bn: 'কোম্পানির নাম ঠিক করে লিখুন' },
  invalid_duty_duration: { status: 400, en: 'Please enter a valid duty duration', bn: 'কাজের সময় ঠিক করে লিখুন' },
  invalid_job_title: { status: 400, en: 'Please enter a valid job title', bn: 'পদের নাম ঠিক করে লিখুন' },
  invalid_salary: { status: 400, en: 'Please enter a valid salary', bn: 'বেতন ঠিক করে লিখুন' },
  invalid_passport: { status: 400, en: 'Please enter a valid passport', bn: 'সঠিক পাসপোর্ট নম্বর দিন' },
  invalid_issued_country: {
    status: 400,
    en: 'Please enter a valid issued country',
    bn: 'কোন দেশের পাসপোর্ট, তা ঠিক করে দিন',
  },
  invalid_phone: { status: 400, en: 'Please enter a valid phone number.', bn: 'সঠিক ফোন নম্বর দিন।' },
  invalid_email: { status: 400, en: 'Please enter a valid email address.', bn: 'সঠিক ইমেইল ঠিকানা দিন।' },
  email_exists: {
    status: 409,
    en: 'User email already exists. Please try another email.',
    bn: 'এই ইমেইল আগে থেকেই আছে। অন্য ইমেইল দিন।',
  },
  passport_exists: {
    status: 409,
    en: 'User passport already exists. Please try another passport.',
    bn: 'এই পাসপোর্ট আগে থেকেই আছে। অন্য পাসপোর্ট দিন।',
  },
  photo_required: { status: 400, en: 'Please choose a photo.', bn: 'একটি ছবি বেছে নিন।' },
  invalid_remove: { status: 400, en: 'Please enter valid documents to remove', bn: 'কোন কাগজ সরাতে হবে তা ঠিক করে দিন' },
  invalid_fields: {
    status: 400,
    en: 'Please enter valid fields to restore',
    bn: 'কোন কোন ঘর ফিরিয়ে আনতে হবে তা ঠিক করে দিন',
  },
  invalid_view_name: {
    status: 400,
    en: `Please enter a name of at most ${en(limits.viewNameLengthMax)} characters`,
    bn: `${bn(limits.viewNameLengthMax)} অক্ষরের মধ্যে একটি নাম লিখুন`,
  },
  invalid_columns: { status: 400, en: 'Please enter valid columns', bn: 'সঠিক কলাম দিন' },
  view_exists: {
    status: 409,
    en: 'There is already a view with this name. Please choose another.',
    bn: 'এই নামে একটি ভিউ আছে। অন্য একটি নাম দিন।',
  },
  too_many_views: {
    status: 409,
    en: `There are already ${en(limits.savedViewsMax)} views. Please delete one first.`,
    bn: `এরই মধ্যে ${bn(limits.savedViewsMax)}টি ভিউ আছে। আগে একটি মুছুন।`,
  },
  invalid_chosen: {
    status: 400,
    en: `Please choose 1 to ${en(limits.approvedAtOnceMax)} applications, each once`,
    bn: `১ থেকে ${bn(limits.approvedAtOnceMax)}টি আবেদন বেছে নিন, প্রতিটি একবার`,
  },
  invalid_version: { status: 400, en: 'Please enter a valid version', bn: 'সঠিক সংস্করণ দিন' },
  invalid_decision_date: { status: 400, en: 'Please enter a valid date', bn: 'সঠিক তারিখ দিন' },
  invalid_collect_date: {
    status: 400,
    en: 'Please enter a valid collect date, not before the date of approval',
    bn: 'সংগ্রহের সঠিক তারিখ দিন। অনুমোদনের তারিখের আগে হলে চলবে না',
  },
  invalid_reason: {
    status: 400,
    en: `Please enter a reason of at most ${en(limits.reasonLengthMax)} characters`,
    bn: `কারণ ${bn(limits.reasonLengthMax)} অক্ষরের মধ্যে লিখুন`,
  },
  reason_length: {
    status: 400,
    en: `Please enter a reason of ${en(limits.requiredReasonLengthMin)} to ${en(limits.reasonLengthMax)} characters`,
    bn: `কারণ ${bn(limits.requiredReasonLengthMin)} থেকে ${bn(limits.reasonLengthMax)} অক্ষরের মধ্যে লিখুন`,
  },
  invalid_hold: { status: 400, en: 'Please say whether to hold the record', bn: 'রেকর্ডটি আটকে রাখবেন কি না, তা জানান' },
  invalid_assignee: { status: 400, en: 'Please choose a member of staff', bn: 'একজন কর্মী বেছে নিন' },
  invalid_selection: {
    status: 400,
    en: 'Please choose the applications',
    bn: 'কোন কোন আবেদন, তা ঠিক করে দিন',
  },
  too_many_selected: {
    status: 400,
    en: `At most ${en(limits.assignedAtOnceMax)} records can be assigned at once`,
    bn: `একবারে ${bn(limits.assignedAtOnceMax)}টির বেশি আবেদন দেওয়া যায় না`,
  },
  invalid_note: {
    status: 400,
    en: `Please enter a note of at most ${en(limits.noteLengthMax)} characters`,
    bn: `মন্তব্য ${bn(limits.noteLengthMax)} অক্ষরের মধ্যে লিখুন`,
  },
} as const;
