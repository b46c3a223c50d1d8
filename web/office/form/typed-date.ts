/** Parses a date that was typed or pasted into one field. */

import { asciiDigits, plainText } from '../../../contract/text.ts';
import { readBirthDate } from '../../ui/birth-date.ts';

/** The latest day of a date that may be in the future. */
const latestDay = '9998-12-31';

/** Returns `YYYY-MM-DD`, or null if the text is not a day or is after the latest. Eight digits are read year first or day first; no date fits both. */
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

/** Returns the typed day, or the text itself if it is not a day. */
export const readTypedDate = (typed: string, latest?: string): string => dayTyped(typed, latest) ?? typed;
