/** Dates in the words of the reader's language. */
import { type Language, languages } from '../../contract/language.ts';

/** For each language one formatter, made at its first use and kept: making one takes many times as long as using it. */
export function dateFormat(
  optionsIn: (language: Language) => Intl.DateTimeFormatOptions,
): (language: Language) => Intl.DateTimeFormat {
  const made: Partial<Record<Language, Intl.DateTimeFormat>> = {};
  return (language) => {
    const format = made[language] ?? new Intl.DateTimeFormat(languages[language].locale, optionsIn(language));
    made[language] = format;
    return format;
  };
}

const longFormat = dateFormat(() => ({
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
}));

/** A date with its weekday, read and written in UTC so that it stays the same day. */
export function longDate(date: string, language: Language): string {
  return longFormat(language).format(new Date(`${date}T00:00:00Z`));
}

type TimeStyle = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>;

const timeFormats = new Map<string, ReturnType<typeof dateFormat>>();

/** A moment as the clocks of the office show it, wherever it is read. */
export function timeInWords(
  at: string,
  language: Language,
  style: TimeStyle = { dateStyle: 'long', timeStyle: 'short' },
): string {
  const key = `${style.dateStyle} ${style.timeStyle}`;
  // Not `hour12: false`, with which the day begins at 24:00 in Bangla.
  const format = timeFormats.get(key) ?? dateFormat(() => ({ ...style, timeZone: 'Asia/Dhaka', hourCycle: 'h23' }));
  timeFormats.set(key, format);
  return format(language).format(new Date(at));
}
