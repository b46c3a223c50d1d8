/** The HTML of the public pages, checked without a browser. */
import { readdir, readFile } from 'node:fs/promises';
import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';
import { beforeAll, describe, expect, test } from 'vitest';
import { defaultLanguagePath, languages, pathIn } from '../../contract/language.ts';
import { publicPages } from '../../contract/pages.ts';
import { codeSplittingGroups } from '../../web/build/code-splitting.ts';
import { openProduct } from '../browser/open-product.ts';
import { settingsForVisitors, type Visit, visitAll } from './visit.ts';

const config: ConfigData = {
  extends: ['html-validate:recommended', 'html-validate:document', 'html-validate:a11y'],
  rules: {
    // React writes attributes and empty elements in this style; HTML parsers read both the same.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    // Style sheets keep phone numbers from wrapping, so that copied numbers have no special spaces.
    'tel-non-breaking': 'off',
    // Own files have the same origin as the page, so integrity hashes would add nothing.
    'require-sri': ['error', { target: 'crossorigin' }],
  },
};
const validator = new HtmlValidate(new StaticConfigLoader(config));

const product = openProduct({ environment: settingsForVisitors });
let visits: Visit[];
let officeSheets: { file: string; text: string }[];

/** The style sheets of the files that the office's screens share, the component library's among them. */
async function readOfficeSheets(): Promise<typeof officeSheets> {
  const assets = new URL('../../build/client/assets/', import.meta.url);
  const files = (await readdir(assets)).filter(
    (file) => file.endsWith('.css') && codeSplittingGroups.some(({ name }) => file.startsWith(`${name}-`)),
  );
  return Promise.all(
    files.map(async (file) => ({ file, text: (await readFile(new URL(file, assets), 'utf8')).trim() })),
  );
}

beforeAll(async () => {
  officeSheets = await readOfficeSheets();
  visits = await visitAll(product);
});

describe.each(['en', 'bn'] as const)('the public pages in %s', (language) => {
  const own = () => visits.filter((visit) => visit.language === language);

  test('are valid and accessible HTML in every state', async () => {
    const faults: string[] = [];
    for (const { name, html } of own()) {
      const { results } = await validator.validateString(html, name);
      for (const { messages } of results) {
        for (const { ruleId, message, offset } of messages) {
          faults.push(`${name}: ${ruleId}: ${message} ${html.slice(offset, offset + 80)}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  test('have all their styles in themselves, and none of the office', () => {
    expect(
      own()
        .filter(({ html }) => html.includes('rel="stylesheet"'))
        .map(({ name }) => name),
    ).toEqual([]);
    expect(officeSheets.map(({ file }) => file)).toContainEqual(expect.stringMatching(/^frame-/));
    const taken = own().flatMap(({ name, html }) =>
      officeSheets.filter(({ text }) => html.includes(text)).map(({ file }) => `${name}: ${file}`),
    );
    expect(taken).toEqual([]);
  });

  test('have no script but the site’s own', () => {
    for (const { name, html } of own()) {
      const scripts = html.match(/<script[^>]*>|<link[^>]*modulepreload[^>]*>/g) ?? [];
      expect(scripts.length, name).toBeLessThanOrEqual(1);
      for (const script of scripts) expect(script, name).toMatch(/ src="\/assets\/site-[\w-]+\.js">$/);
    }
  });

  test('answer each state with its own page, and each fault with its status', () => {
    const statuses = own().map(({ name, status }) => [name, status]);
    expect(statuses.filter(([, status]) => status !== 200)).toEqual([
      ['enquiry-empty', 400],
      ['enquiry-impossible', 400],
      ['enquiry-over-budget', 429],
      ['enquiry-too-long', 413],
      ['document-rejected', 404],
      ['no-file', 404],
    ]);
    expect(new Set(own().map(({ html }) => html)).size).toBe(statuses.length);
  });

  test('say their language, and in every state link to the same page in the other', () => {
    for (const { name, path, html } of own()) {
      expect(html.slice(0, 40), name).toContain(
        `<!DOCTYPE html><html lang="${language}" dir="${languages[language].direction}"`,
      );
      if (name === 'enquiry-too-long') continue;
      const { pathname } = new URL(path, product.origin);
      const page = publicPages.find((each) => each[language] === pathname);
      const en = defaultLanguagePath(pathname);
      const links = [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/gi)];
      expect(Object.fromEntries(links.map(([, hreflang, href]) => [hreflang, href])), name).toEqual({
        en: product.origin + en,
        bn: product.origin + pathIn('bn', en),
        'x-default': product.origin + en,
      });
      const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
      expect(canonical, name).toBe(page?.isIndexed ? product.origin + pathname : undefined);
      expect(html.includes('content="noindex, nofollow"'), name).toBe(!page?.isIndexed);
    }
  });

  test('have one heading of the first rank, a description and a title of their own', () => {
    for (const { name, html } of own()) expect(html.match(/<h1[ >]/g), name).toHaveLength(1);
    for (const page of publicPages.filter(({ isIndexed }) => isIndexed)) {
      const { html = '' } = own().find(({ path }) => path === page[language]) ?? {};
      const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? '';
      expect(description, page.en).toMatch(/^.{50,170}$/u);
    }
    const plain = own().slice(0, publicPages.length);
    expect(new Set(plain.map(({ html }) => /<title>([^<]+)</.exec(html)?.[1])).size).toBe(publicPages.length);
  });
});

test('every page gives the browser the colour that the tokens call night', async () => {
  const tokens = await readFile(new URL('../../web/ui/tokens.css', import.meta.url), 'utf8');
  const night = /--color-night: (#\w+);/.exec(tokens)?.[1];
  for (const { name, html } of visits) {
    if (name === 'enquiry-too-long') continue;
    expect(/<meta name="theme-color" content="([^"]+)"/.exec(html)?.[1], name).toBe(night);
  }
});
