/** The texts of the pages in the reader's language, with keys checked by the compiler. */
import { createInstance } from 'i18next';
import { createContext, useContext } from 'react';
import { firstLanguage, inEachLanguage, type Language } from '../../contract/language.ts';

/** Every path through a catalogue; a text that is written once and for many is called without its ending. */
type Key<Catalogue> = {
  [Name in keyof Catalogue & string]: Catalogue[Name] extends string
    ? Name extends `${infer Stem}_${'one' | 'other'}`
      ? Stem
      : Name
    : `${Name}.${Key<Catalogue[Name]>}`;
}[keyof Catalogue & string];

type Values = Record<string, string | number | undefined>;

export type Translate<Catalogue> = (key: Key<Catalogue>, values?: Values) => string;

const i18n = createInstance();
void i18n.init({
  lng: firstLanguage,
  resources: {},
  initAsync: false,
  // React escapes what it shows.
  interpolation: { escapeValue: false },
});

const LanguageContext = createContext<Language>(firstLanguage);
export const LanguageProvider = LanguageContext.Provider;

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

let catalogueCount = 0;

export type Texts<Catalogue> = Record<Language, Translate<Catalogue>>;

/**
 * One catalogue in every language, from the files that Vite finds beside the one in the first, which gives the keys.
 * Each part of the product has its own, so that a screen carries its own texts alone.
 */
export function openTexts<Catalogue extends object>(files: Record<string, Catalogue>): Texts<Catalogue> {
  const catalogues = inLanguages(files);
  const name = `catalogue-${catalogueCount++}`;
  const inLanguage = (language: Language) => {
    i18n.addResourceBundle(language, name, catalogues[language]);
    const translate = i18n.getFixedT(language, name) as unknown as Translate<Catalogue>;
    // A text without values is the same each time. i18next would parse its key and look for a plural again.
    const plain = new Map<Key<Catalogue>, string>();
    return (key: Key<Catalogue>, values?: Values) => {
      if (values) return translate(key, values);
      const text = plain.get(key) ?? translate(key);
      plain.set(key, text);
      return text;
    };
  };
  return inEachLanguage(inLanguage);
}

/** Files by the language in their names, such as `copy.bn.json`; a language without one is a fault of the build. */
export function inLanguages<Content>(files: Record<string, Content>): Record<Language, Content> {
  return inEachLanguage((language) => {
    const [, content] = Object.entries(files).find(([name]) => name.match(/(\w+)\.json$/)?.[1] === language) ?? [];
    if (!content) throw new Error(`There is no ${Object.keys(files)[0]?.replace(/\w+\.json$/, `${language}.json`)}.`);
    return content;
  });
}

/** The texts of a catalogue in the reader's language. */
export function useTextsOf<Catalogue>(texts: Texts<Catalogue>): { t: Translate<Catalogue>; language: Language } {
  const language = useLanguage();
  return { t: texts[language], language };
}
