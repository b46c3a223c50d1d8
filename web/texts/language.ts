/** Which language a page of the public site is read in, and the paths of both. */
import type { Language } from '../../contract/errors.ts';

export function languageOfPath(pathname: string): Language {
  return pathname === '/bn' || pathname.startsWith('/bn/') ? 'bn' : 'en';
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
