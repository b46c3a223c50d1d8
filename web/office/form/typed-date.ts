/** A date as clerks type and paste it into one field, in the form in which it is stored. */

import { asciiDigits, plainText } from '../../../contract/text.ts';
import { readBirthDate } from '../../ui/birth-date.ts';

/** Of a date that lies in no past. */
const latestDay = '9998-12-31';

/** `YYYY-MM-DD`; null where that is no day, or one after the latest. Eight digits are read year first or day first: no date is both. */
export function dayTyped(typed: string, latest = latestDay): string | null {
  const plain = asciiDigits(plainText(typed)).replace(/\s*([-/.])\s*/g, '$1');
  const eight = /^\d{8}$/.test(plain);
  const spellings = eight
    ? [plain.replace(/(....)(..)(..)/, '$1-$2-$3'), plain.replace(/(..)(..)(....)/, '$1-$2-$3')]
    : [plain];
  for (const day of spellings) {
    const reading = readBirthDate({ day, month: '', year: '' }, latest);
    if (reading.ok) return reading.date;
  }
  return null;
}

/** The day that was typed, or what was typed where that is no day. */
export const readTypedDate = (typed: string, latest?: string): string => dayTyped(typed, latest) ?? typed;
