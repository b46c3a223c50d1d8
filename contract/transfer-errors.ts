/** The errors of export and import, in both languages; `errors.ts` lists them with all others. */
import { limits } from './limits.ts';

const { format: en } = new Intl.NumberFormat('en');
const { format: bn } = new Intl.NumberFormat('bn');

export const transferErrors = {
  invalid_form: {
    status: 400,
    en: 'Please choose Excel, OpenDocument or CSV',
    bn: 'এক্সেল, ওপেনডকুমেন্ট বা সিএসভি বেছে নিন',
  },
  export_too_long: {
    status: 413,
    en: `A sheet of this form holds ${en(limits.sheetRowsMax)} rows. Please narrow the filter, or choose CSV.`,
    bn: `এই ধরনের এক শিটে ${bn(limits.sheetRowsMax)}টি সারি ধরে। ফিল্টার ছোট করুন, অথবা সিএসভি বেছে নিন।`,
  },
} as const;
