import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Catalogue = { [key: string]: string | Catalogue };

function flat(catalogue: Catalogue, prefix = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, text]) =>
    typeof text === 'string' ? [[prefix + key, text]] : flat(text, `${prefix}${key}.`),
  );
}

const read = (name: string) =>
  new Map(flat(JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Catalogue));

const catalogues = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((name) => /(^|[/.])en\.json$/.test(name) && !name.startsWith('articles'))
  .sort();

test('every catalogue is found', () => {
  expect(catalogues).toEqual(expect.arrayContaining(['en.json', 'ui.en.json', 'office/frame.en.json']));
});

describe.each(catalogues)('%s', (name) => {
  const english = read(name);
  const bangla = read(name.replace(/en\.json$/, 'bn.json'));

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
      const hasWords = /\p{L}/u.test((english.get(key) ?? '').replace(/\{\{\w+\}\}/g, ''));
      if (hasWords) expect([key, /[\u0980-\u09FF]/.test(text)]).toEqual([key, true]);
    }
  });
});
