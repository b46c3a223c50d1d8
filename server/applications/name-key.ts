/**
 * The transliteration key of a name, which all of its spellings share: রহমান, Rahman and Rohman are all `rhmn`. A word
 * is written in Latin letters, sounds that are spelled in several ways become one letter each, and vowels are left out
 * but for the first. docs/decisions/0031 describes the rules; search-terms.test.ts lists names that must share a key.
 */
import { memoize } from '../../contract/memoize.ts';

const keyLengthMax = 12;

/** Bangla letters as Latin ones. A consonant that neither a sign nor another consonant follows is spoken with an o. */
const consonants: Record<string, string> = {
  ...{ ক: 'k', খ: 'kh', গ: 'g', ঘ: 'gh', ঙ: 'n', চ: 'ch', ছ: 's', জ: 'j', ঝ: 'jh', ঞ: 'n' },
  ...{ ট: 't', ঠ: 'th', ড: 'd', ঢ: 'dh', ণ: 'n', ত: 't', থ: 'th', দ: 'd', ধ: 'dh', ন: 'n' },
  ...{ প: 'p', ফ: 'f', ব: 'b', ভ: 'bh', ম: 'm', য: 'j', র: 'r', ল: 'l', শ: 'sh', ষ: 'sh' },
  ...{ স: 's', হ: 'h', ৰ: 'r', ৱ: 'b' },
};
const vowelsAndSigns: Record<string, string> = {
  ...{ অ: 'o', আ: 'a', ই: 'i', ঈ: 'i', উ: 'u', ঊ: 'u', ঋ: 'ri', এ: 'e', ঐ: 'oi', ও: 'o', ঔ: 'ou' },
  ...{ 'া': 'a', 'ি': 'i', 'ী': 'i', 'ু': 'u', 'ূ': 'u', 'ৃ': 'ri', 'ে': 'e', 'ৈ': 'oi', 'ো': 'o', 'ৌ': 'ou' },
  // The last ends a short form, as in মোঃ.
  ...{ ৎ: 't', 'ং': 'n', 'ঃ': '.' },
};
const hasanta = '\u09CD';
const nukta = '\u09BC';
/** These three are a consonant and a dot; normalising takes them apart. */
const dotted: Record<string, string> = { ড: 'r', ঢ: 'r', য: 'y' };
/** After another consonant, য is silent; so is ব, except after ম. */
const silent = /(?<=[\u0995-\u09B9])\u09CD\u09AF(?!\u09BC)|(?<=[\u0995-\u09AD\u09AF-\u09B9])\u09CD\u09AC/g;

function latinOf(word: string): string {
  const letters = [...word.replace(silent, '')];
  return letters
    .map((letter, at) => {
      const next = letters[at + 1];
      if (next === nukta) return dotted[letter] ?? consonants[letter] ?? letter;
      const consonant = consonants[letter];
      if (consonant === undefined)
        return /\p{M}/u.test(letter) ? (vowelsAndSigns[letter] ?? '') : (vowelsAndSigns[letter] ?? letter);
      // In মিঞা it is a y, in সঞ্জয় an n.
      if (letter === 'ঞ' && next !== hasanta) return 'y';
      return next && consonants[next] ? `${consonant}o` : consonant;
    })
    .join('');
}

/** Of Mohammed. */
export const mostFrequentKey = 'mhmd';

/** Names with short forms, and names so frequent that the rules must not mix them up: by their spelling in Latin. */
const frequent: readonly (readonly [RegExp, string])[] = [
  [/^(md|mhd|mohd|muhd|mo\.?|m[ou]ha\.|m[aou]+h[aou]*m+[aeo]d)$/, mostFrequentKey],
  [/^m[aou]+h[aou]*m+(u|oo|ou)d/, 'mhmud'],
  [/^(mst|mosa\.|m[ou]s+am+[ao]t)$/, 'msmt'],
  [/^h[ou]+s+[aeiy]+n$/, 'hsin'],
  [/^abo?d[aou]+[lrsznmtd]$/, 'abd'],
  [/^abu$/, 'abu'],
  [/^al([iy]+|ee)$/, 'ali'],
  [/^[uo]l+[ao]h?$/, 'ulh'],
  [/^m[ie]+y*a[hn]?$/, 'mia'],
  [/^bh[ou]+[iy]+a*[hn]?$/, 'bhuia'],
  [/^s[ou]b+[ao]?han$/, 'sbhn'],
  [/^[ie]so?ha(k|q|que)$/, 'ishk'],
];

/**
 * Applied in order to a word of lower-case Latin letters. `C` is ch until all c are replaced; `A` and `I` are a first
 * vowel until all others are removed.
 */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/sh/g, 's'],
  [/c*ch+/g, 'C'],
  [/ph/g, 'f'],
  [/([bdgjkt])h/g, '$1'],
  [/ck|q/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/x/g, 'ks'],
  [/v/g, 'b'],
  [/z/g, 'j'],
  [/ng(?![aeiouy])/g, 'n'],
  [/(?<=[^aeiouwyh].*[^aeiouwyh].*)h+$/, ''],
  [/^[aouw]+/, 'A'],
  [/^[eiy]+/, 'I'],
  [/([^aeiouwy])\1+/g, '$1'],
  [/[aeiouwy.]/g, ''],
];

const wordKey = memoize((word) => {
  const latin = latinOf(word.toLowerCase())
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '');
  const known = frequent.find(([spelling]) => spelling.test(latin));
  if (known) return known[1];
  const key = sounds.reduce((text, [pattern, sound]) => text.replace(pattern, sound), latin);
  return [...key.toLowerCase()].slice(0, keyLengthMax).join('');
});

/** The keys of the words of a normalised text (NFKC), in their order; a word without a consonant may have none. */
export function nameKeys(text: string): string[] {
  const words = text.match(/\p{L}[\p{L}\p{M}\p{Cf}]*/gu) ?? [];
  return words.map(wordKey).filter((key) => key !== '');
}
