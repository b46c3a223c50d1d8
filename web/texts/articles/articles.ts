/** The long texts of the site as data: one file per text and language. */
import type { Language } from '../../../contract/language.ts';
import { inLanguages } from '../texts.tsx';

/** A text as it is stored: some parts appear only if the settings have all brand values that they need. */
export type ConditionalText = string | { text: string; needs: string[]; otherwise?: string };

/** A text may contain links, `[label](address)`, and values, `{{name}}`. */
export type Block<Text = string> =
  | Text
  | { list: Text[] }
  | { steps: Text[] }
  /** Warnings, and what the consultancy never does. */
  | { signs: Text[] }
  | { nevers: Text[] }
  /** Every status with what it means; always empty, since the texts are those of the statuses. */
  | { statuses: Text[] }
  /** Terms with their explanations. */
  | { pairs: { term: string; text: Text }[] };

export interface Section<Text = string> {
  /** The anchor, the same in both languages. */
  id: string;
  title: string;
  /** The brand values that it needs; without one of them it is omitted. */
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

export const articles: Record<ArticleName, Record<Language, ArticleText<ConditionalText>>> = {
  terms: inLanguages(import.meta.glob('./terms.*.json', { eager: true, import: 'default' })),
  about: inLanguages(import.meta.glob('./about.*.json', { eager: true, import: 'default' })),
  fraud: inLanguages(import.meta.glob('./fraud.*.json', { eager: true, import: 'default' })),
};
