/** Calendar dates and times of day as people read them. */
import { type Language, languages } from '../../contract/language.ts';
import { longDate } from '../texts/dates.ts';
import { useTexts } from '../texts/site.ts';

/** The time of day in Dhaka. */
export function dhakaTime(at: Date, language: Language): string {
  const { style, isFirst } = languages[language].dayPeriod;
  const parts = new Intl.DateTimeFormat(languages[language].locale, {
    timeZone: 'Asia/Dhaka',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    ...(style && { dayPeriod: style }),
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? '';
  const clock = `${part('hour')}:${part('minute')}`;
  return isFirst ? `${part('dayPeriod')} ${clock}` : `${clock} ${part('dayPeriod')}`;
}

/** A date in words; programs read its digits. */
export function CalendarDate({ date }: { date: string }) {
  const { language } = useTexts();
  return <time dateTime={date}>{longDate(date, language)}</time>;
}
