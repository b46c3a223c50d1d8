import { expect, test } from 'vitest';
import { countries } from './countries.ts';

test('lists all 249 countries once, with both names', () => {
  expect(countries).toHaveLength(249);
  for (const part of ['code', 'alpha3'] as const) expect(new Set(countries.map((c) => c[part])).size).toBe(249);
  for (const { code, alpha3, name } of countries) {
    expect(code).toMatch(/^[A-Z]{2}$/);
    expect(alpha3).toMatch(/^[A-Z]{3}$/);
    expect(name.en).toMatch(/^[\p{Script=Latin}()' -]+$/u);
    expect(name.bn).toMatch(/^[\p{Script=Bengali}() -]+$/u);
  }
});

test('puts Bangladesh first and the rest in order of the English name', () => {
  expect(countries[0]).toMatchObject({ code: 'BD', demonym: { en: 'Bangladeshi', bn: 'বাংলাদেশি' } });
  const names = countries.slice(1).map(({ name }) => name.en);
  expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
});

test('no text is padded or empty, and each is in the letters of its language', () => {
  for (const { demonym, aliases, name } of countries) {
    for (const text of [name.en, name.bn, ...Object.values(demonym), ...aliases])
      expect(text).toBe(text.trim() || 'empty');
    expect(demonym.en ?? 'x').toMatch(/^[\p{Script=Latin}.' -]+$/u);
    expect(demonym.bn ?? 'ক').toMatch(/^[\p{Script=Bengali} -]+$/u);
  }
});

test('knows the Bangla demonym of every neighbour, the Gulf and the large countries', () => {
  const codes =
    'BD IN PK NP BT LK MV AF MM TH MY SG ID PH VN KH LA BN TL SA AE QA KW OM BH IQ IR YE CA US GB CN JP RU DE FR IT ES BR TR EG';
  for (const code of codes.split(' ')) expect(countries.find((c) => c.code === code)?.demonym.bn, code).toBeTruthy();
});
