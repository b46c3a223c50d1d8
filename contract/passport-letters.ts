/** Converts the first letters of a passport number, typed in Bangla by their spoken names, to Latin ones. */
const latinByName: Record<string, string> = {
  ...{ এ: 'A', বি: 'B', সি: 'C', ডি: 'D', ই: 'E', এফ: 'F', জি: 'G', এইচ: 'H', আই: 'I' },
  ...{ জে: 'J', কে: 'K', এল: 'L', এম: 'M', এন: 'N', ও: 'O', পি: 'P', কিউ: 'Q', আর: 'R' },
  ...{ এস: 'S', টি: 'T', ইউ: 'U', ভি: 'V', ডব্লিউ: 'W', ডাব্লিউ: 'W', এক্স: 'X', ওয়াই: 'Y', জেড: 'Z' },
};

/** People also type the short vowels as long ones. */
const fold = (text: string) => text.replace(/ী/g, 'ি').replace(/ঈ/g, 'ই').replace(/ঊ/g, 'উ');

/** The longest names come first, because the name of H begins with that of A. */
const names = Object.entries(latinByName)
  .map(([name, letter]) => [fold(name.normalize('NFKC')), letter] as const)
  .toSorted(([one], [other]) => other.length - one.length);

const lettersMax = 3;

/**
 * Expects a normalised text (NFKC). A text without such letters, or with more than Latin letters and digits after them,
 * is returned unchanged.
 */
export function latinLetters(text: string): string {
  const folded = fold(text);
  let latin = '';
  let at = 0;
  for (let count = 0; count < lettersMax; count++) {
    const match = names.find(([name]) => folded.startsWith(name, at));
    if (!match) break;
    const [name, letter] = match;
    latin += letter;
    at += name.length;
    while (/[\s\p{Pd}\p{Cf}]/u.test(folded[at] ?? '')) at++;
  }
  const rest = folded.slice(at);
  return latin && /^[\x20-\x7E\p{Pd}\p{Cf}]*$/u.test(rest) ? latin + rest : text;
}
