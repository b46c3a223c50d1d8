import { expect, test } from 'vitest';
import { brandParts } from '../../../contract/brand.ts';
import { type ArticleName, type ArticleText, articles, type Block, type ConditionalText } from './articles.ts';
import { onlySetParts } from './set-parts.ts';

const names = Object.keys(articles) as ArticleName[];
const values = 'brand site email phone address licence minutes restoreDays weeksMin weeksMax deliveryDays'.split(' ');
const paths = ['/enquiry', '/terms', '/about', '/fraud'];

const variants = (text: ConditionalText) =>
  typeof text === 'string' ? [text] : [text.text, text.otherwise ?? []].flat();

function textsOf(block: Block<ConditionalText>): string[] {
  if (typeof block === 'string' || 'text' in block) return variants(block);
  if ('pairs' in block) return block.pairs.flatMap(({ term, text }) => [term, ...variants(text)]);
  return Object.values(block).flat().flatMap(variants);
}

const allTexts = ({ lead, changed, short, sections }: ArticleText<ConditionalText>) => [
  lead,
  ...(changed ? [changed] : []),
  ...(short ? [short.title, ...short.points] : []),
  ...sections.flatMap(({ title, blocks }) => [title, ...blocks.flatMap(textsOf)]),
];

const linksOf = (text: string) => [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, href]) => href ?? '');
const valuesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '');

/** The structure of an article without its words. */
const shapeOf = (article: ArticleText<ConditionalText>) => ({
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

test.each(names)('%s has Bangla text and digits in Bangla', (name) => {
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

const needsOf = (value: unknown): string[][] => {
  if (typeof value !== 'object' || value === null) return [];
  const nested = Object.values(value).flatMap(needsOf);
  return 'needs' in value ? [value.needs as string[], ...nested] : nested;
};

test.each(names)('%s needs the same parts of the brand in both languages, and only those that there are', (name) => {
  const { en, bn } = articles[name];
  expect(needsOf(bn)).toEqual(needsOf(en));
  for (const part of needsOf(en).flat()) expect(brandParts).toContain(part);
});

test.each([
  ['licence', { en: /licence number|{{licence}}/i, bn: /লাইসেন্স নম্বর|{{licence}}/ }],
  ['person', { en: /given a full name/, bn: /পুরো নাম, লাইসেন্স/ }],
  ['address', { en: /{{address}}|meet anybody in an office|come by/, bn: /{{address}}|অফিসে দেখা|চলে আসুন/ }],
] as const)('where no %s is set, no article asks the reader to check it', (missing, asks) => {
  for (const language of ['en', 'bn'] as const) {
    const textOf = (isSet: (part: string) => boolean) =>
      (['about', 'fraud'] as const)
        .flatMap((name) => allTexts(onlySetParts(articles[name][language], isSet)))
        .join('\n');
    expect(textOf(() => true)).toMatch(asks[language]);
    expect(textOf((part) => part !== missing)).not.toMatch(asks[language]);
    expect(textOf(() => false)).not.toMatch(asks[language]);
  }
});

test.each([
  ['en', 'three details'],
  ['bn', 'তিনটি তথ্য'],
] as const)(
  'in %s, whoever warns of giving the details away names the number at which the office takes them',
  (language, details) => {
    // After a search without a match, the status check offers to look the application up for a caller.
    const [warning, ...others] = allTexts(articles.fraud[language]).filter((text) => text.includes(details));
    expect(warning).toContain('{{phone}}');
    expect(others).toEqual([]);
  },
);
