/** Removes the parts of an article whose brand values are not set in this installation. */
import type { ArticleText, Block, ConditionalText, Section } from './articles.ts';

export function onlySetParts(article: ArticleText<ConditionalText>, isSet: (part: string) => boolean): ArticleText {
  const isShown = ({ needs = [] }: { needs?: string[] }) => needs.every(isSet);
  const shownText = (text: ConditionalText) =>
    typeof text === 'string' ? text : isShown(text) ? text.text : text.otherwise;
  const shownTexts = (texts: ConditionalText[]) => texts.map(shownText).filter((text) => text !== undefined);

  function blockOf(block: Block<ConditionalText>): Block | undefined {
    if (typeof block === 'string' || 'text' in block) return shownText(block);
    if ('pairs' in block) {
      return {
        pairs: block.pairs.map(({ term, text }) => ({ term, text: shownText(text) ?? '' })).filter(({ text }) => text),
      };
    }
    return Object.fromEntries(Object.entries(block).map(([kind, texts]) => [kind, shownTexts(texts)])) as Block;
  }
  const sectionOf = ({ id, title, blocks }: Section<ConditionalText>): Section => ({
    id,
    title,
    blocks: blocks.map(blockOf).filter((block) => block !== undefined),
  });
  return { ...article, sections: article.sections.filter(isShown).map(sectionOf) };
}
