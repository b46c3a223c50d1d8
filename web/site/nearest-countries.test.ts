import { describe, expect, test } from 'vitest';
import { nationalityKey } from '../../contract/nationality.ts';
import { nearestCountries } from './nearest-countries.ts';

describe('the nearest countries', () => {
  test.each([
    ['Bangaldesh', ['Bangladesh']],
    ['bangladeshy', ['Bangladesh']],
    ['Bangldeshi', ['Bangladesh']],
    ['বাংলাদেস', ['Bangladesh']],
    ['Bangla', ['Bangladesh']],
    ['bengali', ['Bangladesh']],
    ['বাঙ্গালী', ['Bangladesh']],
    ['Indai', ['India']],
    ['Pakisten', ['Pakistan']],
    ['Nepall', ['Nepal']],
    ['Congo', ['Democratic Republic of the Congo', 'Republic of the Congo']],
    ['Korean', ['North Korea', 'South Korea']],
  ])('of %s are %j', (typed, names) => {
    expect(nearestCountries(typed, 'en')).toEqual(names);
    expect(nationalityKey(typed)).toMatch(/^text:/);
  });

  test.each(['', 'x', 'zz', '---', 'stateless', 'Rohingya refugee', 'Atlantis', 'a'.repeat(9_000), '🇧🇩', '__proto__'])(
    'of %j are none',
    (typed) => {
      expect(nearestCountries(typed, 'en')).toEqual([]);
    },
  );

  test('are named in the language of the reader', () => {
    expect(nearestCountries('Bangaldesh', 'bn')).toEqual(['বাংলাদেশ']);
  });
});
