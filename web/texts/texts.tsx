/** The texts of the pages in the reader's language, with keys checked by the compiler. */
import { createInstance } from 'i18next';
import { createContext, useContext } from 'react';
import type { Language } from '../../contract/errors.ts';

/** Every path through a catalogue; a text that is written once and for many is called without its ending. */
type Key<Catalogue> = {
  [Name in keyof Catalogue & string]: Catalogue[Name] extends string
    ? Name extends `${infer Stem}_${'one' | 'other'}`
      ? Stem
      : Name
    : `${Name}.${Key<Catalogue[Name]>}`;
}[keyof Catalogue & string];

export type Translate<Catalogue> = (
  key: Key<Catalogue>,
  values?: Record<string, string | number | undefined>,
) => string;

const i18n = createInstance();
void i18n.init({
  lng: 'en',
  resources: {},
  initAsync: false,
  // React escapes what it shows.
  interpolation: { escapeValue: false },
});

const LanguageContext = createContext<Language>('en');
export const LanguageProvider = LanguageContext.Provider;

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

let catalogueCount = 0;

export type Texts<Catalogue> = Record<Language, Translate<Catalogue>>;

/**
 * One catalogue in both languages; a text that is missing in one does not compile. Each part of
 * the product has its own, so that a screen carries its own texts alone.
 */
export function openTexts<Catalogue extends object>(catalogues: Record<Language, Catalogue>): Texts<Catalogue> {
  const name = `catalogue-${catalogueCount++}`;
  const inLanguage = (language: Language) => {
    i18n.addResourceBundle(language, name, catalogues[language]);
    return i18n.getFixedT(language, name) as unknown as Translate<Catalogue>;
  };
  return { en: inLanguage('en'), bn: inLanguage('bn') };
}

/** The texts of a catalogue in the reader's language. */
export function useTextsOf<Catalogue>(texts: Texts<Catalogue>): { t: Translate<Catalogue>; language: Language } {
  const language = useLanguage();
  return { t: texts[language], language };
}
