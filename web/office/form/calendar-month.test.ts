import { expect, test } from 'vitest';
import { addMonths, weekdayOf, weeksOf } from './calendar-month.ts';

test.each([
  ['2026-11-22', 0],
  ['2026-11-27', 5],
  ['1971-12-16', 4],
  ['1900-01-01', 1],
])('%s is weekday %i, counted from Sunday', (date, weekday) => {
  expect(weekdayOf(date)).toBe(weekday);
});

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2024-02-29', -12, '2023-02-28'],
])('from %s, %i months lead to %s', (date, by, then) => {
  expect(addMonths(date, by)).toBe(then);
});

test('every day of a month is in its weeks once, at its weekday', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks[0]?.[0]).toBe('2026-11-01');
  expect(weeks.flat().filter(Boolean)).toHaveLength(30);
  for (const week of weeks) {
    expect(week).toHaveLength(7);
    for (const [weekday, day] of week.entries()) if (day) expect([day, weekdayOf(day)]).toEqual([day, weekday]);
  }
  expect(weeksOf('2026-02')).toHaveLength(4);
  expect(weeksOf('2026-08')).toHaveLength(6);
});
