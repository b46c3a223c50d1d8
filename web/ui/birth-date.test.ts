import { expect, test } from 'vitest';
import { type BirthDatePart, readBirthDate, readWholeDate } from './birth-date.ts';

const today = '2026-11-21';
const read = (day: string, month = '', year = '') => readBirthDate({ day, month, year }, today);

test.each([
  ['27', '3', '1990'],
  [' 27 ', '03', '1990 '],
  ['২৭', '৩', '১৯৯০'],
  ['27', 'March', '1990'],
  ['27', 'mar.', '1990'],
  ['27', 'মার্চ', '১৯৯০'],
  ['২৭শে', 'মার্চ', '১৯৯০'],
  ['27', 'Marc', '1990'],
  ['27th', 'March', '1990'],
  ['27.', '3', '1990'],
  ['২৭', 'মার্চ।', '১৯৯০'],
  ['1990-03-27'],
  ['1990/3/27'],
  ['27/03/1990'],
  ['27.3.1990'],
  ['২৭/০৩/১৯৯০'],
  ['27 3 1990'],
  ['২৭ ৩ ১৯৯০'],
  ['27 / 03 / 1990'],
  ['1990 03 27'],
  ['27/Mar/1990'],
  ['27th March, 1990'],
  ['27 March 1990'],
  ['২৭ মার্চ ১৯৯০'],
  ['২৭শে মার্চ ১৯৯০'],
])('%s %s %s is 27 March 1990', (...typed) => {
  expect(read(...(typed as [string]))).toMatchObject({ ok: true, date: '1990-03-27' });
});

test.each([
  ['সেপ্টেম্বর', '09'],
  ['Sept', '09'],
  ['আগস্ট', '08'],
  ['জানুয়ারী', '01'],
  ['জানুয়ারি'.normalize('NFD'), '01'],
  ['DEC', '12'],
  ['may', '05'],
  ['জানু', '01'],
  ['ফেব', '02'],
  ['ফেব্রু', '02'],
  ['ফেব্রু.', '02'],
  ['সেপ্টে', '09'],
  ['Febru', '02'],
])('the month %s has the number %s', (month, number) => {
  expect(read('5', month, '1988')).toMatchObject({ ok: true, date: `1988-${number}-05` });
});

test.each<[string, [string, string, string], string, BirthDatePart[]]>([
  ['nothing at all', ['', '', ''], 'missing', ['day', 'month', 'year']],
  ['no month', ['27', ' ', '1990'], 'missing', ['month']],
  ['missing before impossible', ['99', '', '1990'], 'missing', ['month']],
  ['a day that no month has', ['32', '1', '1990'], 'impossible', ['day']],
  ['a day that this month does not have', ['31', '4', '1990'], 'impossible', ['day']],
  ['29 February of a common year', ['29', '2', '2001'], 'impossible', ['day']],
  ['a thirteenth month', ['1', '13', '1990'], 'impossible', ['month']],
  ['a month that is no word', ['1', 'foo', '1990'], 'unknownMonth', ['month']],
  ['a beginning of two months', ['1', 'ju', '1990'], 'unknownMonth', ['month']],
  ['a year of two digits', ['15', '2', '74'], 'yearDigits', ['year']],
  ['a year of two Bangla digits', ['১৫', '২', '৭৪'], 'yearDigits', ['year']],
  ['a year of five digits', ['1', '1', '19900'], 'yearDigits', ['year']],
  ['a year before 1900', ['1', '1', '1899'], 'impossible', ['year']],
  ['zeros', ['0', '0', '0000'], 'impossible', ['day', 'month', 'year']],
  ['signs and fractions', ['-1', '1.5', '1e3'], 'impossible', ['day', 'month', 'year']],
  ['next year', ['1', '1', '2027'], 'future', ['year']],
  ['next month', ['1', '12', '2026'], 'future', ['month']],
  ['tomorrow', ['22', '11', '2026'], 'future', ['day']],
])('%s is refused and only the wrong part is marked', (_, [day, month, year], problem, wrong) => {
  expect(read(day, month, year)).toMatchObject({ ok: false, problem, wrong });
});

test.each([
  ['১লা', '01'],
  ['২রা', '02'],
  ['৩রা', '03'],
  ['৪ঠা', '04'],
  ['১৫ই', '15'],
])('the day %s has the number %s', (day, number) => {
  expect(read(day, '5', '1988')).toMatchObject({ ok: true, date: `1988-05-${number}` });
});

test('today and 29 February of a leap year are days', () => {
  expect(read('21', '11', '2026')).toMatchObject({ ok: true, date: '2026-11-21' });
  expect(read('29', '2', '2000')).toMatchObject({ ok: true, date: '2000-02-29' });
});

test('a pasted date that is wrong comes back split, with only its wrong part marked', () => {
  expect(read('31/02/1990')).toEqual({
    ok: false,
    problem: 'impossible',
    wrong: ['day'],
    parts: { day: '31', month: '02', year: '1990' },
  });
});

test.each(['27031990', '২৭০৩১৯৯০', ' 19900327 ', '১৯৯০০৩২৭', '27/03/1990'])('%j alone is 27 March 1990', (typed) => {
  expect(readWholeDate(typed, today)).toMatchObject({ ok: true, date: '1990-03-27' });
});

test('eight digits that are no date are split with the year last, and only the wrong part is marked', () => {
  expect(readWholeDate('৩১০২১৯৯০', today)).toEqual({
    ok: false,
    problem: 'impossible',
    wrong: ['day'],
    parts: { day: '৩১', month: '০২', year: '১৯৯০' },
  });
  expect(readWholeDate('2703199', today)).toMatchObject({ ok: false, problem: 'missing' });
});

test('what was typed comes back as it was, and a pasted date in its own digits', () => {
  const parts = { day: ' ৩১', month: 'ফেব্রুয়ারী ', year: '১৯৯০' };
  expect(readBirthDate(parts, today)).toMatchObject({ ok: false, wrong: ['day'], parts });
  expect(read('২৭', '৩', '১৯৯০').parts).toEqual({ day: '২৭', month: '৩', year: '১৯৯০' });
  expect(read('২৭/০৩/১৯৯০').parts).toEqual({ day: '২৭', month: '০৩', year: '১৯৯০' });
  expect(read('২৭ মার্চ ১৯৯০').parts).toEqual({ day: '২৭', month: 'মার্চ', year: '১৯৯০' });
});

test('hostile input is refused without costly matching', () => {
  const before = process.cpuUsage();
  expect(read('1'.repeat(100_000), 'ক'.repeat(100_000), '-'.repeat(100_000)).ok).toBe(false);
  // Processor time does not depend on other processes.
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
});
