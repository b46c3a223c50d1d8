/** The texts of the pages in the reader's language, with keys checked by the compiler. */
import { createInstance } from 'i18next';
import { createContext, useContext } from 'react';
import { defaultLanguage, inEachLanguage, type Language } from '../../contract/language.ts';
import { limitValues } from '../../contract/texts.ts';

/** Every key of a catalogue; plural forms of a text share one key without their suffix. */
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
  lng: defaultLanguage,
  resources: {},
  initAsync: false,
  // React escapes the texts. `{{sessionDays, number}}` takes the limit of that name, in the digits of the language.
  interpolation: { escapeValue: false, defaultVariables: limitValues },
});

const LanguageContext = createContext<Language>(defaultLanguage);
export const LanguageProvider = LanguageContext.Provider;

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

let catalogueCount = 0;

export type Texts<Catalogue> = Record<Language, Translate<Catalogue>>;

/**
 * A catalogue in every language, from the files that Vite's glob finds; the file in the first language defines the keys.
 * Each part of the product has a catalogue of its own, so that a screen loads only its own texts.
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

/** Maps files to languages by their names, such as `copy.bn.json`; throws if a language has no file. */
export function inLanguages<Content>(files: Record<string, Content>): Record<Language, Content> {
  return inEachLanguage((language) => {
    const [, content] = Object.entries(files).find(([name]) => name.match(/(\w+)\.json$/)?.[1] === language) ?? [];
    if (!content) throw new Error(`There is no ${Object.keys(files)[0]?.replace(/\w+\.json$/, `${language}.json`)}.`);
    return content;
  });
}

/** Returns the texts of a catalogue in the reader's language. */
export function useTextsOf<Catalogue>(texts: Texts<Catalogue>): { t: Translate<Catalogue>; language: Language } {
  const language = useLanguage();
  return { t: texts[language], language };
}
