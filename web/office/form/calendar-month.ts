/** The days of a month in weeks that begin on Sunday, as in Bangladesh. */
import { addDays, daysBetween, isCalendarDate } from '../../../contract/dates.ts';

export const someSunday = '2023-01-01';

/** From 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: string): number {
  return ((daysBetween(someSunday, date) % 7) + 7) % 7;
}

/** The same day of another month, or the last day of that month if it is shorter. */
export function addMonths(date: string, by: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const months = year * 12 + month - 1 + by;
  const start = `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`;
  for (let last = day; ; last--) {
    const same = `${start}-${String(last).padStart(2, '0')}`;
    if (last === 1 || isCalendarDate(same)) return same;
  }
}

/** The weeks of the month with seven days each; null for days of the neighbouring months. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const before = weekdayOf(first);
  const days = daysBetween(first, addMonths(first, 1));
  return Array.from({ length: Math.ceil((before + days) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const at = week * 7 + weekday - before;
      return at >= 0 && at < days ? addDays(first, at) : null;
    }),
  );
}
