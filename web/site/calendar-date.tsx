/** Calendar dates and times of day as people read them. */
import { type Language, languages } from '../../contract/language.ts';
import { dateFormat, longDate } from '../texts/dates.ts';
import { useTexts } from '../texts/site.ts';

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

/** A date in words; programs read its digits. */
export function CalendarDate({ date }: { date: string }) {
  const { language } = useTexts();
  return <time dateTime={date}>{longDate(date, language)}</time>;
}
