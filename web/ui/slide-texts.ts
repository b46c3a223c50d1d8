import type { Slide } from '../../contract/answers.ts';
import { defaultLanguage, type Language, languageNames } from '../../contract/language.ts';
import { publicPages } from '../../contract/pages.ts';

export type SlideWords = Pick<Slide, 'thumbnail' | 'title' | 'thumbnailBn' | 'titleBn' | 'link'>;

/**
 * The optional text fields of each language; a slide without texts in a language shows those of the default language.
 */
const fields: Partial<Record<Language, { title: 'thumbnailBn'; text: 'titleBn' }>> = {
  bn: { title: 'thumbnailBn', text: 'titleBn' },
};

/** The languages in which staff can write a slide. */
export const slideLanguages = languageNames.filter((language) => language === defaultLanguage || fields[language]);

/** The texts and link of a slide in the reader's language; a text in another language is given with that language. */
export function slideTexts(slide: SlideWords, language: Language) {
  const own = fields[language];
  const inOwn = (text: string | null | undefined, inDefault: string) =>
    text ? { content: text } : { content: inDefault, ...(own && { lang: defaultLanguage }) };
  return {
    title: inOwn(own && slide[own.title], slide.thumbnail),
    text: inOwn(own && slide[own.text], slide.title),
    /** Staff enter a page of this site once; the link leads to it in the reader's language. */
    link: slide.link && inLanguage(slide.link, language),
  };
}

function inLanguage(link: string, language: Language): string {
  const path = link.replace(/#.*/, '');
  const page = publicPages.find((each) => each[defaultLanguage] === path);
  return page ? page[language] + link.slice(path.length) : link;
}
