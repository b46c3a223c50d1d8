/**
 * Parses the text of the office's search box, which finds records by a part of the passport, the name, the beginning of
 * the e-mail address or national ID, and the beginning or end of the phone number.
 */
import { limits } from '../../contract/limits.ts';
import { asciiDigits, codePointLength, emailKey, passportKey, plainText } from '../../contract/text.ts';
import { mostFrequentKey, nameKeys } from './name-key.ts';

export interface SearchTerms {
  /** A part of the passport's key. */
  passport: string;
  name: NameTerms | null;
  /** The beginning of the address. */
  email: string | null;
  phone: PhoneTerm | null;
  /** Any of them is the beginning of the key. */
  nationalIds: readonly string[];
}

/** Beginnings of words of the name, in any order; one that ends with a space is a whole word. The longest is first. */
export type NameTerms = readonly [string, ...string[]];

interface PhoneTerm {
  /** A `phoneKey`; null if it is too short. */
  beginning: string | null;
  ending: string;
}

const { findLengthMin, findDigitsMin } = limits;
/** At most this many different words of a name have search keys. */
const nameWordsMax = 12;

/** Parses a text of at most `limits.textLengthMax` characters. */
export function searchTermsOf(text: string): SearchTerms {
  const plain = asciiDigits(plainText(text));
  const hasDigit = /\d/.test(plain);
  const isEnough = codePointLength(plain) >= (hasDigit ? findDigitsMin : findLengthMin);
  const terms = { passport: passportKey(text), name: null, email: null, phone: null, nationalIds: [] };
  if (!isEnough) return terms;
  return {
    ...terms,
    name: hasDigit || plain.includes('@') ? null : nameTerms(plain),
    email: /\s/.test(plain) ? null : emailKey(plain),
    phone: phoneTerm(plain),
    nationalIds: hasDigit ? nationalIdTerms(plain) : [],
  };
}

function nameTerms(plain: string): NameTerms | null {
  const letters = plain.replace(/[^\p{L}\p{M}]/gu, '');
  const words = wordKeysOf(plain);
  if (codePointLength(letters) < findLengthMin || words.length > nameWordsMax) return null;
  // One letter begins too many words, and a word that begins another of the text must be a word of its own.
  const isWhole = (word: string) =>
    words.length === 1 ? word.length === 1 : words.some((other) => other !== word && other.startsWith(word));
  const [first, ...rest] = words
    .toSorted((one, other) => Number(isFrequent(one)) - Number(isFrequent(other)) || other.length - one.length)
    .map((word) => (isWhole(word) ? `${word} ` : word));
  return first === undefined ? null : [first, ...rest];
}

/** The most frequent name narrows a search least. */
const isFrequent = (key: string) => key === mostFrequentKey;

function phoneTerm(plain: string): PhoneTerm | null {
  if (!/^[\d\s+().\p{Pd}]+$/u.test(plain)) return null;
  const ending = plain.replace(/\D/g, '');
  if (ending.length < findDigitsMin) return null;
  const beginning = phoneKey(ending);
  return { beginning: beginning.length < findLengthMin ? null : beginning, ending };
}

/** A text that may be the beginning of an older card's number is searched with and without the year. */
function nationalIdTerms(plain: string): string[] {
  const whole = nationalIdCharacters(plain);
  if (whole.length < findDigitsMin) return [];
  const isYearBefore = /^(19|20)\d{6,15}$/.test(whole);
  return isYearBefore ? [whole, whole.slice(4)] : [whole];
}

/** The characters of a national ID. An older card has 17 digits: the year of birth, which is removed, and 13. */
export function nationalIdKey(text: string): string {
  const whole = nationalIdCharacters(text);
  return /^(19|20)\d{15}$/.test(whole) ? whole.slice(4) : whole;
}

/** Letters and digits alone. */
function nationalIdCharacters(text: string): string {
  return asciiDigits(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}

/** The keys of the words of a text, each once, in the order of their characters. */
function wordKeysOf(text: string): string[] {
  return [...new Set(nameKeys(text))].toSorted();
}

/** Whether a key of the search is one of the words, or begins it. */
export function matchesName(key: string, words: readonly string[]): boolean {
  return words.some((word) => `${word} `.startsWith(key));
}

/** The keys of a name's words by which it is searched. */
export function nameWordKeys(name: string): string[] {
  return wordKeysOf(name).slice(0, nameWordsMax);
}

/** Digits without the country code of Bangladesh and the leading zero of a national number. */
export function phoneKey(digits: string): string {
  return digits.replace(/^(00)?880/, '').replace(/^0+/, '');
}
