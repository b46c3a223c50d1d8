import { expect, test } from 'vitest';
import bn from './bn.json';
import en from './en.json';

type Catalogue = { [key: string]: string | Catalogue };

function flat(catalogue: Catalogue, prefix = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, text]) =>
    typeof text === 'string' ? [[prefix + key, text]] : flat(text, `${prefix}${key}.`),
  );
}

const english = new Map(flat(en));
const bangla = new Map(flat(bn));

test('both languages have the same texts in the same order', () => {
  expect([...bangla.keys()]).toEqual([...english.keys()]);
});

test('both languages fill in the same values', () => {
  const values = (text: string | undefined) => (text?.match(/\{\{\w+\}\}/g) ?? []).sort();
  for (const [key, text] of english) expect([key, values(bangla.get(key))]).toEqual([key, values(text)]);
});

test('no text is empty, and every Bangla one is in Bangla', () => {
  for (const [key, text] of english) expect([key, text.trim()]).not.toEqual([key, '']);
  for (const [key, text] of bangla) {
    if (key !== 'site.otherLanguage') expect([key, /[\u0980-\u09FF]/.test(text)]).toEqual([key, true]);
  }
});
