/** The names of countries in the language of the reader. */
import { countries } from '../../contract/countries.ts';
import { defaultLanguage, inEachLanguage, type Language, languages } from '../../contract/language.ts';
import { nationalityKey } from '../../contract/nationality.ts';

const letters = inEachLanguage((language) => new RegExp(`\\p{Script=${languages[language].script}}`, 'u'));

/**
 * A nationality or a country as it was typed or, where that is in the letters of another language, in the reader's own.
 */
export function countryIn(language: Language, text: string, kind: 'demonym' | 'name'): string {
  if (letters[language].test(text)) return text;
  const key = nationalityKey(text);
  const country = countries.find(({ code }) => code.toLowerCase() === key);
  return country?.[kind][language] ?? country?.name[language] ?? text;
}

/**
 * What a `<datalist>` offers: names in the reader's language, with the word that a different keyboard would find.
 * Bangladesh stays first, as in the table; the others are sorted.
 */
export function countryOptions(language: Language): { value: string; label: string }[] {
  const options = countries.map(({ name, demonym }) => {
    const value = name[language];
    const first = name[defaultLanguage];
    return { value, label: value === first ? (demonym[defaultLanguage] ?? first) : first };
  });
  const collator = new Intl.Collator(languages[language].locale);
  return [...options.slice(0, 1), ...options.slice(1).sort((a, b) => collator.compare(a.value, b.value))];
}
