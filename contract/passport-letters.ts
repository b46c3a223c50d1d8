/** The letters at the beginning of a passport as a Bangla keyboard writes them: by the names they are read out by. */
const latinByName: Record<string, string> = {
  এ: 'A',
  বি: 'B',
  সি: 'C',
  ডি: 'D',
  ই: 'E',
  এফ: 'F',
  জি: 'G',
  এইচ: 'H',
  আই: 'I',
  জে: 'J',
  কে: 'K',
  এল: 'L',
  এম: 'M',
  এন: 'N',
  ও: 'O',
  পি: 'P',
  কিউ: 'Q',
  আর: 'R',
  এস: 'S',
  টি: 'T',
  ইউ: 'U',
  ভি: 'V',
  ডব্লিউ: 'W',
  ডাব্লিউ: 'W',
  এক্স: 'X',
  ওয়াই: 'Y',
  জেড: 'Z',
};

/** The long vowels are typed for the short ones. */
const fold = (text: string) => text.replace(/ী/g, 'ি').replace(/ঈ/g, 'ই').replace(/ঊ/g, 'উ');

/** The longest name first: H begins as A does. */
const names = Object.entries(latinByName)
  .map(([name, letter]) => [fold(name.normalize('NFKC')), letter] as const)
  .toSorted(([one], [other]) => other.length - one.length);

const lettersMax = 3;

/** Of a normalised text (NFKC). Stays the same where there are no such letters or more than Latin ones and digits follow. */
export function latinLetters(text: string): string {
  const folded = fold(text);
  let latin = '';
  let at = 0;
  for (let count = 0; count < lettersMax; count++) {
    const found = names.find(([name]) => folded.startsWith(name, at));
    if (!found) break;
    const [name, letter] = found;
    latin += letter;
    at += name.length;
    while (/[\s\p{Pd}\p{Cf}]/u.test(folded[at] ?? '')) at++;
  }
  const rest = folded.slice(at);
  return latin && /^[\x20-\x7E\p{Pd}\p{Cf}]*$/u.test(rest) ? latin + rest : text;
}
