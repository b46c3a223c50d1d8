/**
 * The languages of the product with their paths, locales and cookies. To add one, add a row here; the compiler then
 * names every table that lacks it.
 */
import { recordOf } from './record-of.ts';

interface LanguageRow {
  /** The name in its own letters, for readers who know only this language. */
  name: string;
  /** The beginning of the paths of its public pages. */
  path: '' | `/${string}`;
  /** The script, as Unicode and the regular expression `\p{Script=…}` name it. */
  script: string;
  direction: 'ltr' | 'rtl';
  /** The locale by which dates and numbers are written. */
  locale: string;
  /** The locale, as the Open Graph protocol names it. */
  socialLocale: string;
  /** How a time of day names the part of the day. */
  dayPeriod: { style: 'short' | undefined; isFirst: boolean };
  /** Whether the font is so large that the first page of a visit is shown in a font of the device. */
  hasLargeFont: boolean;
}

export const languages = {
  en: {
    name: 'English',
    path: '',
    script: 'Latin',
    direction: 'ltr',
    locale: 'en-GB',
    socialLocale: 'en_CA',
    dayPeriod: { style: undefined, isFirst: false },
    hasLargeFont: false,
  },
  bn: {
    name: 'বাংলা',
    path: '/bn',
    script: 'Bengali',
    direction: 'ltr',
    locale: 'bn-BD',
    socialLocale: 'bn_BD',
    dayPeriod: { style: 'short', isFirst: true },
    hasLargeFont: true,
  },
} as const satisfies Record<string, LanguageRow>;

export type Language = keyof typeof languages;
export const languageNames = Object.keys(languages) as [Language, ...Language[]];
export const defaultLanguage = 'en' satisfies Language;

export const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);

export function inEachLanguage<T>(of: (language: Language) => T): Record<Language, T> {
  return recordOf(languageNames, of);
}

export function otherLanguages(language: Language): Language[] {
  return languageNames.filter((other) => other !== language);
}

export function languageOfPath(pathname: string): Language {
  const isIn = (language: Language) => `${pathname}/`.startsWith(`${languages[language].path}/`);
  return languageNames.find((language) => languages[language].path && isIn(language)) ?? defaultLanguage;
}

/** The path of a public page in a language, from its path in the default one. */
export function pathIn(language: Language, path: string): string {
  return languages[language].path + path.replace(/^\/$/, languages[language].path ? '' : '/');
}

export function homePath(language: Language): string {
  return pathIn(language, '/');
}

/** The path of a public page in the default language, from its path in any. */
export function defaultLanguagePath(pathname: string): string {
  return pathname.slice(languages[languageOfPath(pathname)].path.length) || '/';
}

/** The cookie that carries the reader's language into the office, whose paths name no language. */
const cookie = 'language';
const cookiePattern = new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]+)(?:;|$)`);
/** The lifetime of cookies that keep a choice. */
export const yearSeconds = 31_536_000;

export function cookieLanguage(header: string | null): Language | null {
  const [, read = ''] = cookiePattern.exec(header ?? '') ?? [];
  return isLanguage(read) ? read : null;
}

/** The cookie that keeps a choice, in the form of `Set-Cookie` and of `document.cookie`. */
export function languageCookie(language: Language): string {
  return `${cookie}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
}
