/** The long texts of the site, one file for each and language, as data that a page can lay out. */
import type { Language } from '../../../contract/errors.ts';
import aboutBn from './about.bn.json';
import aboutEn from './about.en.json';
import fraudBn from './fraud.bn.json';
import fraudEn from './fraud.en.json';
import termsBn from './terms.bn.json';
import termsEn from './terms.en.json';

/** A text may hold links, `[label](address)`, and values, `{{name}}`. */
export type Block =
  | string
  | { list: string[] }
  | { steps: string[] }
  /** What to beware of, and what is never done. */
  | { signs: string[] }
  | { nevers: string[] }
  /** What is explained, and what there is to say of it. */
  | { pairs: { term: string; text: string }[] };

export interface Section {
  /** Its anchor, the same in both languages. */
  id: string;
  title: string;
  blocks: Block[];
}

export interface ArticleText {
  lead: string;
  changed?: string;
  short?: { title: string; points: string[] };
  sections: Section[];
}

export type ArticleName = 'terms' | 'about' | 'fraud';

export const articles: Record<ArticleName, Record<Language, ArticleText>> = {
  terms: { en: termsEn, bn: termsBn },
  about: { en: aboutEn, bn: aboutBn },
  fraud: { en: fraudEn, bn: fraudBn },
};
