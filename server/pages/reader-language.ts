import { cookieLanguage, defaultLanguage, isLanguage, type Language } from '../../contract/language.ts';

/** The language for a page without a language in its path: that of the last page, otherwise the browser's first one. */
export function languageOfReader(headers: Pick<Headers, 'get'>): Language {
  const read = cookieLanguage(headers.get('cookie'));
  if (read) return read;
  const [preferred] = (headers.get('accept-language') ?? '')
    .split(',')
    // No regular expression: one that skips spaces takes quadratic time on a long run of them.
    .map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
    .map(([tag = '', ...parameters]) => ({
      language: tag.split('-')[0] ?? '',
      weight: Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length) ?? 1),
    }))
    .filter(({ language, weight }) => isLanguage(language) && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return preferred && isLanguage(preferred.language) ? preferred.language : defaultLanguage;
}
