/** The texts of the pages in the reader's language, with keys checked by the compiler. */
import { createInstance, type TFunction } from 'i18next';
import { createContext, useContext } from 'react';
import type { Language } from '../../contract/errors.ts';
import bn from './bn.json';
import en from './en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

// A text that is missing in one language does not compile.
const catalogues: Record<Language, typeof en> = { en, bn };

const i18n = createInstance();
void i18n.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: catalogues.en }, bn: { translation: catalogues.bn } },
  initAsync: false,
  // React escapes what it shows.
  interpolation: { escapeValue: false },
});

const fixed: Record<Language, TFunction> = { en: i18n.getFixedT('en'), bn: i18n.getFixedT('bn') };

const LanguageContext = createContext<Language>('en');
export const LanguageProvider = LanguageContext.Provider;

export function useTexts(): { t: TFunction; language: Language } {
  const language = useContext(LanguageContext);
  return { t: fixed[language], language };
}
