/**
 * Decides whether two texts name the same nationality, whatever word, language or spelling
 * they use. A word that two countries share ("Dominican", "Congo", "Korean") names neither:
 * it is compared as text, so it equals itself and never picks a country by chance.
 */
import { countries } from './countries.ts';
import { editDistance } from './edit-distance.ts';
import { firstLanguage, inEachLanguage, type Language, languages } from './language.ts';
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

const smallWords = new Set(['the', 'of', 'and', 'ও', 'এবং']);

/** Without spaces ("Srilanka"), and in alphabetical order of words ("Korea, Republic of"). */
function lookUpForms(folded: string): [joined: string, sorted: string] {
  let words = folded.split(' ');
  // AND and ST alone are the codes of Andorra and São Tomé.
  if (words.length > 1) {
    words = words.filter((word) => !smallWords.has(word)).map((word) => (word === 'st' ? 'saint' : word));
  }
  return [words.join(''), words.sort().join(' ')];
}

let longestForm = 0;

/** Every form of every name with the countries that it names, which are seldom more than one. */
const codesByForm = (() => {
  const codes = new Map<string, string[]>();
  for (const { code, alpha3, name, demonym, aliases } of countries) {
    for (const text of [code, alpha3, ...Object.values(name), ...Object.values(demonym), ...aliases]) {
      if (!text) continue;
      const folded = fold(text.slice(0, limits.textLengthMax));
      longestForm = Math.max(longestForm, folded.length);
      const key = code.toLowerCase();
      for (const form of lookUpForms(folded)) {
        const taken = codes.get(form) ?? [];
        if (!taken.includes(key)) codes.set(form, [...taken, key]);
      }
    }
  }
  return codes;
})();

/** No country's name is as long; the stored keys and an entry of the index are made for as many letters. */
const comparedLetters = 100;

/** `bd` for any text that names Bangladesh, `text:…` for one that names no country or more than one. */
export const nationalityKey = memoize(keyOf);

function keyOf(text: string): string {
  const folded = fold(text.slice(0, limits.textLengthMax));
  if (folded.length <= longestForm + 20) {
    const [joined, sorted] = lookUpForms(folded);
    for (const form of [joined, sorted]) {
      const [code, another] = codesByForm.get(form) ?? [];
      if (code && !another) return code;
    }
  }
  return `text:${[...(folded || plainText(text))].slice(0, comparedLetters).join('')}`;
}

export const namesNoCountry = (text: string): boolean => nationalityKey(text).startsWith('text:');

const nearestMax = 3;

/** The names of the countries whose spelling is nearest to a text that names none, or that several share; often none. */
export function nearestCountries(text: string, language: Language): string[] {
  const folded = fold(text.slice(0, limits.textLengthMax));
  if (folded.length > longestForm) return [];
  const [joined] = lookUpForms(folded);
  let least = Math.min(3, Math.floor(joined.length / 3));
  const nearest = new Set<string>();
  for (const [form, codes] of codesByForm) {
    // Codes of two and three letters are near to everything.
    const distance =
      form === joined ? 0 : form.length <= 3 ? Number.POSITIVE_INFINITY : editDistance(form, joined, least);
    if (distance > least) continue;
    if (distance < least) nearest.clear();
    least = distance;
    for (const code of codes) nearest.add(code);
  }
  if (nearest.size > nearestMax) return [];
  return countries.filter(({ code }) => nearest.has(code.toLowerCase())).map(({ name }) => name[language]);
}

const letters = inEachLanguage((language) => new RegExp(`\\p{Script=${languages[language].script}}`, 'u'));

/** A nationality or a country as it was typed or, where that is in the letters of another language, in the reader's own. */
export function countryIn(language: Language, text: string, kind: 'demonym' | 'name'): string {
  if (letters[language].test(text)) return text;
  const key = nationalityKey(text);
  const country = countries.find(({ code }) => code.toLowerCase() === key);
  return country?.[kind][language] ?? country?.name[language] ?? text;
}

/** What a `<datalist>` offers: names in the reader's language, with the word that a different keyboard would find. */
export function countryOptions(language: Language): { value: string; label: string }[] {
  const options = countries.map(({ name, demonym }) => {
    const value = name[language];
    const first = name[firstLanguage];
    return { value, label: value === first ? (demonym[firstLanguage] ?? first) : first };
  });
  const collator = new Intl.Collator(languages[language].locale);
  return [...options.slice(0, 1), ...options.slice(1).sort((a, b) => collator.compare(a.value, b.value))];
}
