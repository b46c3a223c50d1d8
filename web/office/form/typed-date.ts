/** Parses a date that was typed or pasted into one field. */
import { asciiDigits, plainText } from '../../../contract/text.ts';
import { readBirthDate } from '../../ui/birth-date.ts';

/** The default of the latest accepted day. */
const latestDay = '9998-12-31';

/** Returns `YYYY-MM-DD`, or null if the text is no date up to the latest. Eight digits begin or end with the year. */
export function parseTypedDate(typed: string, latest = latestDay): string | null {
  const plain = asciiDigits(plainText(typed)).replace(/\s*([-/.])\s*/g, '$1');
  const isEightDigits = /^\d{8}$/.test(plain);
  const spellings = isEightDigits
    ? [plain.replace(/(....)(..)(..)/, '$1-$2-$3'), plain.replace(/(..)(..)(....)/, '$1-$2-$3')]
    : [plain];
  for (const day of spellings) {
    const reading = readBirthDate({ day, month: '', year: '' }, latest);
    if (reading.ok) return reading.date;
  }
  return null;
}

/** Returns the typed date, or the text itself if it is no date. */
export const normalizeTypedDate = (typed: string, latest?: string): string => parseTypedDate(typed, latest) ?? typed;
