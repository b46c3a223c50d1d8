import type { Slide } from '../../contract/answers.ts';
import type { Language } from '../../contract/errors.ts';
import { publicPages } from '../../contract/pages.ts';

export type SlideWords = Pick<Slide, 'thumbnail' | 'title' | 'thumbnailBn' | 'titleBn' | 'link'>;

/** A slide in the reader's language; its Bangla texts are optional. */
export function slideTexts(slide: SlideWords, language: Language) {
  const isBangla = language === 'bn';
  return {
    title: (isBangla && slide.thumbnailBn) || slide.thumbnail,
    text: (isBangla && slide.titleBn) || slide.title,
    /** A page of the site is meant in the reader's language, though staff name it once. */
    link: slide.link && inLanguage(slide.link, language),
  };
}

function inLanguage(link: string, language: Language): string {
  const path = link.replace(/#.*/, '');
  const page = publicPages.find(({ en }) => en === path);
  return page ? page[language] + link.slice(path.length) : link;
}
