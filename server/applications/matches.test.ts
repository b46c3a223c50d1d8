import { expect, test } from 'vitest';
import { searchTermsOf } from '../../contract/find.ts';
import { matchesOf, type SearchableFields } from './matches.ts';

const someone: SearchableFields = {
  passport: 'EB 0123456',
  name: 'Md. Abdur Rahman',
  phone: '01712345678',
  email: 'rahman.abdur77@example.com',
  nationalId: '19851234567890123',
};

test.each([
  ['eb01', ['passport']],
  ['ইবি ০১২', ['passport']],
  ['rohman', ['name']],
  ['rahman', ['name', 'email']],
  ['রহমান আব্দুল', ['name']],
  ['rahm mohammad', ['name']],
  ['abdur', ['name']],
  ['+880 1712-345678', ['phone']],
  ['৮৮০১৭১২৩৪৫৬৭৮', ['phone']],
  ['1712345678', ['phone']],
  ['01712', ['phone']],
  ['5678', ['phone']],
  ['Rahman.Abdur', ['name', 'email']],
  ['rahman.abdur77@', ['email']],
  ['1985 1234', ['nationalId']],
  ['1234567890123', ['nationalId']],
  ['19851234567890123', ['nationalId']],
  ['hossain', []],
  ['rahman hossain', []],
  ['rahman rahima', []],
  ['abdul rahman abdullah', []],
  ['a rahman', ['name']],
  ['rahman md abdul karim', []],
  ['ra', []],
  ['678', []],
  ['2345678', ['phone']],
  ['9876', []],
])('the text %s finds somebody by %j', (text, kinds) => {
  const found = matchesOf(searchTermsOf(text), { ...someone, passport: text === '2345678' ? 'X' : someone.passport });
  expect(found).toEqual(kinds);
});
