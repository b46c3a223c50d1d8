/** Dates in the words of the reader's language. */
import { type Language, languages } from '../../contract/language.ts';

/** A date with its weekday, read and written in UTC so that it stays the same day. */
export function longDate(date: string, language: Language): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(languages[language].locale, {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}

/** A moment as the clocks of the office show it, wherever it is read. */
export function timeInWords(
  at: string,
  language: Language,
  style: Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'> = { dateStyle: 'long', timeStyle: 'short' },
): string {
  // Not `hour12: false`, with which the day begins at 24:00 in Bangla.
  return new Date(at).toLocaleString(languages[language].locale, {
    ...style,
    timeZone: 'Asia/Dhaka',
    hourCycle: 'h23',
  });
}
