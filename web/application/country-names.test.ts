import { describe, expect, test } from 'vitest';
import { nationalityKey } from '../../contract/nationality.ts';
import { countryIn, countryOptions } from './country-names.ts';

describe('a country in the language of the reader', () => {
  test.each([
    ['bn', 'Bangladeshi', 'demonym', 'বাংলাদেশি'],
    ['bn', 'Bangladesh', 'demonym', 'বাংলাদেশি'],
    ['bn', 'Bangladesh', 'name', 'বাংলাদেশ'],
    ['bn', 'Seychellois', 'demonym', 'সেশেলস'],
    ['en', 'বাংলাদেশ', 'demonym', 'Bangladeshi'],
    ['en', 'Bangladesh', 'demonym', 'Bangladesh'],
    ['bn', 'বাংলাদেশ', 'demonym', 'বাংলাদেশ'],
    ['bn', 'Rohingya refugee', 'demonym', 'Rohingya refugee'],
    ['bn', 'Congolese', 'demonym', 'Congolese'],
  ] as const)('%s: %s as a %s is %s', (language, typed, kind, shown) => {
    expect(countryIn(language, typed, kind).normalize('NFC')).toBe(shown.normalize('NFC'));
  });
});

describe('the options of the list', () => {
  test.each(['en', 'bn'] as const)('%s: Bangladesh first, every value known, none twice, in order', (language) => {
    const options = countryOptions(language);
    const values = options.map(({ value }) => value);
    expect(values[0]).toBe({ en: 'Bangladesh', bn: 'বাংলাদেশ' }[language]);
    expect(new Set(values).size).toBe(249);
    expect(new Set(values.map(nationalityKey)).size).toBe(249);
    expect(values.slice(1)).toEqual(values.slice(1).toSorted(new Intl.Collator(language).compare));
    expect(options.every(({ label }) => label)).toBe(true);
  });
});
