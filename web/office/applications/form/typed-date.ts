/** A birth date as clerks type and paste it into one field, in the form in which it is stored. */
import { readBirthDate } from '../../../../contract/birth-date.ts';
import { asciiDigits, plainText } from '../../../../contract/text.ts';

/** `YYYY-MM-DD`, or what was typed where that is no day. Eight digits are read year first or day first: no date is both. */
export function readTypedDate(typed: string, today: string): string {
  const plain = asciiDigits(plainText(typed)).replace(/\s*([-/.])\s*/g, '$1');
  const eight = /^\d{8}$/.test(plain);
  const spellings = eight
    ? [plain.replace(/(....)(..)(..)/, '$1-$2-$3'), plain.replace(/(..)(..)(....)/, '$1-$2-$3')]
    : [plain];
  for (const day of spellings) {
    const reading = readBirthDate({ day, month: '', year: '' }, today);
    if (reading.ok) return reading.date;
  }
  return typed;
}
