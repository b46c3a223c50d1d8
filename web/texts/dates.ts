/** Formats dates in the reader's language. */
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

/** A date with its weekday. It is parsed and formatted in UTC, so that it stays the same day. */
export function longDate(date: string, language: Language): string {
  return longFormat(language).format(new Date(`${date}T00:00:00Z`));
}

type TimeStyle = Pick<Intl.DateTimeFormatOptions, 'dateStyle' | 'timeStyle'>;

const timeFormats = new Map<string, ReturnType<typeof dateFormat>>();

/** A time in the office's time zone, wherever it is read. */
export function timeInWords(
  at: string,
  language: Language,
  style: TimeStyle = { dateStyle: 'long', timeStyle: 'short' },
): string {
  const key = `${style.dateStyle} ${style.timeStyle}`;
  // With `hour12: false` the day would begin at 24:00 in Bangla.
  const format = timeFormats.get(key) ?? dateFormat(() => ({ ...style, timeZone: 'Asia/Dhaka', hourCycle: 'h23' }));
  timeFormats.set(key, format);
  return format(language).format(new Date(at));
}

/** A date without its weekday, with the month as a short word. */
export function shortDate(date: string, language: Language): string {
  return timeInWords(`${date}T00:00:00+06:00`, language, { dateStyle: 'medium' });
}

const clock = dateFormat((language) => {
  const { style } = languages[language].dayPeriod;
  return {
    timeZone: 'Asia/Dhaka',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    ...(style && { dayPeriod: style }),
  };
});

/** The time of day in Dhaka. */
export function dhakaTime(at: Date, language: Language): string {
  const parts = clock(language).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? '';
  const time = `${part('hour')}:${part('minute')}`;
  return languages[language].dayPeriod.isFirst ? `${part('dayPeriod')} ${time}` : `${time} ${part('dayPeriod')}`;
}
