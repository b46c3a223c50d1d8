/** Calendar dates and times of day as people read them. */
import type { Language } from '../../contract/errors.ts';
import { locales, longDate } from '../texts/dates.ts';
import { useTexts } from '../texts/site.ts';

/** The time of day in Dhaka; in Bangla the part of the day comes first. */
export function dhakaTime(at: Date, language: Language): string {
  const parts = new Intl.DateTimeFormat(locales[language], {
    timeZone: 'Asia/Dhaka',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    ...(language === 'bn' && { dayPeriod: 'short' }),
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? '';
  const clock = `${part('hour')}:${part('minute')}`;
  return language === 'bn' ? `${part('dayPeriod')} ${clock}` : `${clock} ${part('dayPeriod')}`;
}

/** A date in words; programs read its digits. */
export function CalendarDate({ date }: { date: string }) {
  const { language } = useTexts();
  return <time dateTime={date}>{longDate(date, language)}</time>;
}
