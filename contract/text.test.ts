import { expect, test } from 'vitest';
import { asciiDigits, codePointLength, passportKey, passportText, plainText } from './text.ts';

test('a passport is compared without spaces, hyphens, dashes, invisible characters, case and script of its digits', () => {
  for (const typed of [
    'EB0123456',
    ' eb-0123456',
    'eb 01 23 456',
    'EB\u200b0123\u00ad456',
    'ＥＢ০১২৩৪৫৬',
    'eb–0123‑456',
    '\u202aEB0123456\u202c',
  ]) {
    expect(passportKey(typed)).toBe('EB0123456');
  }
  expect(passportKey(' -\u200b- ')).toBe('');
});

test('the first letters of a passport may be written by their Bangla names', () => {
  for (const [typed, key] of [
    ['এ০১২৩৪৫৬৭', 'A01234567'],
    ['ই 0123456', 'E0123456'],
    ['ঈ0123456', 'E0123456'],
    ['বি ই-০১২৩৪৫৬', 'BE0123456'],
    ['ইবি0123456', 'EB0123456'],
    ['বী০১–২৩', 'B0123'],
    ['এইচ01', 'H01'],
    ['এ', 'A'],
    ['এb01', 'AB01'],
    ['ওয়াই01', 'Y01'],
    ['ওয\u09BCাই01', 'Y01'],
    ['জেড01', 'Z01'],
  ] as const) {
    expect([typed, passportKey(typed)]).toEqual([typed, key]);
  }
  expect(passportText(' এ ০১২৩৪৫৬৭ ')).toBe('A01234567');
  const names = 'এ বি সি ডি ই এফ জি এইচ আই জে কে এল এম এন ও পি কিউ আর এস টি ইউ ভি ডব্লিউ এক্স ওয়াই জেড'.split(' ');
  expect(names.map((name) => passportKey(`${name}1`)[0]).join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
});

test('Bangla that is no letter at the beginning of a passport stays as it is typed', () => {
  for (const typed of ['01এ23', 'A01বি', 'এক01', 'রহিম01', 'এবিসিডি01', 'এই পাসপোর্ট', 'ক01']) {
    expect(passportText(typed)).toBe(asciiDigits(typed));
  }
});

test('text keeps what is meant and loses what cannot be seen at its ends', () => {
  expect(plainText('\u200b \u00a0 রহিম\u200c \ufeff')).toBe('রহিম');
  expect(plainText('ক্\u200dষ')).toBe('ক্\u200dষ');
  expect(plainText('a\u0000b\u001bc\ud800')).toBe('abc\ufffd');
  expect(plainText('\u200b\u200d')).toBe('');
});

test('spaces around a text count for no length', () => {
  expect(plainText(`${' '.repeat(3_000)}Rahman\n`, 31)).toBe('Rahman');
});

test('hostile text costs little: long runs of marks, spaces within, a megabyte', () => {
  const before = process.cpuUsage();
  for (const text of [`a${'\u0301'.repeat(200_000)}`, `a${' '.repeat(500_000)}b`, `a${'\u200b'.repeat(500_000)}b`])
    passportKey(text);
  // Quadratic work would take minutes of processor time, which does not depend on other load.
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
});

test('a text far longer than any field is not normalised, and every other one is, also if that makes it too long', () => {
  const ligature = '\ufdfa';
  expect(codePointLength(plainText(ligature))).toBe(18);
  expect(plainText(ligature.repeat(20_000))).toHaveLength(20_000);
  expect(plainText(ligature.repeat(7), 31)).toHaveLength(7 * 18);
  // The longest note, each letter of it as three jamo.
  expect(plainText('\u1112\u1161\u11ab'.repeat(1_000), 1_000)).toBe('한'.repeat(1_000));
});

test('no control character and no unpaired surrogate stays in a text, however long it is', () => {
  for (const long of ['a'.repeat(2_001), '\ufdfa'.repeat(120), '\ufdfa'.repeat(20_000)]) {
    expect(plainText(`\0\x07${long}\ud800`)).not.toMatch(/\p{Cc}|\p{Cs}/u);
  }
});

test('only Bengali digits change their script', () => {
  expect(asciiDigits('০১২৩৪৫৬৭৮৯ ٣ ३')).toBe('0123456789 ٣ ३');
});

test('length is counted in code points', () => {
  expect(codePointLength('😀আ')).toBe(2);
});
