/**
 * Measures every public page of the built product: `npm run audit:pages`, with `-- --only enquiry` for one page,
 * `--runs 3` for the middle of three runs of Lighthouse, `--bytes` to leave Lighthouse out. An exceeded budget of bytes
 * fails; with `--strict` every other one does, too.
 */
import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { defaultLanguage, type Language, languageNames } from '../contract/language.ts';
import { publicPages } from '../contract/pages.ts';
import { launchOptions } from '../test/browser/chromium.ts';
import { addThreeApplicants, grantedCookies, startProductForVisitors } from '../test/html/visit.ts';
import { type Budget, type BudgetName, budgets, holds, wireBudget } from './budgets.ts';
import { type Category, judge } from './lighthouse.ts';
import { type Cell, formatCell, formatFigure, table } from './table.ts';
import { type Group, phone, weigh } from './weigh.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    runs: { type: 'string', default: '1' },
    bytes: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
  },
});

const media = {
  film: ['hero.webm', 'hero.mp4'],
  poster: ['hero-poster.avif', 'hero-poster.webp', 'hero-poster-phone.avif', 'hero-poster-phone.webp'],
} as const satisfies Partial<Record<BudgetName, string[]>>;

const shown: Group[] = ['html', 'style', 'script', 'fonts', 'images', 'other'];
const failures: string[] = [];
const print = (text: string) => process.stdout.write(`${text}\n`);

/** Formats a figure for the table, and adds it to the failures if it exceeds its budget. */
function judged(where: string, value: number, budget: Budget): string {
  const cell: Cell = { value, budget };
  if (!holds(budget, value) && (budget.unit === 'bytes' || options.strict)) {
    failures.push(
      `${where}: ${budget.sentence}: ${formatFigure(value, budget.unit)}, not ${formatFigure(budget.limit, budget.unit)}`,
    );
  }
  return formatCell(cell);
}

const pages = publicPages
  .filter((page) => options.only === undefined || page[defaultLanguage] === `/${options.only.replace(/^home$/, '')}`)
  .flatMap((page) => languageNames.map((language) => ({ ...page, language, path: page[language] })));
if (pages.length === 0) throw new Error(`There is no public page /${options.only}.`);

const product = await startProductForVisitors();
const browser = await chromium.launch(await launchOptions());
try {
  const { pending } = await addThreeApplicants(product);
  const headersFor = async (path: string, language: Language): Promise<Record<string, string>> =>
    path === '/view-one' ? { cookie: await grantedCookies(product, pending, language) } : {};

  const weights: string[][] = [];
  for (const { path, language, [defaultLanguage]: first } of pages) {
    const context = await browser.newContext({ ...phone, extraHTTPHeaders: await headersFor(first, language) });
    const page = await context.newPage();
    const { wire, beforeFilm, scriptGzip, styleGzip } = await weigh(page, product.origin + path);
    await context.close();
    const budget = wireBudget(first, language);
    weights.push([
      path,
      ...shown.map((group) => formatFigure(wire[group], 'bytes')),
      judged(path, beforeFilm, budget),
      formatFigure(budget.limit, 'bytes'),
      judged(path, scriptGzip, budgets.scriptGzip),
      judged(path, styleGzip, budgets.styleGzip),
    ]);
  }
  print('\nOver the wire before the film, on a phone; ✗ is over its budget.');
  print(
    table(
      [
        'page',
        ...shown,
        'in all',
        'budget',
        `script, gzip ≤ ${formatFigure(budgets.scriptGzip.limit, 'bytes')}`,
        `style, gzip ≤ ${formatFigure(budgets.styleGzip.limit, 'bytes')}`,
      ],
      weights,
    ),
  );

  const files: string[][] = [];
  for (const name of ['film', 'poster'] as const) {
    for (const file of media[name]) {
      const { size } = await stat(new URL(`../web/site/media/${file}`, import.meta.url));
      files.push([file, judged(file, size, budgets[name]), formatFigure(budgets[name].limit, 'bytes')]);
    }
  }
  print(`\n${table(['file', 'size', 'budget'], files)}`);

  if (!options.bytes) {
    const categories: Category[] = ['performance', 'accessibility', 'best-practices', 'seo'];
    const rows: string[][] = [];
    const remarks: string[] = [];
    for (const { path, language, isIndexed, [defaultLanguage]: first } of pages) {
      const wanted = categories.filter((category) => category !== 'seo' || isIndexed);
      const verdict = await judge(product.origin + path, {
        headers: await headersFor(first, language),
        categories: wanted,
        runs: Number(options.runs),
      });
      rows.push([
        path,
        ...categories.map((category) => {
          const score = verdict[category];
          return score === undefined ? '–' : judged(path, score, budgets[category]);
        }),
        ...(['largestPaint', 'blocking', 'shift'] as const).map((figure) =>
          judged(path, verdict[figure], budgets[figure]),
        ),
      ]);
      remarks.push(...verdict.remarks.map((remark) => `${path}: ${remark}`));
    }
    const limitOf = (name: BudgetName) => `${formatFigure(budgets[name].limit, budgets[name].unit)}`;
    print('\nLighthouse, a phone on slow 4G, simulated; ✗ misses its budget.');
    print(
      table(
        [
          'page',
          ...categories.map((name) => `${name} ${limitOf(name)}`),
          `largest paint ≤ ${limitOf('largestPaint')}`,
          `blocking ${limitOf('blocking')}`,
          `shift ≤ ${limitOf('shift')}`,
        ],
        rows,
      ),
    );
    for (const remark of remarks) print(remark);
  }
} finally {
  await browser.close();
  await product.stop();
}

print(failures.length === 0 ? '\nEvery budget that was checked holds.' : `\n${failures.join('\n')}`);
process.exitCode = failures.length === 0 ? 0 : 1;
