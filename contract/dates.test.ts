import { expect, test } from 'vitest';
import { addBusinessDays, addDays, daysBetween, dhakaDay, dhakaMidnight, isCalendarDate } from './dates.ts';

test('a date is an existing day, written YYYY-MM-DD and in no other way', () => {
  for (const date of ['1990-03-27', '2024-02-29', '2000-02-29', '1900-01-01', '1000-01-01', '9998-12-31']) {
    expect(isCalendarDate(date), date).toBe(true);
  }
  const wrong = ['1990-02-29', '1900-02-29', '1990-13-01', '1990-00-10', '1990-04-31', '1990-01-00', '0999-12-31'];
  const otherwise = ['1990-3-27', '27-03-1990', '1990/03/27', '1990-03-27T00:00:00Z', '+1990-03-27', ' 1990-03-27', ''];
  for (const date of [...wrong, ...otherwise, '9999-12-31', '10000-01-01']) {
    expect(isCalendarDate(date), date).toBe(false);
  }
});

test('a day after a date is a date, up to the last one that there is', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('9998-12-31', 1)).toBe('9999-01-01');
  expect(dhakaMidnight(addDays('9998-12-31', 1))).toBe('9998-12-31T18:00:00.000Z');
});

test('from one day to another are as many days as must be added', () => {
  expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
  expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1);
  expect(daysBetween('2026-03-01', addDays('2026-03-01', 30))).toBe(30);
});

test('Friday and Saturday are no business days', () => {
  // 2026-03-12 is a Thursday.
  const after = ['10', '11', '12', '13', '14', '15'].map((day) => addBusinessDays(`2026-03-${day}`, 2).slice(8));
  expect(after).toEqual(['12', '15', '16', '16', '16', '17']);
});

test('the day in Dhaka begins at 18:00 UTC of the day before', () => {
  expect(dhakaDay(new Date('2026-03-09T17:59:59.999Z'))).toBe('2026-03-09');
  expect(dhakaDay(new Date('2026-03-09T18:00:00.000Z'))).toBe('2026-03-10');
  expect(dhakaMidnight('2026-03-10')).toBe('2026-03-09T18:00:00.000Z');
});
