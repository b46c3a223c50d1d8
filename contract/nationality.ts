/**
 * Decides whether two texts name the same nationality, whatever word, language or spelling they use. A word that two
 * countries share ("Dominican", "Congo", "Korean") names neither and is compared as text.
 */
import { countries } from './countries.ts';
import { limits } from './limits.ts';
import { memoize } from './memoize.ts';
import { asciiDigits, plainText } from './text.ts';

/** Lower case without accents, punctuation and invisible characters, Bangla vowel and nukta variants as one. */
function fold(text: string): string {
  return asciiDigits(plainText(text))
    .toUpperCase() // ß and SS, ς and σ become one
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036F\u0981\u09BC]/g, '')
    .normalize('NFC')
    .replace(/ী/g, 'ি')
    .replace(/ূ/g, 'ু')
    .replace(/ঈ/g, 'ই')
    .replace(/ঊ/g, 'উ')
    .replace(/ণ/g, 'ন')
    .replace(/\u0999\u09CD?/g, '\u0982')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}.'‘’ʼ]/gu, '')
    .replace(/&/g, ' and ')
    .replace(/[\s\p{P}\p{S}]+/gu, ' ')
    .trim();
}

const ignoredWords = new Set(['the', 'of', 'and', 'ও', 'এবং']);

/** Without spaces ("Srilanka"), and in alphabetical order of words ("Korea, Republic of"). */
function lookUpForms(folded: string): [joined: string, sorted: string] {
  let words = folded.split(' ');
  // AND and ST alone are the codes of Andorra and São Tomé.
  if (words.length > 1) {
    words = words.filter((word) => !ignoredWords.has(word)).map((word) => (word === 'st' ? 'saint' : word));
  }
  return [words.join(''), words.sort().join(' ')];
}

let longestForm = 0;

/** Every spelling of every name with the countries that it names, which are seldom more than one. */
export const codesBySpelling: ReadonlyMap<string, readonly string[]> = (() => {
  const codes = new Map<string, string[]>();
  for (const { code, alpha3, name, demonym, aliases } of countries) {
    for (const text of [code, alpha3, ...Object.values(name), ...Object.values(demonym), ...aliases]) {
      if (!text) continue;
      const folded = fold(text.slice(0, limits.textLengthMax));
      longestForm = Math.max(longestForm, folded.length);
      const key = code.toLowerCase();
      for (const form of lookUpForms(folded)) {
        const known = codes.get(form) ?? [];
        if (!known.includes(key)) codes.set(form, [...known, key]);
      }
    }
  }
  return codes;
})();

/** Keys and index entries hold this many letters, which is more than any country's name has. */
const comparedLetters = 100;

/** `bd` for any text that names Bangladesh, `text:…` for one that names no country or more than one. */
export const nationalityKey = memoize(keyOf);

function keyOf(text: string): string {
  const folded = fold(text.slice(0, limits.textLengthMax));
  if (folded.length <= longestForm + 20) {
    const [joined, sorted] = lookUpForms(folded);
    for (const form of [joined, sorted]) {
      const [code, another] = codesBySpelling.get(form) ?? [];
      if (code && !another) return code;
    }
  }
  return `text:${[...(folded || plainText(text))].slice(0, comparedLetters).join('')}`;
}

export const namesNoCountry = (text: string): boolean => nationalityKey(text).startsWith('text:');

/** The form of a text that is looked up first. */
export function spellingOf(text: string): string {
  return lookUpForms(fold(text.slice(0, limits.textLengthMax)))[0];
}
