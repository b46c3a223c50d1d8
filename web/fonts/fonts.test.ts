import { readFile, stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { defaultLanguage, languageNames, languages } from '../../contract/language.ts';
import { lettersOf, scriptNames, weights } from './scripts.ts';
import { fullFont, openFont, subsetFont, subsetFontFile } from './shape.ts';

const remedy = 'Run `npm run fonts` and commit what it writes into web/fonts/.';

async function bytesOf(script: string): Promise<number> {
  const files = await Promise.all(weights.map((weight) => stat(subsetFontFile(script, weight))));
  return files.reduce((sum, { size }) => sum + size, 0);
}

describe.each(scriptNames)('the font of the script %s', async (script) => {
  const { words, syllables, characters, bytesMax } = await lettersOf(script);

  it.each(weights)('sets every text exactly as the full font does, in weight %i', async (weight) => {
    const [full, sent] = [openFont(await fullFont(script, weight)), openFont(await subsetFont(script, weight))];
    const wrong = words().filter((word) => full.picture(word) !== sent.picture(word));
    expect(wrong, remedy).toEqual([]);
    expect(
      words().filter((word) => sent.lacks(word)),
      'The family has no drawing for these: write them differently.',
    ).toEqual([]);
    expect(syllables().filter((word) => full.picture(word) !== sent.picture(word))).toEqual([]);
    const letters = new Set(sent.letters);
    expect(
      [...characters()].filter((letter) => !letters.has(letter.codePointAt(0) ?? 0)),
      remedy,
    ).toEqual([]);
  });

  it('stays within its budget of bytes', async () => {
    expect(await bytesOf(script)).toBeLessThanOrEqual(bytesMax);
  });
});

describe('the style sheet of the fonts', () => {
  const ranges = async (script: string) => {
    const css = await readFile(new URL('../ui/fonts.css', import.meta.url), 'utf8');
    const faces = [...css.matchAll(/@font-face \{[^}]*\}/g)].map(([face]) => face);
    const own = faces.filter((face) => face.includes(`hind-siliguri-${script}-`));
    const [range, ...others] = new Set(own.map((face) => /unicode-range: ([^;]*);/.exec(face)?.[1]));
    if (own.length !== weights.length || range === undefined || others.length > 0)
      throw new Error(`The faces of ${script} must have one unicode-range.`);
    return range.split(', ').map((part) =>
      part
        .slice('U+'.length)
        .split('-')
        .map((digits) => Number.parseInt(digits, 16)),
    );
  };
  const covers = async (script: string, text: string) => {
    const all = await ranges(script);
    return [...text].map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return all.some(([first = 0, last = first]) => first <= code && code <= last);
    });
  };

  it('sends every letter of a text to the file of its script alone', async () => {
    for (const script of scriptNames) {
      const { words, syllables, characters } = await lettersOf(script);
      const letters = [...words(), ...syllables()].join('') || characters();
      for (const other of scriptNames) {
        expect([script, other, ...new Set(await covers(other, letters))]).toEqual([script, other, script === other]);
      }
    }
  });

  it('is used by the families of every language in another script than the first', async () => {
    const css = await readFile(new URL('../ui/fonts.css', import.meta.url), 'utf8');
    const { script } = languages[defaultLanguage];
    for (const language of languageNames.filter((name) => languages[name].script !== script)) {
      expect(css).toContain(`:root:lang(${language}) {`);
    }
  });
});
