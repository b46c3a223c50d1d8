/**
 * Every error of the API with its status and its text in both languages. Forms show the text in the reader's language
 * by the code; `message` on the wire is in English.
 */
import { applicationErrors } from './application-errors.ts';
import { bn, en } from './error-numbers.ts';
import { defaultLanguage, type Language } from './language.ts';
import { limits, megabytes } from './limits.ts';
import { transferErrors } from './transfer-errors.ts';

const fileTooLarge = (bytesMax: number) => `ফাইলটি ${bn(megabytes(bytesMax))} এমবির চেয়ে বড়।`;
const megapixels = limits.picturePixelsMax / 1_000_000;

export const errors = {
  // Any request
  bad_request: { status: 400, en: 'The request could not be read.', bn: 'অনুরোধটি পড়া যায়নি।' },
  invalid_id: { status: 400, en: 'Invalid ID format.', bn: 'আইডিটি সঠিক নয়।' },
  invalid_page: { status: 400, en: 'Please enter a valid page', bn: 'সঠিক পাতা নম্বর দিন' },
  invalid_limit: { status: 400, en: 'Please enter a valid limit', bn: 'সঠিক সীমা দিন' },
  invalid_search: { status: 400, en: 'Please enter a valid search text', bn: 'যা খুঁজছেন তা ঠিক করে লিখুন' },
  invalid_status: { status: 400, en: 'Please enter a valid status', bn: 'সঠিক অবস্থা দিন' },
  invalid_sort: { status: 400, en: 'Please enter a valid sort order', bn: 'কীভাবে সাজানো হবে তা ঠিক করে দিন' },
  invalid_rights: { status: 400, en: 'Please enter valid rights', bn: 'সঠিক অধিকার দিন' },
  invalid_filter: { status: 400, en: 'Please enter a valid filter', bn: 'সঠিক ফিল্টার দিন' },
  unauthorized: { status: 401, en: 'Please sign in.', bn: 'আগে লগইন করুন।' },
  forbidden: { status: 403, en: 'You do not have permission to do this.', bn: 'এটি করার অনুমতি আপনার নেই।' },
  right_missing: {
    status: 403,
    en: 'The super admin has removed this right from your account.',
    bn: 'সুপার অ্যাডমিন আপনার অ্যাকাউন্ট থেকে এই অধিকার তুলে নিয়েছেন।',
  },
  outside_link_not_allowed: {
    status: 403,
    en: 'Your account may not link to other sites. Use a path on this site, such as /about.',
    bn: 'আপনার অ্যাকাউন্ট থেকে অন্য সাইটের লিংক দেওয়া যায় না। এই সাইটের পথ দিন, যেমন /about।',
  },
  cross_site: {
    status: 403,
    en: 'This request came from another site and was refused.',
    bn: 'অনুরোধটি অন্য সাইট থেকে এসেছে, তাই নেওয়া হয়নি।',
  },
  not_found: { status: 404, en: 'Resource not found', bn: 'যা খুঁজছেন তা পাওয়া যায়নি' },
  method_not_allowed: { status: 405, en: 'This method is not allowed here.', bn: 'এখানে এভাবে অনুরোধ করা যায় না।' },
  timeout: {
    status: 408,
    en: 'The request took too long to arrive. Please try again.',
    bn: 'অনুরোধটি পৌঁছাতে বেশি সময় লেগেছে। আবার চেষ্টা করুন।',
  },
  version_conflict: {
    status: 409,
    en: 'Somebody else has changed this record in the meantime.',
    bn: 'এর মধ্যে অন্য কেউ এই তথ্য বদলেছেন।',
  },
  transition_not_allowed: {
    status: 409,
    en: 'This decision is not possible in the current status.',
    bn: 'বর্তমান অবস্থায় এই সিদ্ধান্ত নেওয়া যায় না।',
  },
  nothing_to_withdraw: {
    status: 409,
    en: 'There is no decision to withdraw.',
    bn: 'ফিরিয়ে নেওয়ার মতো কোনো সিদ্ধান্ত নেই।',
  },
  held: {
    status: 409,
    en: 'This record is held: it cannot be deleted or erased.',
    bn: 'এই রেকর্ডটি আটকে রাখা হয়েছে, তাই এটি মোছা যাবে না।',
  },
  assigned_to_others: {
    status: 409,
    en: 'Some of these records are assigned to somebody else.',
    bn: 'এর মধ্যে কিছু আবেদন অন্য কারও দায়িত্বে আছে।',
  },
  list_changed: {
    status: 409,
    en: 'The list has changed: more records match now.',
    bn: 'এর মধ্যে তালিকা বদলেছে, এখন আরও বেশি আবেদন মেলে।',
  },
  body_too_large: { status: 413, en: 'The request is too large.', bn: 'অনুরোধটি খুব বড়।' },
  expectation_failed: {
    status: 417,
    en: 'The server does not support what this request expects.',
    bn: 'অনুরোধটি সার্ভারের কাছে যা চেয়েছে, তা এখানে নেই।',
  },
  headers_too_large: { status: 431, en: 'The request headers are too large.', bn: 'অনুরোধের হেডার খুব বড়।' },
  internal_error: { status: 500, en: 'An unexpected error occurred', bn: 'হঠাৎ একটি সমস্যা হয়েছে' },
  overloaded: {
    status: 503,
    en: 'The service is busy. Please try again in a moment.',
    bn: 'এখন অনেকে একসঙ্গে ব্যবহার করছেন। একটু পরে আবার চেষ্টা করুন।',
  },
  shutting_down: {
    status: 503,
    en: 'The service is restarting. Please try again in a moment.',
    bn: 'ওয়েবসাইটটি আবার চালু হচ্ছে। একটু পরে চেষ্টা করুন।',
  },
  unavailable: {
    status: 503,
    en: 'The service cannot reach its records at the moment. Please try again shortly.',
    bn: 'এই মুহূর্তে আমাদের তথ্য খোলা যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।',
  },
  copy_extended: {
    status: 409,
    en: 'This copy has already been given more time.',
    bn: 'এই কপির সময় আগেই একবার বাড়ানো হয়েছে।',
  },
  copy_not_open: {
    status: 409,
    en: 'There is no open copy to give more time to.',
    bn: 'সময় বাড়ানোর মতো কোনো খোলা কপি নেই।',
  },
  no_room: {
    status: 503,
    en: 'The disk is full. Stored records can be read, but nothing new can be saved.',
    bn: 'ডিস্কে আর জায়গা নেই। যা রাখা আছে তা পড়া যায়, নতুন কিছু রাখা যায় না।',
  },
  disk_full: {
    status: 507,
    en: 'There is no room left to store this. Nothing was changed.',
    bn: 'এটি রাখার মতো জায়গা নেই। কিছুই বদলানো হয়নি।',
  },

  // Signing in, passwords, set-up
  all_fields_required: { status: 400, en: 'All fields are required', bn: 'সব ঘর পূরণ করতে হবে' },
  invalid_credentials: { status: 401, en: 'Invalid email or password.', bn: 'ইমেইল বা পাসওয়ার্ড সঠিক নয়।' },
  passwords_differ: { status: 400, en: 'Passwords do not match.', bn: 'পাসওয়ার্ড দুটি মেলেনি।' },
  password_too_short: {
    status: 400,
    en: `The password must have at least ${en(limits.passwordLengthMin)} characters.`,
    bn: `পাসওয়ার্ডে অন্তত ${bn(limits.passwordLengthMin)}টি অক্ষর থাকতে হবে।`,
  },
  password_too_long: {
    status: 400,
    en: `The password must have at most ${en(limits.passwordBytesMax)} bytes.`,
    bn: `পাসওয়ার্ড ${bn(limits.passwordBytesMax)} বাইটের বেশি হতে পারবে না।`,
  },
  password_too_common: {
    status: 400,
    en: 'This password is too easy to guess. Please choose another.',
    bn: 'এই পাসওয়ার্ড সহজেই অনুমান করা যায়। অন্য একটি বেছে নিন।',
  },
  password_not_new: {
    status: 400,
    en: 'Please choose a different password from the one that you were given.',
    bn: 'যে পাসওয়ার্ড আপনাকে দেওয়া হয়েছে, তার বদলে অন্য একটি বেছে নিন।',
  },
  password_change_needed: {
    status: 403,
    en: 'Please choose a password of your own first.',
    bn: 'আগে নিজের একটি পাসওয়ার্ড বেছে নিন।',
  },
  wrong_current_password: { status: 400, en: 'The current password is not right.', bn: 'বর্তমান পাসওয়ার্ড সঠিক নয়।' },
  confirmation_needed: {
    status: 403,
    en: 'Please confirm with your password that it is you.',
    bn: 'আপনিই যে কাজটি করছেন, তা পাসওয়ার্ড দিয়ে নিশ্চিত করুন।',
  },
  second_factor_required: {
    status: 401,
    en: 'Please also enter the code for the second step.',
    bn: 'দ্বিতীয় ধাপের কোডটিও দিন।',
  },
  second_factor_needed: {
    status: 403,
    en: 'Please set up two-step sign-in first.',
    bn: 'আগে দুই ধাপের লগইন চালু করুন।',
  },
  wrong_code: {
    status: 400,
    en: 'The code is not right. Each code works once: please enter the next one.',
    bn: 'কোডটি সঠিক নয়। একটি কোড একবারই চলে, তাই পরের কোডটি দিন।',
  },
  code_required: {
    status: 400,
    en: 'Please also enter the code from your app.',
    bn: 'অ্যাপের কোডটিও দিন।',
  },
  wrong_passkey: { status: 400, en: 'This passkey was not accepted.', bn: 'এই পাসকি গ্রহণ করা যায়নি।' },
  no_second_factor: {
    status: 409,
    en: 'Recovery codes need an app or a passkey first.',
    bn: 'রিকভারি কোডের আগে একটি অ্যাপ বা পাসকি যোগ করুন।',
  },
  current_password_needed: {
    status: 400,
    en: 'Please also enter your current password: you signed in a while ago.',
    bn: 'আপনি অনেকক্ষণ আগে লগইন করেছেন, তাই বর্তমান পাসওয়ার্ডটিও দিন।',
  },
  invalid_setup_code: { status: 401, en: 'The set-up code is not right.', bn: 'সেট-আপ কোড সঠিক নয়।' },
  email_is_fixed: {
    status: 400,
    en: 'The email of the super admin cannot be changed here.',
    bn: 'সুপার অ্যাডমিনের ইমেইল এখানে বদলানো যায় না।',
  },
  user_exists: {
    status: 409,
    en: 'Error: User all ready exists. Please sign in.',
    bn: 'এই ব্যবহারকারী আগে থেকেই আছেন। লগইন করুন।',
  },
  invalid_name: { status: 400, en: 'Please enter a valid name', bn: 'নাম ঠিক করে লিখুন' },

  // An application
  ...applicationErrors,

  // Files
  file_type: {
    status: 415,
    en: 'Invalid file type. Only JPEG, JPG, and PNG are allowed.',
    bn: 'এই ধরনের ফাইল নেওয়া যায় না। শুধু JPEG, JPG ও PNG দেওয়া যাবে।',
  },
  file_damaged: {
    status: 415,
    en: 'This file is damaged or incomplete. Please take, scan or save it again.',
    bn: 'ফাইলটি নষ্ট বা অসম্পূর্ণ। নতুন করে ছবি তুলে, স্ক্যান করে বা সংরক্ষণ করে আবার দিন।',
  },
  active_pdf: {
    status: 415,
    en: 'This PDF contains a script, an action or another file, or hides its contents. Please print it to a new PDF, or send a scan.',
    bn: 'এই পিডিএফে স্ক্রিপ্ট, স্বয়ংক্রিয় কাজ বা অন্য ফাইল আছে, কিংবা ভেতরে কী আছে তা পড়া যায় না। প্রিন্ট করে নতুন পিডিএফ বানান, অথবা স্ক্যান দিন।',
  },
  photo_too_large: {
    status: 413,
    en: `File size exceeds the limit of ${en(megabytes(limits.photoBytesMax))} MB.`,
    bn: fileTooLarge(limits.photoBytesMax),
  },
  photo_too_large_on_edit: {
    status: 413,
    en: `File size exceeds the limit of ${en(megabytes(limits.photoOnEditBytesMax))}MB.`,
    bn: fileTooLarge(limits.photoOnEditBytesMax),
  },
  attachment_too_large: {
    status: 413,
    en: `File size exceeds the limit of ${en(megabytes(limits.attachmentBytesMax))}MB.`,
    bn: fileTooLarge(limits.attachmentBytesMax),
  },
  too_many_pixels: {
    status: 413,
    en: `The image has more than ${en(megapixels)} megapixels.`,
    bn: `ছবিটি ${bn(megapixels)} মেগাপিক্সেলের চেয়ে বড়।`,
  },

  // Spreadsheets
  ...transferErrors,

  // Slides
  invalid_thumbnail: { status: 400, en: 'Please enter a valid thumbnail', bn: 'স্লাইডের সঠিক শিরোনাম দিন' },
  invalid_slide_text: { status: 400, en: 'Please enter a valid title', bn: 'স্লাইডের সঠিক লেখা দিন' },
  invalid_link: {
    status: 400,
    en: 'Please enter a link that begins with https:// or /',
    bn: 'https:// বা / দিয়ে শুরু হওয়া লিংক দিন',
  },
  invalid_position: { status: 400, en: 'Please enter a valid position', bn: 'সঠিক ক্রম দিন' },
  invalid_flag: { status: 400, en: 'Please enter true or false', bn: 'হ্যাঁ বা না দিন' },

  // Enquiry
  enquiry_passport_required: { status: 400, en: 'Please enter a valid passport', bn: 'সঠিক পাসপোর্ট নম্বর দিন' },
  enquiry_nationality_required: { status: 400, en: 'Please enter a valid nationality', bn: 'সঠিক জাতীয়তা দিন' },
  enquiry_unknown_country: {
    status: 400,
    en: 'We do not know this country.',
    bn: 'এই নামে কোনো দেশ আমরা চিনি না।',
  },
  enquiry_over_budget: {
    status: 429,
    en: 'Too many tries. Please wait and try again.',
    bn: 'অনেকবার চেষ্টা হয়েছে। একটু পরে আবার চেষ্টা করুন।',
  },
  enquiry_blocked: {
    status: 429,
    en: 'This passport number was tried too often. Please try again later, or ask the office for help.',
    bn: 'এই পাসপোর্ট নম্বর দিয়ে অনেকবার চেষ্টা হয়েছে। পরে আবার চেষ্টা করুন, অথবা অফিসকে জানান, তারা সাহায্য করতে পারবে।',
  },
} as const satisfies Record<string, { status: number } & Record<Language, string>>;

export type ErrorCode = keyof typeof errors;

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code);
}

export function errorText(code: ErrorCode, language: Language = defaultLanguage): string {
  return errors[code][language];
}
