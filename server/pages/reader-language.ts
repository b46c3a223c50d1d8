import { cookieLanguage, defaultLanguage, isLanguage, type Language } from '../../contract/language.ts';

/** The language for a page without a language in its path: that of the last page, otherwise the browser's first one. */
export function languageOfReader(headers: Pick<Headers, 'get'>): Language {
  const read = cookieLanguage(headers.get('cookie'));
  if (read) return read;
  const [preferred] = (headers.get('accept-language') ?? '')
    .split(',')
    .map((range) =>
      range
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/),
    )
    .map(([tag = '', weight = '1']) => ({ language: tag.split('-')[0] ?? '', weight: Number(weight) }))
    .filter(({ language, weight }) => isLanguage(language) && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return preferred && isLanguage(preferred.language) ? preferred.language : defaultLanguage;
}
