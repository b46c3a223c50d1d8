/** The cookie by which a reader's language follows into the office, which has none in its paths. */
import type { Language } from './errors.ts';

const cookie = 'language';
const yearSeconds = 31_536_000;

export function languageOfCookie(header: string | null): Language {
  return /(?:^|;\s*)language=bn(?:;|$)/.test(header ?? '') ? 'bn' : 'en';
}

/** Of a reader whose page has no language in its path: the one last read, else the one that the browser prefers. */
export function languageOfReader(headers: Pick<Headers, 'get'>): Language {
  const [, read] = /(?:^|;\s*)language=(en|bn)(?:;|$)/.exec(headers.get('cookie') ?? '') ?? [];
  if (read === 'en' || read === 'bn') return read;
  const preferred = (headers.get('accept-language') ?? '')
    .split(',')
    .map((range) =>
      range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/),
    )
    .map(([tag = '', weight = '1']) => ({ language: tag.split('-')[0], weight: Number(weight) }))
    .filter(({ language, weight }) => (language === 'en' || language === 'bn') && weight > 0)
    .sort((a, b) => b.weight - a.weight)[0];
  return preferred?.language === 'bn' ? 'bn' : 'en';
}

/** The cookie that keeps a choice, in the form of `Set-Cookie` and of `document.cookie`. */
export function languageCookie(language: Language): string {
  return `${cookie}=${language}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
}
