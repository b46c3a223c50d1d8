/**
 * The languages that the product speaks, and what follows from them: paths, cookies, the reader's own. A further one is
 * a row here; the compiler then names every table that lacks it.
 */

interface LanguageRow {
  /** In its own letters, for those who read only that one. */
  name: string;
  /** What the paths of its public pages begin with. */
  path: '' | `/${string}`;
  /** As in Unicode and in the regular expression `\p{Script=…}`. */
  script: string;
  direction: 'ltr' | 'rtl';
  /** Dates, digits and numbers are written by it. */
  locale: string;
  /** As the Open Graph protocol names it. */
  socialLocale: string;
  /** The part of the day as the time of a clock says it. */
  dayPeriod: { style: 'short' | undefined; isFirst: boolean };
  /** Whether the letters are a file so heavy that a first visit is read in those of the device. */
  hasHeavyLetters: boolean;
}

/** The first one is for readers of whom nothing is known. */
export const languages = {
  en: {
    name: 'English',
    path: '',
    script: 'Latin',
    direction: 'ltr',
    locale: 'en-GB',
    socialLocale: 'en_CA',
    dayPeriod: { style: undefined, isFirst: false },
    hasHeavyLetters: false,
  },
  bn: {
    name: 'বাংলা',
    path: '/bn',
    script: 'Bengali',
    direction: 'ltr',
    locale: 'bn-BD',
    socialLocale: 'bn_BD',
    dayPeriod: { style: 'short', isFirst: true },
    hasHeavyLetters: true,
  },
} as const satisfies Record<string, LanguageRow>;

export type Language = keyof typeof languages;
export const languageNames = Object.keys(languages) as [Language, ...Language[]];
export const firstLanguage = 'en' satisfies Language;

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);

/** Something in each language. */
export function inEachLanguage<T>(of: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(languageNames.map((language) => [language, of(language)])) as Record<Language, T>;
}

export function otherLanguages(language: Language): Language[] {
  return languageNames.filter((other) => other !== language);
}

export function languageOfPath(pathname: string): Language {
  const isIn = (language: Language) => `${pathname}/`.startsWith(`${languages[language].path}/`);
  return languageNames.find((language) => languages[language].path && isIn(language)) ?? firstLanguage;
}

/** The path of a public page in a language, from its path in the first one. */
export function pathIn(language: Language, path: string): string {
  return languages[language].path + path.replace(/^\/$/, languages[language].path ? '' : '/');
}

export function homePath(language: Language): string {
  return pathIn(language, '/');
}

/** The path of a public page in the first language, from its path in any. */
export function firstPath(pathname: string): string {
  return pathname.slice(languages[languageOfPath(pathname)].path.length) || '/';
}

/** By it a reader's language follows into the office, which has none in its paths. */
const cookie = 'language';
const yearSeconds = 31_536_000;

export function cookieLanguage(header: string | null): Language | null {
  const [, read = ''] = /(?:^|;\s*)language=([\w-]+)(?:;|$)/.exec(header ?? '') ?? [];
  return isLanguage(read) ? read : null;
}

export function languageOfCookie(header: string | null): Language {
  return cookieLanguage(header) ?? firstLanguage;
}

/** The cookie that keeps a choice, in the form of `Set-Cookie` and of `document.cookie`. */
export function languageCookie(language: Language): string {
  return `${cookie}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
}
