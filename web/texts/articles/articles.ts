/** The long texts of the site, one file for each and language, as data that a page can lay out. */
import type { Language } from '../../../contract/language.ts';
import { inLanguages } from '../texts.tsx';

/** A text as it is written: some of it is said only where the settings say all parts of the brand that it needs. */
export type Written = string | { text: string; needs: string[]; otherwise?: string };

/** A text may hold links, `[label](address)`, and values, `{{name}}`. */
export type Block<Text = string> =
  | Text
  | { list: Text[] }
  | { steps: Text[] }
  /** What to beware of, and what is never done. */
  | { signs: Text[] }
  | { nevers: Text[] }
  /** What is explained, and what there is to say of it. */
  | { pairs: { term: string; text: Text }[] };

export interface Section<Text = string> {
  /** Its anchor, the same in both languages. */
  id: string;
  title: string;
  /** Parts of the brand without which it is left out. */
  needs?: string[];
  blocks: Block<Text>[];
}

export interface ArticleText<Text = string> {
  lead: string;
  changed?: string;
  short?: { title: string; points: string[] };
  sections: Section<Text>[];
}

export type ArticleName = 'terms' | 'about' | 'fraud';

export const articles: Record<ArticleName, Record<Language, ArticleText<Written>>> = {
  terms: inLanguages(import.meta.glob('./terms.*.json', { eager: true, import: 'default' })),
  about: inLanguages(import.meta.glob('./about.*.json', { eager: true, import: 'default' })),
  fraud: inLanguages(import.meta.glob('./fraud.*.json', { eager: true, import: 'default' })),
};
