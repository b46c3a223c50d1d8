/** Suggests slots for chosen files by words in their names, in either language. */
import type { Slot } from '../../../../contract/application-form.ts';

/** A longer word has precedence over a word that it contains: a visa form is not a visa. */
const words: Record<Slot, readonly string[]> = {
  file1: ['job letter', 'offer letter', 'job offer', 'appointment', 'employment', 'চাকরির চিঠি', 'চাকরি', 'নিয়োগ'],
  file2: ['lmia', 'labour market', 'labor market', 'এলএমআইএ'],
  file3: ['visa', 'ভিসা'],
  file4: ['visa form', 'application form', 'visa application', 'ভিসা ফরম', 'ভিসা ফর্ম', 'আবেদন ফরম', 'ফরম', 'ফর্ম'],
  file5: ['work permit', 'permit', 'ওয়ার্ক পারমিট', 'পারমিট', 'কাজের অনুমতি'],
  file6: ['air ticket', 'ticket', 'flight', 'itinerary', 'বিমানের টিকিট', 'টিকিট', 'বিমান', 'ফ্লাইট'],
};

const normalize = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();

const wordsByLength = Object.entries(words)
  .flatMap(([slot, ofSlot]) => ofSlot.map((word) => ({ slot: slot as Slot, word: normalize(word) })))
  .sort((a, b) => b.word.length - a.word.length);

/** Null if the name suggests no slot. Words may be joined (`JobLetter.jpg`) or separate. */
export function slotSuggestedBy(fileName: string): Slot | null {
  const name = normalize(fileName.replace(/\.[^.]*$/, '').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  const joined = name.replaceAll(' ', '');
  return wordsByLength.find(({ word }) => joined.includes(word.replaceAll(' ', '')))?.slot ?? null;
}

/** A slot for each file: the suggested one unless an earlier file has it, otherwise the next empty one. */
export function suggestSlots(fileNames: readonly string[], empty: readonly Slot[]): (Slot | null)[] {
  const suggested = fileNames.map(slotSuggestedBy);
  const unique = suggested.map((slot, index) => (suggested.indexOf(slot) === index ? slot : null));
  const remaining = empty.filter((slot) => !unique.includes(slot));
  // If another file has the suggested slot, the clerk decides.
  return unique.map((slot, index) => slot ?? (suggested[index] === null ? (remaining.shift() ?? null) : null));
}
