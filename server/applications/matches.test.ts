import { expect, test } from 'vitest';
import { matchesOf, type SearchableFields } from './matches.ts';
import { searchTermsOf } from './search-terms.ts';

const someone: SearchableFields = {
  passport: 'EB 0123456',
  name: 'Md. Abdur Rahman',
  phone: '01712345678',
  email: 'rahman.abdur77@example.com',
  nationalId: '1985 1234567890123',
};

/** With the matching pieces in brackets. */
const shown = (text: string, fields = someone) =>
  matchesOf(searchTermsOf(text), fields).map(
    ({ kind, pieces }) => `${kind}: ${pieces.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')}`,
  );

test.each([
  ['eb01', ['passport: [EB 01]23456']],
  ['ইবি ০১২', ['passport: [EB 012]3456']],
  ['rohman', ['name: [Rahman]']],
  ['rahman', ['name: [Rahman]', 'email: [rahman].abdur77@example.com']],
  ['রহমান আব্দুল', ['name: [Abdur] [Rahman]']],
  ['rahm mohammad', ['name: [Md.] [Rahman]']],
  ['abdur', ['name: [Abdur]']],
  ['+880 1712-345678', ['phone: 0[1712345678]']],
  ['৮৮০১৭১২৩৪৫৬৭৮', ['phone: 0[1712345678]']],
  ['1712345678', ['phone: 0[1712345678]']],
  ['01712', ['phone: 0[1712]345678']],
  ['5678', ['phone: 0171234[5678]']],
  ['Rahman.Abdur', ['name: [Abdur] [Rahman]', 'email: [rahman.abdur]77@example.com']],
  ['rahman.abdur77@', ['email: [rahman.abdur77@]example.com']],
  ['1985 1234', ['nationalId: [1985 1234]567890123']],
  ['1234567890123', ['nationalId: 1985 [1234567890123]']],
  ['19851234567890123', ['nationalId: [1985 1234567890123]']],
  ['hossain', []],
  ['rahman hossain', []],
  ['rahman rahima', []],
  ['abdul rahman abdullah', []],
  ['a rahman', ['name: [Abdur] [Rahman]']],
  ['rahman md abdul karim', []],
  ['ra', []],
  ['678', []],
  ['2345678', ['phone: 0171[2345678]']],
  ['9876', []],
])('the text %s finds somebody by %j', (text, kinds) => {
  expect(shown(text, { ...someone, passport: text === '2345678' ? 'X' : someone.passport })).toEqual(kinds);
});

test('a passport with signs that the search keeps is marked with them', () => {
  expect(shown('b/12', { ...someone, passport: 'AB/12.34' })).toEqual(['passport: A[B/12].34']);
});

test('a national ID in Bengali digits is marked as it is written', () => {
  expect(shown('19851234', { ...someone, nationalId: '১৯৮৫-১২৩৪৫৬৭৮৯০১২৩' })).toEqual([
    'nationalId: [১৯৮৫-১২৩৪]৫৬৭৮৯০১২৩',
  ]);
});
