/**
 * Measures the office of the built product: `npm run audit:office`, with `-- --rows 10000` for fewer applications than
 * a million, `--data DIR` to fill a folder once and use it again. An exceeded budget of bytes fails; with
 * `--strict` every other one does, too.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { median } from '../bench/turns.ts';
import { launchOptions } from '../test/browser/chromium.ts';
import { startProduct, superAdmin } from '../test/product.ts';
import { type BudgetName, budgets, holds } from './budgets.ts';
import { Clerk } from './clerk.ts';
import { formatFigure, table } from './table.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    data: { type: 'string' },
    strict: { type: 'boolean', default: false },
  },
});

const fillMs = 30 * 60_000;
const searches = 20;
const loads = 3;

const times = async (count: number, measure: () => Promise<number>) => {
  const values: number[] = [];
  for (let at = 0; at < count; at++) values.push(await measure());
  return values;
};

const folder = options.data ?? (await mkdtemp(join(tmpdir(), 'maplegate-audit-')));
const product = await startProduct({ SUPER_ADMIN_PASSWORD: superAdmin.password }, folder, {
  command: ['demo/demo.ts', '--applications', options.rows],
  timeoutMs: fillMs,
});
const browser = await chromium.launch(await launchOptions());
const rows: string[][] = [];
const failures: string[] = [];
try {
  const clerk = new Clerk(browser, product, await product.staff());
  const add = (name: BudgetName, values: number[]) => {
    const budget = budgets[name];
    const value = median(values);
    const isGood = holds(budget, value);
    const slowest = values.length > 1 ? formatFigure(Math.max(...values), budget.unit) : '–';
    rows.push([
      budget.sentence,
      formatFigure(value, budget.unit),
      slowest,
      formatFigure(budget.limit, budget.unit),
      isGood ? 'yes' : 'no',
    ]);
    if (!isGood && (budget.unit === 'bytes' || options.strict)) failures.push(budget.sentence);
  };
  add('loginScript', [await clerk.scriptBytes('/login', false)]);
  add('listScript', [await clerk.scriptBytes('/application', true)]);
  const cold: number[] = [];
  const warm: number[] = [];
  for (let at = 0; at < loads; at++) {
    const times = await clerk.loadList();
    cold.push(times.cold);
    warm.push(times.warm);
  }
  add('listCold', cold);
  add('listWarm', warm);
  add('search', await clerk.search(searches));
  add('preview', await times(searches, () => clerk.preview()));
} finally {
  await browser.close();
  await product.stop();
  if (!options.data) await rm(folder, { recursive: true, force: true });
}

process.stdout.write(`The office on ${Number(options.rows).toLocaleString('en')} applications.\n`);
process.stdout.write(`${table(['what', 'median', 'slowest', 'budget', 'holds'], rows)}\n`);
if (failures.length > 0) process.stdout.write(`\nOver budget: ${failures.join('; ')}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
