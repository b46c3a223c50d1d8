/** The cookie by which a reader's language follows into the office, which has none in its paths. */
import type { Language } from './errors.ts';

const cookie = 'language';
const yearSeconds = 31_536_000;

export function languageOfCookie(header: string | null): Language {
  return /(?:^|;\s*)language=bn(?:;|$)/.test(header ?? '') ? 'bn' : 'en';
}

/** The cookie that keeps a choice, in the form of `Set-Cookie` and of `document.cookie`. */
export function languageCookie(language: Language): string {
  return `${cookie}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
}
