import { expect, test } from 'vitest';
import { defaultLanguage, defaultLanguagePath, languageNames, languageOfPath, languages, pathIn } from './language.ts';
import { publicPages } from './pages.ts';

test.each(publicPages)('$en is one page in every language', (page) => {
  const first = page[defaultLanguage];
  for (const language of languageNames) {
    expect([language, pathIn(language, first)]).toEqual([language, page[language]]);
    expect([language, defaultLanguagePath(page[language])]).toEqual([language, first]);
    expect(languageOfPath(page[language])).toBe(language);
  }
});

test('no path of a language is the beginning of a page or of another language', () => {
  const paths = languageNames.map((language) => languages[language].path);
  expect(new Set(paths).size).toBe(paths.length);
  expect([languageOfPath('/bnx'), languageOfPath('/bn/x'), languageOfPath('/BN')]).toEqual(['en', 'bn', 'en']);
});

test('each language has a locale that the engine knows, in its own script', () => {
  for (const language of languageNames) {
    const { locale, script, name } = languages[language];
    expect(Intl.DateTimeFormat.supportedLocalesOf(locale)).toEqual([locale]);
    expect(name).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
  }
});
