/** Which language a request is read in: by the path on the public site, by a cookie in the office. */
import type { Language } from '../../contract/errors.ts';

const cookie = 'language';
const yearSeconds = 31_536_000;

export function languageOfPath(pathname: string): Language {
  return pathname === '/bn' || pathname.startsWith('/bn/') ? 'bn' : 'en';
}

export function languageOfCookie(header: string | null): Language {
  return /(?:^|;\s*)language=bn(?:;|$)/.test(header ?? '') ? 'bn' : 'en';
}

/** The cookie that keeps a choice, in the form of `Set-Cookie` and of `document.cookie`. */
export function languageCookie(language: Language): string {
  return `${cookie}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
}

/** The public path in a language, from its English one. */
export function pathIn(language: Language, path: string): string {
  if (language === 'en') return path;
  return path === '/' ? '/bn' : `/bn${path}`;
}

export function homePath(language: Language): string {
  return pathIn(language, '/');
}

/** The English path of a public page in either language. */
export function englishPath(pathname: string): string {
  return languageOfPath(pathname) === 'bn' ? pathname.slice('/bn'.length) || '/' : pathname;
}
