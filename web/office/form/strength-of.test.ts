import { expect, test } from 'vitest';
import { loadWeakPasswords } from './load-weak-passwords.ts';
import { strengthOf } from './strength-of.ts';

const lists = await loadWeakPasswords();

test.each([
  ['short', 'weak', 'short'],
  ['সাতটি', 'weak', 'short'],
  ['password', 'weak', 'common'],
  ['Password123!', 'weak', 'common'],
  ['12345678', 'weak', 'common'],
  ['১২৩৪৫৬৭৮', 'weak', 'common'],
  ['Princess', 'weak', 'common'],
  ['aaaaaaaaaaaa', 'weak', 'common'],
  ['01712345678', 'weak', 'common'],
  ['98712346', 'weak', 'plain'],
  ['rahyla12', 'weak', 'plain'],
  ['rickshaw9', 'fair', 'plain'],
  ['Tr0ub4dor&3', 'good', null],
  ['nine loud geese land', 'strong', null],
  ['আমার সোনার বাংলা', 'strong', null],
])('%j is %s', (password, level, advice) => {
  expect(strengthOf(password, [], lists)).toEqual({ level, advice });
});

test.each(['rahima', 'rahima2026', 'staff2026', 'Maplegate#1'])(
  'a password that begins with a word from the form, such as %j, is weak however it ends',
  (password) => {
    const known = ['rahima@staff.example', 'Rahima Khatun', 'Maplegate'];
    expect(strengthOf(password.padEnd(8, '1'), known)).toEqual({ level: 'weak', advice: 'common' });
  },
);

test('a longer password is never weaker', () => {
  const levels = ['weak', 'fair', 'good', 'strong'];
  const text = 'blue river lamp under seven trees';
  let last = 0;
  for (let length = 1; length <= text.length; length++) {
    const level = levels.indexOf(strengthOf(text.slice(0, length)).level);
    expect(level).toBeGreaterThanOrEqual(last);
    last = level;
  }
});
