/**
 * What the text of the office's search box may mean, and which of its meanings a record answers: a part of its passport,
 * its name, the beginning of its e-mail address or national ID, the beginning or the end of its phone number.
 */
import { limits } from './limits.ts';
import { nameKeys } from './name-key.ts';
import { asciiDigits, codePointLength, emailKey, passportKey, plainText } from './text.ts';

/** In the order in which an answer lists them. */
export const matchKinds = ['passport', 'name', 'phone', 'email', 'nationalId'] as const;
export type MatchKind = (typeof matchKinds)[number];

export interface Wanted {
  /** Contained in the key of the passport. */
  passport: string;
  name: WantedName | null;
  /** The beginning of the address. */
  email: string | null;
  phone: WantedPhone | null;
  /** Any of them is the beginning of the key. */
  nationalIds: readonly string[];
}

/** Each begins a word of the name, in any order; with a space at its end it is the whole word. The longest comes first. */
export type WantedName = readonly [string, ...string[]];

interface WantedPhone {
  /** As `phoneKey` gives it; null where too little is left. */
  beginning: string | null;
  ending: string;
}

export interface FoundBy {
  passport: string;
  name: string;
  phone: string;
  email: string;
  nationalId: string;
}

const { findLengthMin, findDigitsMin, nameWordsMax } = limits;

/** Of a text of `limits.textLengthMax` at most. */
export function wantedBy(text: string): Wanted {
  const plain = asciiDigits(plainText(text));
  const hasDigit = /\d/.test(plain);
  const isEnough = codePointLength(plain) >= (hasDigit ? findDigitsMin : findLengthMin);
  const wanted = { passport: passportKey(text), name: null, email: null, phone: null, nationalIds: [] };
  if (!isEnough) return wanted;
  return {
    ...wanted,
    name: hasDigit || plain.includes('@') ? null : wantedName(plain),
    email: /\s/.test(plain) ? null : emailKey(plain),
    phone: wantedPhone(plain),
    nationalIds: hasDigit ? wantedNationalIds(plain) : [],
  };
}

function wantedName(plain: string): WantedName | null {
  const letters = plain.replace(/[^\p{L}\p{M}]/gu, '');
  const words = wordsOf(plain);
  if (codePointLength(letters) < findLengthMin || words.length > nameWordsMax) return null;
  // One letter begins too many words, and what begins another wanted word has to be a word beside it.
  const isWhole = (word: string) =>
    words.length === 1 ? word.length === 1 : words.some((other) => other !== word && other.startsWith(word));
  const [first, ...rest] = words
    .toSorted((one, other) => Number(isFrequent(one)) - Number(isFrequent(other)) || other.length - one.length)
    .map((word) => (isWhole(word) ? `${word} ` : word));
  return first === undefined ? null : [first, ...rest];
}

/** Mohammed, the most frequent name, narrows a search least. */
const isFrequent = (key: string) => key === 'mhmd';

function wantedPhone(plain: string): WantedPhone | null {
  if (!/^[\d\s+().\p{Pd}]+$/u.test(plain)) return null;
  const ending = plain.replace(/\D/g, '');
  if (ending.length < findDigitsMin) return null;
  const beginning = phoneKey(ending);
  return { beginning: beginning.length < findLengthMin ? null : beginning, ending };
}

function wantedNationalIds(plain: string): string[] {
  const whole = plain.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  if (whole.length < findDigitsMin) return [];
  const isYearBefore = /^(19|20)\d{6,15}$/.test(whole);
  return isYearBefore ? [whole, whole.slice(4)] : [whole];
}

/** The keys of the words of a text, each once, in the order of their characters. */
function wordsOf(text: string): string[] {
  return [...new Set(nameKeys(text))].toSorted();
}

/** The same of a name, of which so many are searched. */
export function nameWords(name: string): string[] {
  return wordsOf(name).slice(0, nameWordsMax);
}

/** Digits without the code of Bangladesh and the zero before a number within a country. */
export function phoneKey(digits: string): string {
  return digits.replace(/^(00)?880/, '').replace(/^0+/, '');
}

/** Letters and digits; the 17 digits of older cards without the year of birth, with which 13 became 17. */
export function nationalIdKey(text: string): string {
  const key = asciiDigits(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
  return /^(19|20)\d{15}$/.test(key) ? key.slice(4) : key;
}

/** Why the record is among the results. */
export function matchesOf(wanted: Wanted, { passport, name, phone, email, nationalId }: FoundBy): MatchKind[] {
  const number = phoneKey(phone);
  const id = nationalIdKey(nationalId);
  const isMatch: Record<MatchKind, boolean> = {
    passport: passportKey(passport).includes(wanted.passport),
    name: wanted.name !== null && isNamed(wanted.name, nameWords(name)),
    phone: wanted.phone !== null && isReachedBy(wanted.phone, number),
    email: wanted.email !== null && email.startsWith(wanted.email),
    nationalId: wanted.nationalIds.some((beginning) => id.startsWith(beginning)),
  };
  return matchKinds.filter((kind) => isMatch[kind]);
}

function isNamed(keys: WantedName, words: readonly string[]): boolean {
  return keys.every((key) => words.some((word) => `${word} `.startsWith(key)));
}

/** The words of the name that a wanted one begins, as they are written. */
export function foundWords({ name }: Wanted, text: string): string[] {
  return text
    .split(/\s+/)
    .filter((word) => name?.some((key) => nameWords(word).some((one) => `${one} `.startsWith(key))));
}

function isReachedBy({ beginning, ending }: WantedPhone, number: string): boolean {
  return (beginning !== null && number.startsWith(beginning)) || number.endsWith(ending);
}
