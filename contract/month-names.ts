/** Months as people write them, in either language. */
const monthNames = [
  'january জানুয়ারি জানুয়ারী',
  'february ফেব্রুয়ারি ফেব্রুয়ারী',
  'march মার্চ',
  'april এপ্রিল',
  'may মে',
  'june জুন',
  'july জুলাই',
  'august আগস্ট অগাস্ট আগষ্ট',
  'september sept সেপ্টেম্বর',
  'october অক্টোবর',
  'november নভেম্বর',
  'december ডিসেম্বর',
].map((names) => names.normalize('NFKC').split(' '));

/**
 * The number of the month, from 1, that a plain text names: by its name, or by the first three or more characters of
 * only one name. Null if it names none.
 */
export function monthNamed(text: string): number | null {
  const name = text.toLowerCase();
  const exact = monthNames.findIndex((names) => names.includes(name));
  if (exact >= 0) return exact + 1;
  if (name.length < 3) return null;
  const beginning = monthNames.flatMap((names, at) => (names.some((each) => each.startsWith(name)) ? [at + 1] : []));
  return beginning.length === 1 ? (beginning[0] ?? null) : null;
}
