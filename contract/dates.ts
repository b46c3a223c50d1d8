/**
 * Calendar dates as `YYYY-MM-DD` strings. A `Date` never holds one, because midnight in Dhaka is the day before in UTC
 * and a birth date would move.
 */
const shape = /^(\d{4})-(\d{2})-(\d{2})$/;
const dayMs = 86_400_000;
const dhakaOffsetMs = 6 * 3_600_000;

function utcOf(date: string): number {
  const match = shape.exec(date);
  return match ? Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) : Number.NaN;
}

const twoDigits = Array.from({ length: 32 }, (_, number) => String(number).padStart(2, '0'));

/** For years of four digits. */
function dateOf(utc: number): string {
  if (Number.isNaN(utc)) throw new RangeError('The date is not a day of the calendar.');
  const date = new Date(utc);
  return `${date.getUTCFullYear()}-${twoDigits[date.getUTCMonth() + 1]}-${twoDigits[date.getUTCDate()]}`;
}

/**
 * True for an existing day of the years 1000 to 9998, so that later days computed from it have four-digit years too.
 */
export function isCalendarDate(text: string): boolean {
  return shape.test(text) && text >= '1000' && text < '9999' && dateOf(utcOf(text)) === text;
}

export const birthDateMin = '1900-01-01';

export function addDays(date: string, days: number): string {
  return dateOf(utcOf(date) + days * dayMs);
}

export function daysBetween(from: string, to: string): number {
  return (utcOf(to) - utcOf(from)) / dayMs;
}

/** Bangladesh works Sunday to Thursday. */
const isWorkedOn = (utc: number) => ![5, 6].includes(new Date(utc).getUTCDay());

export const isBusinessDay = (date: string): boolean => isWorkedOn(utcOf(date));

/** The n-th business day after a date. */
export function addBusinessDays(date: string, days: number): string {
  let utc = utcOf(date);
  for (let left = days; left > 0; ) {
    utc += dayMs;
    if (isWorkedOn(utc)) left--;
  }
  return dateOf(utc);
}

/** The calendar day in Dhaka (UTC+6 all year) at a moment. */
export function dhakaDay(at: Date): string {
  return dateOf(at.getTime() + dhakaOffsetMs);
}

/** The hour of the day in Dhaka at a moment, from 0. */
export function dhakaHour(at: Date): number {
  return new Date(at.getTime() + dhakaOffsetMs).getUTCHours();
}

/** The moment, ISO 8601 in UTC, at which a day begins in Dhaka. */
export function dhakaMidnight(date: string): string {
  return new Date(utcOf(date) - dhakaOffsetMs).toISOString();
}
