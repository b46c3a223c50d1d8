import { expect, test } from 'vitest';
import { timeInWords } from './dates.ts';

const afterMidnight = '2026-11-21T18:05:00.000Z';

test('a moment is formatted in Dhaka time, and the day begins at 00:00', () => {
  expect(timeInWords(afterMidnight, 'en')).toBe('22 November 2026 at 00:05');
  expect(timeInWords(afterMidnight, 'bn')).toBe('২২ নভেম্বর, ২০২৬ এ ০০:০৫');
});

test('a clock shows twenty-four hours in both languages, alone and beside a short date', () => {
  const evening = '2026-11-22T11:15:00.000Z';
  expect(timeInWords(evening, 'en', { timeStyle: 'short' })).toBe('17:15');
  expect(timeInWords(evening, 'bn', { timeStyle: 'short' })).toBe('১৭:১৫');
  expect(timeInWords(evening, 'en', { dateStyle: 'medium', timeStyle: 'short' })).toBe('22 Nov 2026, 17:15');
  expect(timeInWords(evening, 'bn', { dateStyle: 'medium', timeStyle: 'short' })).toBe('২২ নভে, ২০২৬, ১৭:১৫');
});
