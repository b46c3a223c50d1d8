/** The letters, signs and conjuncts of Bangla. */
import type { ScriptLetters } from '../scripts.ts';
import { writtenTexts } from '../written-texts.ts';

const runs = /[\u0964\u0965\u0980-\u09ff\u200c\u200d]+/g;

const consonants = [
  ...'কখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহ\u09dc\u09dd\u09df',
  '\u09a1\u09bc',
  '\u09a2\u09bc',
  '\u09af\u09bc',
];
const otherLetters = [...'অআইঈউঊঋএঐওঔৎ০১২৩৪৫৬৭৮৯৳।॥', 'অ্যা', 'এ্যা', 'র‍্যা'];
const signs = ['', ...'ািীুূৃেৈোৌংঃঁ্'];

/** The conjuncts of written Bangla, including loanwords. */
const conjuncts = `
  ক্ক ক্ট ক্ট্র ক্ত ক্ত্র ক্ব ক্ম ক্য ক্র ক্ল ক্ষ ক্ষ্ণ ক্ষ্ম ক্ষ্য ক্স খ্য খ্র গ্ধ গ্ন গ্ব গ্ম গ্য গ্র গ্ল ঘ্ন ঘ্য ঘ্র
  ঙ্ক ঙ্ক্ষ ঙ্খ ঙ্গ ঙ্ঘ চ্চ চ্ছ চ্ছ্ব চ্ছ্র চ্ব চ্য জ্জ জ্জ্ব জ্ঞ জ্ব জ্য জ্র ঞ্চ ঞ্ছ ঞ্জ ঞ্ঝ
  ট্ট ট্য ট্র ড্ড ড্য ড্র ড়্গ ঢ্য ণ্ট ণ্ঠ ণ্ড ণ্ড্র ণ্ণ ণ্য
  ত্ত ত্ত্র ত্ত্ব ত্থ ত্ন ত্ব ত্ম ত্য ত্র থ্য থ্র দ্গ দ্ঘ দ্দ দ্দ্ব দ্ধ দ্ব দ্ভ দ্ভ্র দ্ম দ্য দ্র ধ্ব ধ্ম ধ্য ধ্র
  ন্ট ন্ট্র ন্ঠ ন্ড ন্ড্র ন্ত ন্ত্ব ন্ত্র ন্থ ন্দ ন্দ্ব ন্দ্র ন্ধ ন্ধ্র ন্ন ন্ব ন্ম ন্য ন্স
  প্ট প্ত প্ন প্প প্য প্র প্ল প্স ফ্র ফ্ল ফ্ট ব্জ ব্দ ব্ধ ব্ব ব্য ব্র ব্ল ভ্য ভ্র ভ্ল ম্ন ম্প ম্প্র ম্ফ ম্ব ম্ব্র ম্ভ ম্ভ্র ম্ম ম্য ম্র ম্ল য্য
  র্ক র্খ র্গ র্গ্র র্ঘ র্চ র্ছ র্জ র্ঝ র্ট র্ড র্ণ র্ত র্ত্র র্থ র্দ র্দ্ব র্দ্র র্ধ র্ধ্ব র্ন র্প র্ফ র্ব র্ভ র্ম র্য র্ল র্শ র্শ্ব র্ষ র্স র্হ র্ণ্য র্থ্য র্ম্য
  ল্ক ল্গ ল্ট ল্ড ল্প ল্ফ ল্ব ল্ভ ল্ম ল্য ল্ল শ্চ শ্ন শ্ব শ্ম শ্য শ্র শ্ল ষ্ক ষ্ক্র ষ্ট ষ্ট্র ষ্ঠ ষ্ণ ষ্প ষ্প্র ষ্ফ ষ্ব ষ্ম ষ্য
  স্ক স্ক্র স্খ স্ট স্ট্র স্ত স্ত্ব স্ত্র স্থ স্ন স্প স্প্র স্প্ল স্ফ স্ব স্ম স্য স্র স্ল স্স হ্ণ হ্ন হ্ব হ্ম হ্য হ্র হ্ল`
  .trim()
  .split(/\s+/);

function words(): string[] {
  const months = Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat('bn', { dateStyle: 'full', timeZone: 'UTC' }).format(Date.UTC(2026, month, month + 1)),
  );
  return [...new Set([writtenTexts(), ...months].join('\n').match(runs) ?? [])];
}

function syllables(): string[] {
  return [...otherLetters, ...[...consonants, ...conjuncts].flatMap((letter) => signs.map((sign) => letter + sign))];
}

export default {
  bytesMax: 60_000,
  words,
  syllables,
  // The joiners, and the dotted circle that is drawn below a sign without a letter.
  characters: () => '\u200c\u200d\u25cc ',
} satisfies ScriptLetters;
