/** The countries that a typed text finds, and whether it is clear which one is meant. */
import type { Language } from '../../../../contract/language.ts';
import { codesBySpelling, nationalityKey, spellingOf } from '../../../../contract/nationality.ts';
import { countryOptions } from '../../../application/country-names.ts';

interface FoundCountries {
  /** In the language of the reader: the country that the text names, those that begin with it, those that have it. */
  names: readonly string[];
  /** Whether the text names the first one, or is the beginning of no other. */
  isFirstMeant: boolean;
}

export function countryFinder(language: Language): (text: string) => FoundCountries {
  const countries = countryOptions(language).map(({ value, label }) => ({
    name: value,
    code: nationalityKey(value),
    words: [value.toLowerCase(), label.toLowerCase()],
  }));
  return (text) => {
    const wanted = text.trim().toLowerCase();
    const named = nationalityKey(text);
    const begun = codesBegunBy(spellingOf(text));
    const isBegun = ({ code, words }: (typeof countries)[number]) =>
      begun.has(code) || words.some((word) => word.startsWith(wanted));
    const exact = countries.filter(({ code }) => code === named);
    const others = countries.filter(({ code }) => code !== named);
    const starting = others.filter(isBegun);
    const containing = others.filter((one) => !isBegun(one) && one.words.some((word) => word.includes(wanted)));
    return {
      names: [...exact, ...starting, ...containing].map(({ name }) => name),
      isFirstMeant: exact.length > 0 || starting.length === 1,
    };
  };
}

/** The countries that have a name, demonym or other word in any language that begins like this. */
function codesBegunBy(typed: string): Set<string> {
  const begun = [...codesBySpelling].filter(
    ([spelling]) =>
      spelling.startsWith(typed) &&
      // Codes of two and three letters begin like every word, and a form with spaces has its words in another order.
      (spelling.length > codeLengthMax || spelling === typed) &&
      !spelling.includes(' '),
  );
  return new Set(begun.flatMap(([, codes]) => codes));
}

const codeLengthMax = 3;
