/** The normal forms in which typed text is compared and stored. All input is normalised here once, at the edge. */
import { textLengthMax } from './limits.ts';
import { latinLetters } from './passport-letters.ts';

/** Replaces the Bengali digits U+09E6–U+09EF by 0–9. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u09E6-\u09EF]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
}

/**
 * NFKC, trimmed, and without the control characters of ASCII but tab and line feed. Unpaired surrogates become U+FFFD
 * and NUL is removed, since PostgreSQL stores neither. A text that cannot fit into `lengthMax` code points in any
 * spelling is not normalised, only left for its length rule to refuse, because normalising is many times as expensive
 * as counting.
 */
export function plainText(text: string, lengthMax: number = textLengthMax): string {
  if (printableAscii.test(text)) return text;
  const storable = text.toWellFormed().replace(unprintable, '').trim();
  if (storable.length > lengthMax * unitsPerCharacterMax) return storable;
  // Normalising a long run of combining marks takes quadratic time; no script has 30 in a row (UAX #15, stream-safe).
  return trimInvisible(storable.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize('NFKC'));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const unprintable = /[\u0000-\u0008\u000B-\u001F\u007F]/g;

/** A letter may have its marks in separate code points, and a Hangul syllable may be written as its parts. */
const unitsPerCharacterMax = 4;

/**
 * Most typed text has only these characters. None of the rules changes them, and a request normalises its texts several
 * times.
 */
const printableAscii = /^[!-~](?:[ -~]*[!-~])?$/;

/** Without white space and invisible characters at both ends; within Bangla, joiners have a meaning. */
function trimInvisible(text: string): string {
  // Two loops, because a regular expression would look for the end at every run of spaces within the text.
  const characters = [...text];
  const isVisible = (character: string) => !/[\s\p{Cf}]/u.test(character);
  const first = characters.findIndex(isVisible);
  return first === -1 ? '' : characters.slice(first, characters.findLastIndex(isVisible) + 1).join('');
}

/** A passport as it is stored: Bengali digits as ASCII, and the letters before them as Latin ones. */
export function passportText(text: string): string {
  const plain = asciiDigits(plainText(text));
  return printableAscii.test(plain) ? plain : latinLetters(plain);
}

/** Upper case without spaces, hyphens, dashes and invisible characters. */
export function passportKey(text: string): string {
  return passportText(text)
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase();
}

/** The form that e-mail addresses are stored and compared in. */
export function emailKey(text: string): string {
  return plainText(text).toLowerCase();
}

/** Length in code points, which is what a person would count. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Whether a text as it is stored has a length within the bounds. */
export function hasLength(stored: string, min: number, max: number): boolean {
  const length = codePointLength(stored);
  return length >= min && length <= max;
}
