/** Removes the parts of an article whose brand values are not set in this installation. */
import type { ArticleText, Block, Section, Written } from './articles.ts';

export function sayable(article: ArticleText<Written>, says: (part: string) => boolean): ArticleText {
  const isSaid = ({ needs = [] }: { needs?: string[] }) => needs.every(says);
  const said = (text: Written) => (typeof text === 'string' ? text : isSaid(text) ? text.text : text.otherwise);
  const saidOf = (texts: Written[]) => texts.map(said).filter((text) => text !== undefined);

  function blockOf(block: Block<Written>): Block | undefined {
    if (typeof block === 'string' || 'text' in block) return said(block);
    if ('pairs' in block) {
      return {
        pairs: block.pairs.map(({ term, text }) => ({ term, text: said(text) ?? '' })).filter(({ text }) => text),
      };
    }
    return Object.fromEntries(Object.entries(block).map(([kind, texts]) => [kind, saidOf(texts)])) as Block;
  }
  const sectionOf = ({ id, title, blocks }: Section<Written>): Section => ({
    ...{ id, title },
    blocks: blocks.map(blockOf).filter((block) => block !== undefined),
  });
  return { ...article, sections: article.sections.filter(isSaid).map(sectionOf) };
}
