/** Formats numbers in the digits of the reader's language. */
import { type Language, languages } from '../../contract/language.ts';
import { useLanguage } from './texts.tsx';

export function formatNumber(value: number, language: Language, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(languages[language].locale, options);
}

export function useNumber(): (value: number, options?: Intl.NumberFormatOptions) => string {
  const language = useLanguage();
  return (value, options) => formatNumber(value, language, options);
}
