/** The letters and signs of English, with every accented letter of a text. */
import type { ScriptLetters } from '../scripts.ts';
import { shownTexts } from '../written-texts.ts';

const ascii = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at)).join('');
const typographic = '©·×–—‘’“”…•€';
/** Full stops of other scripts, which Unicode counts as common to all. */
const otherStops = /[।॥]/g;

function characters(): string {
  const written = shownTexts()
    .replace(/[^\p{Script=Latin}\p{Script=Common}]/gu, '')
    .replace(otherStops, '')
    .replace(/\s/g, ' ');
  return [...new Set(ascii + typographic + written)].join('');
}

export default { bytesMax: 12_000, words: () => [], syllables: () => [], characters } satisfies ScriptLetters;
