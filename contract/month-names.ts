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
 * The month from 1 of a plain text: whole, or as a beginning of at least three characters that only one month has; null
 * for what names none.
 */
export function monthNamed(text: string): number | null {
  const name = text.toLowerCase();
  const isOf = monthNames.findIndex((names) => names.includes(name));
  if (isOf >= 0) return isOf + 1;
  if (name.length < 3) return null;
  const begun = monthNames.flatMap((names, at) => (names.some((each) => each.startsWith(name)) ? [at + 1] : []));
  return begun.length === 1 ? (begun[0] ?? null) : null;
}
