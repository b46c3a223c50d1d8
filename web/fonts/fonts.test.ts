import { readFile, stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { banglaBytesMax, banglaSyllables, banglaWords, latinBytesMax, latinLetters, weights } from './letters.ts';
import { fullFont, openFont, type Script, sentFont, sentFontFile } from './shape.ts';

const remedy = 'Run `npm run fonts` and commit what it writes into web/fonts/.';

async function bytesOf(script: Script): Promise<number> {
  const files = await Promise.all(weights.map((weight) => stat(sentFontFile(script, weight))));
  return files.reduce((sum, { size }) => sum + size, 0);
}

describe.each(weights)('the fonts of weight %i', (weight) => {
  it('set every Bangla text exactly as the whole font does', async () => {
    const [full, sent] = [openFont(await fullFont('bengali', weight)), openFont(await sentFont('bengali', weight))];
    const wrong = banglaWords().filter((word) => full.picture(word) !== sent.picture(word));
    expect(wrong, remedy).toEqual([]);
    expect(
      banglaWords().filter((word) => sent.lacks(word)),
      'The family has no drawing for these: write them differently.',
    ).toEqual([]);
  });

  it('set what staff and applicants may type exactly as the whole font does', async () => {
    const [full, sent] = [openFont(await fullFont('bengali', weight)), openFont(await sentFont('bengali', weight))];
    expect(banglaSyllables().filter((word) => full.picture(word) !== sent.picture(word))).toEqual([]);
  });

  it('have every other letter of the texts', async () => {
    const letters = new Set(openFont(await sentFont('latin', weight)).letters);
    expect(
      [...latinLetters()].filter((letter) => !letters.has(letter.codePointAt(0) ?? 0)),
      remedy,
    ).toEqual([]);
  });
});

describe('the style sheet of the fonts', () => {
  const ranges = async (script: Script) => {
    const css = await readFile(new URL('../ui/fonts.css', import.meta.url), 'utf8');
    const faces = [...css.matchAll(/@font-face \{[^}]*\}/g)].map(([face]) => face);
    const own = faces.filter((face) => face.includes(`hind-siliguri-${script}-`));
    const [range, ...others] = new Set(own.map((face) => /unicode-range: ([^;]*);/.exec(face)?.[1]));
    if (own.length !== weights.length || range === undefined || others.length > 0)
      throw new Error('Two faces, one range.');
    return range.split(', ').map((part) =>
      part
        .slice('U+'.length)
        .split('-')
        .map((digits) => Number.parseInt(digits, 16)),
    );
  };
  const covers = async (script: Script, text: string) => {
    const all = await ranges(script);
    return [...text].map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return all.some(([first = 0, last = first]) => first <= code && code <= last);
    });
  };

  it('sends every letter of the texts to the file that has it, and no other letter to the Bangla one', async () => {
    const bangla = [...banglaWords(), ...banglaSyllables()].join('');
    expect(new Set(await covers('bengali', bangla))).toEqual(new Set([true]));
    expect(new Set(await covers('bengali', latinLetters()))).toEqual(new Set([false]));
    expect(new Set(await covers('latin', latinLetters()))).toEqual(new Set([true]));
  });
});

describe('the bytes of the fonts', () => {
  it('stay within the budget for Bangla letters', async () => {
    expect(await bytesOf('bengali')).toBeLessThanOrEqual(banglaBytesMax);
  });

  it('stay within the budget for Latin letters', async () => {
    expect(await bytesOf('latin')).toBeLessThanOrEqual(latinBytesMax);
  });
});
