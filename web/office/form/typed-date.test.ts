import { expect, test } from 'vitest';
import { normalizeTypedDate, parseTypedDate } from './typed-date.ts';

const today = '2026-11-21';

test.each([
  ['1990-01-31', '1990-01-31'],
  ['31/01/1990', '1990-01-31'],
  ['৩১/০১/১৯৯০', '1990-01-31'],
  [' 31 . 1 . 1990 ', '1990-01-31'],
  ['31 January 1990', '1990-01-31'],
  ['১৯৯০-১-৩১', '1990-01-31'],
  ['19900131', '1990-01-31'],
  ['31011990', '1990-01-31'],
  ['20011990', '1990-01-20'],
])('%j is the day %s', (typed, date) => {
  expect(normalizeTypedDate(typed, today)).toBe(date);
});

test.each(['', '31/02/1990', '31/01/90', 'unknown', '2026-11-22', '99999999', '1990'])('%j stays as typed', (typed) => {
  expect(normalizeTypedDate(typed, today)).toBe(typed);
});

test('a date may be in the future unless a latest one is given', () => {
  expect(parseTypedDate('২২/১১/২০৯৯')).toBe('2099-11-22');
  expect(parseTypedDate('31/02/2099')).toBeNull();
});
