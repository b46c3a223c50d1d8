import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultLanguage, languageNames, languages, otherLanguages } from '../../contract/language.ts';
import { limitValues } from '../../contract/texts.ts';
import { openTexts } from './texts.tsx';

type Catalogue = { [key: string]: string | Catalogue };

function flat(catalogue: Catalogue, prefix = ''): [string, string][] {
  return Object.entries(catalogue).flatMap(([key, text]) =>
    typeof text === 'string' ? [[prefix + key, text]] : flat(text, `${prefix}${key}.`),
  );
}

const read = (name: string) =>
  new Map(flat(JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Catalogue));

const nameIn = (name: string, language: string) => name.replace(/en\.json$/, `${language}.json`);

const catalogues = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((name) => /(^|[/.])en\.json$/.test(name) && !name.startsWith('articles'))
  .sort();

test('every catalogue is found', () => {
  expect(catalogues).toEqual(expect.arrayContaining(['en.json', 'ui.en.json', 'office/frame.en.json']));
});

const value = /\{\{(\w+)(, number)?\}\}/g;
const valuesOf = (text: string | undefined) => [...(text ?? '').matchAll(value)].map(([all]) => all).sort();

/** Texts whose numbers are no limits: examples, ways of writing, a count of what the text itself lists. */
const fixedNumbers = new Set([
  'application hints.dob',
  'application hints.dutyDuration',
  'application hints.salary',
  'application hints.phone',
  'application hints.email',
  'site home.stepsLead',
  'site enquiry.lead',
  'site enquiry.passportHint',
  'site enquiry.nationalityWhy',
  'site enquiry.birthDateHint',
  'site enquiry.birthDateUnknownMonth',
  'site enquiry.birthDateYearDigits',
  'site enquiry.partYear',
  'site enquiry.noMatchTitle',
  'site enquiry.checkPassport',
  'site enquiry.seeText',
  'site enquiry.privacyText',
  'copy viewer.beside',
  'copy slots.fix.size',
  'copy slots.fix.pixels',
  'import columns.twice',
  'import dates.dmyHint',
  'import dates.mdyHint',
  'keys does.beside',
  'password advice.plain',
  'settings system.storage.s3',
  'slides textHint',
  'slides pictureRule',
]);
const numberWords = 'two|three|four|five|six|seven|eight|nine|ten|fifteen|thirty';
// The word for nine is left out: it also means "is not".
const banglaNumberWords = 'দুই|তিন|চার|পাঁচ|ছয়|সাত|আট|দশ|পনেরো|ত্রিশ';
const number = new RegExp(
  `\\d|[০-৯]|\\b(?:${numberWords})\\b(?!-step)|(?<!\\p{L}|\\p{M})(?:${banglaNumberWords})(?:টি)?(?!\\p{L}|\\p{M}|-| ধাপের)`,
  'iu',
);

test('a limit is filled in, in the digits of the language', () => {
  const text = '{{sessionDays, number}} {{name}}';
  const t = openTexts<{ text: string }>(
    Object.fromEntries(languageNames.map((language) => [`x.${language}.json`, { text }])),
  );
  expect([t.en('text', { name: 'a' }), t.bn('text', { name: 'a' })]).toEqual(['7 a', '৭ a']);
});

describe.each(catalogues)('%s', (name) => {
  const english = read(name);
  const others = otherLanguages(defaultLanguage).map((language) => ({
    letters: new RegExp(`\\p{Script=${languages[language].script}}`, 'u'),
    texts: read(nameIn(name, language)),
  }));

  test('every language has the same texts in the same order', () => {
    for (const { texts } of others) expect([...texts.keys()]).toEqual([...english.keys()]);
  });

  test('every language fills in the same values', () => {
    for (const { texts } of others) {
      for (const [key, text] of english) expect([key, valuesOf(texts.get(key))]).toEqual([key, valuesOf(text)]);
    }
  });

  test('a number that a limit sets comes from the limits, and every limit that is named exists', () => {
    const part = name.replace(/^.*\/|\.?en\.json$/g, '') || 'site';
    for (const [key, text] of [english, ...others.map(({ texts }) => texts)].flatMap((texts) => [...texts])) {
      const typed = number.exec(text.replace(value, ''))?.[0];
      if (!fixedNumbers.has(`${part} ${key}`)) expect([key, typed]).toEqual([key, undefined]);
      for (const [, limit = '', isLimit] of text.matchAll(value)) {
        expect([key, limit, limit in limitValues]).toEqual([key, limit, isLimit !== undefined]);
      }
    }
  });

  test('no text is empty, and every translated one has letters of its language', () => {
    for (const [key, text] of english) expect([key, text.trim()]).not.toEqual([key, '']);
    for (const { letters, texts } of others) {
      for (const [key, text] of texts) {
        const hasWords = /\p{L}/u.test((english.get(key) ?? '').replace(value, ''));
        if (hasWords) expect([key, letters.test(text)]).toEqual([key, true]);
      }
    }
  });
});
