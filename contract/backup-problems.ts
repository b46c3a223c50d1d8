/** Every reason for which a backup may fail, by its code in the API, with its text in both languages. */
import type { Language } from './language.ts';

export const backupProblems = {
  disk_full: { en: 'The disk is full. Free some space.', bn: 'ডিস্কে জায়গা নেই। কিছু জায়গা খালি করুন।' },
  folder_unusable: {
    en: 'The folder of BACKUP_DIR cannot be written to. Check its path and permissions.',
    bn: 'BACKUP_DIR-এর ফোল্ডারে লেখা যাচ্ছে না। ফোল্ডারের ঠিকানা ও অনুমতি মিলিয়ে দেখুন।',
  },
  files_damaged: {
    en: 'Some files are missing or damaged; everything else is in the backup. Run “npm run check” to see which.',
    bn: 'কিছু ফাইল নেই বা নষ্ট হয়েছে; বাকি সব ব্যাকআপে আছে। কোন ফাইল, তা “npm run check” চালালে জানা যাবে।',
  },
  not_read_back: {
    en: 'The backup could not be read back as it was written. Check the disk of BACKUP_DIR.',
    bn: 'ব্যাকআপ লেখার পর পড়ে মেলেনি। BACKUP_DIR-এর ডিস্কটি ঠিক আছে কি না দেখুন।',
  },
  storage_unavailable: {
    en: 'The file storage did not answer.',
    bn: 'যেখানে ফাইল রাখা হয়, সেখান থেকে সাড়া পাওয়া যায়নি।',
  },
  unexpected: {
    en: 'An unexpected error. See the server log for details.',
    bn: 'হঠাৎ একটি সমস্যা হয়েছে। সার্ভারের লগে বিস্তারিত আছে।',
  },
} as const satisfies Record<string, Record<Language, string>>;

export type BackupProblem = keyof typeof backupProblems;
export const backupProblemNames = Object.keys(backupProblems) as [BackupProblem, ...BackupProblem[]];
