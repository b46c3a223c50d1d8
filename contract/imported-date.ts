/** Parses the date in a text cell. A date that could be read in two ways is not read at all. */
import { isCalendarDate } from './dates.ts';
import type { DateOrder } from './import.ts';
import { monthNamed } from './month-names.ts';
import { asciiDigits, plainText } from './text.ts';

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/;
const dayAndName = /^(\d{1,2})[-\s./]+(\p{L}[\p{L}\p{M}]*)\.?[-\s.,/]+(\d{4})$/u;
const nameAndDay = /^(\p{L}[\p{L}\p{M}]*)\.?\s+(\d{1,2}),?\s+(\d{4})$/u;

/** The date as `YYYY-MM-DD`; `ambiguous` if day and month could be swapped; null if the text is no date. */
export function readImportedDate(text: string, order: DateOrder | null): string | 'ambiguous' | null {
  const plain = asciiDigits(plainText(text));
  const whole = yearFirst.exec(plain);
  if (whole) return dateOf(whole[1], whole[2], whole[3]);
  const named = dayAndName.exec(plain);
  if (named) return dateOf(named[3], monthNamed(named[2] ?? ''), named[1]);
  const american = nameAndDay.exec(plain);
  if (american) return dateOf(american[3], monthNamed(american[1] ?? ''), american[2]);
  const [, one, other, year] = yearLast.exec(plain) ?? [];
  if (year === undefined) return null;
  const readings = { dmy: dateOf(year, other, one), mdy: dateOf(year, one, other) };
  if (order) return readings[order];
  if (readings.dmy && readings.mdy && readings.dmy !== readings.mdy) return 'ambiguous';
  return readings.dmy ?? readings.mdy;
}

/** Whether the text could be two dates, of which the order of day and month decides. */
export function needsDateOrder(text: string): boolean {
  return readImportedDate(text, null) === 'ambiguous';
}

function dateOf(year = '', month: string | number | null = '', day = ''): string | null {
  const date = `${year}-${String(month ?? '').padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}
