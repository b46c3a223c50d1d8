/** Suggests countries for a nationality that names none, or that several share. */
import { countries } from '../../contract/countries.ts';
import type { Language } from '../../contract/language.ts';
import { codesBySpelling, spellingOf } from '../../contract/nationality.ts';

const namesMax = 3;
/** Words for the language and its speakers, which many people write for the nationality. They name no country. */
const bangladeshiWords = new Set(
  ['Bangla', 'Bangali', 'Bangalee', 'Bengali', 'Bengalee', 'বাংলা', 'বাঙালি', 'বাঙ্গালি'].map(spellingOf),
);

/** The names of the countries whose spelling is nearest; often none. */
export function nearestCountries(text: string, language: Language): string[] {
  const typed = spellingOf(text);
  if (bangladeshiWords.has(typed)) return namesOf(new Set(['bd']), language);
  let least = Math.min(3, Math.floor(typed.length / 3));
  const nearest = new Set<string>();
  for (const [spelling, codes] of codesBySpelling) {
    // Codes of two and three letters are similar to every word.
    const isCode = spelling.length <= 3 && spelling !== typed;
    const distance = isCode ? Number.POSITIVE_INFINITY : editDistance(spelling, typed, least);
    if (distance > least) continue;
    if (distance < least) nearest.clear();
    least = distance;
    for (const code of codes) nearest.add(code);
  }
  if (nearest.size > namesMax) return [];
  return namesOf(nearest, language);
}

function namesOf(codes: ReadonlySet<string>, language: Language): string[] {
  return countries.filter(({ code }) => codes.has(code.toLowerCase())).map(({ name }) => name[language]);
}

/**
 * The number of wrong, missing, surplus or swapped letters (optimal string alignment). More than `most` is `Infinity`,
 * which needs no full comparison.
 */
function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return Number.POSITIVE_INFINITY;
  let earlier: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const near = (rowBefore: number[], at: number) => rowBefore[at] ?? Number.POSITIVE_INFINITY;
      row.push(
        Math.min(
          near(previous, j) + 1,
          near(row, j - 1) + 1,
          near(previous, j - 1) + (isSame ? 0 : 1),
          isSwapped ? near(earlier, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    if (Math.min(...row) > most) return Number.POSITIVE_INFINITY;
    earlier = previous;
    previous = row;
  }
  const distance = previous[other.length] ?? Number.POSITIVE_INFINITY;
  return distance <= most ? distance : Number.POSITIVE_INFINITY;
}
