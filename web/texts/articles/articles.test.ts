import { expect, test } from 'vitest';
import { type ArticleName, type ArticleText, articles, type Block } from './articles.ts';

const names = Object.keys(articles) as ArticleName[];
const values = 'brand site email phone minutes restoreDays weeksMin weeksMax deliveryDays'.split(' ');
const paths = ['/enquiry', '/terms', '/about', '/fraud'];

function textsOf(block: Block): string[] {
  if (typeof block === 'string') return [block];
  if ('pairs' in block) return block.pairs.flatMap(({ term, text }) => [term, text]);
  return Object.values(block).flat();
}

const allTexts = ({ lead, changed, short, sections }: ArticleText) => [
  lead,
  ...(changed ? [changed] : []),
  ...(short ? [short.title, ...short.points] : []),
  ...sections.flatMap(({ title, blocks }) => [title, ...blocks.flatMap(textsOf)]),
];

const linksOf = (text: string) => [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, href]) => href ?? '');
const valuesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '');

/** All of an article but its words. */
const shapeOf = (article: ArticleText) => ({
  parts: Object.keys(article),
  points: article.short?.points.length,
  sections: article.sections.map(({ id, blocks }) => ({
    id,
    blocks: blocks.map((block) => [typeof block === 'string' ? 'text' : Object.keys(block)[0], textsOf(block).length]),
  })),
});

test.each(names)('%s has the same sections, lists and values in both languages', (name) => {
  const { en, bn } = articles[name];
  expect(shapeOf(bn)).toEqual(shapeOf(en));
  const bangla = allTexts(bn);
  for (const [at, text] of allTexts(en).entries()) {
    expect([text, valuesOf(bangla[at] ?? '').sort()]).toEqual([text, valuesOf(text).sort()]);
    expect([text, linksOf(bangla[at] ?? '').sort()]).toEqual([text, linksOf(text).sort()]);
  }
});

test.each(names)('%s says in Bangla what is Bangla, with Bangla digits', (name) => {
  for (const text of allTexts(articles[name].bn)) {
    const prose = text.replace(/\]\([^)]*\)/g, '');
    expect([text, /[\u0980-\u09FF]/.test(prose), /[0-9]/.test(prose)]).toEqual([text, true, false]);
  }
});

test.each(names)(
  '%s leads only to pages of the site and to https addresses, and fills in only what there is',
  (name) => {
    for (const text of Object.values(articles[name]).flatMap(allTexts)) {
      for (const value of valuesOf(text)) expect(values).toContain(value);
      for (const href of linksOf(text)) {
        if (href.startsWith('/')) expect(paths).toContain(href.split('#')[0]);
        else expect(href).toMatch(/^https:\/\/[^/]+$/);
      }
    }
  },
);

test.each(names)('%s has every anchor once, and ends with the contact', (name) => {
  const ids = articles[name].en.sections.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.at(-1)).toBe('contact');
});

test('every anchor that an article points at exists', () => {
  for (const text of names.flatMap((name) => allTexts(articles[name].en))) {
    for (const href of linksOf(text).filter((href) => href.includes('#'))) {
      const [path = '', anchor] = href.split('#');
      expect(articles[path.slice(1) as ArticleName].en.sections.map(({ id }) => id)).toContain(anchor);
    }
  }
});
