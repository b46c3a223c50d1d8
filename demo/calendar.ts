/** Days counted from 1970-01-01 to their dates and back, cached: a million applicants share a few thousand days. */
import { addBusinessDays } from '../contract/dates.ts';

const dayMs = 86_400_000;
const dates = new Map<number, string>();
const businessDays = new Map<number, string>();

export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMs;
}

export function dateOf(day: number): string {
  let date = dates.get(day);
  if (date === undefined) {
    date = new Date(day * dayMs).toISOString().slice(0, 10);
    dates.set(day, date);
  }
  return date;
}

/** The date of the n-th business day, n below 32, after a day. */
export function businessDayAfter(day: number, count: number): string {
  const key = day * 32 + count;
  let date = businessDays.get(key);
  if (date === undefined) {
    date = addBusinessDays(dateOf(day), count);
    businessDays.set(key, date);
  }
  return date;
}

/** Friday and Saturday are the weekend in Bangladesh; 1970-01-01 was a Thursday. */
export function isWorkingDay(day: number): boolean {
  return (day + 4) % 7 < 5;
}

const twoDigits = (part: number) => (part < 10 ? `0${part}` : `${part}`);

/** ISO 8601 in UTC of a moment given as a day and the milliseconds since it began in Dhaka (UTC+6), from 06:00 on. */
export function momentOf(day: number, dhakaMs: number): string {
  const utc = Math.floor(dhakaMs) - 6 * 3_600_000;
  const seconds = Math.floor(utc / 1000);
  const clock = `${twoDigits(Math.floor(seconds / 3600))}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  return `${dateOf(day)}T${clock}.${String(utc % 1000).padStart(3, '0')}Z`;
}
