/** Sizes are the same on every machine, so exceeding a size budget fails; times are checked by hand. */
import { expect, test } from 'vitest';
import { publicPages } from '../../contract/pages.ts';
import { type Budget, budgets, wireBudget } from '../../page-budgets/budgets.ts';
import { phone, weigh } from '../../page-budgets/weigh.ts';
import { openProduct } from './open-product.ts';

const product = openProduct({ rows: 45 });

const expectWithin = (bytes: number, { sentence, limit }: Budget) => expect(bytes, sentence).toBeLessThanOrEqual(limit);

test.each(publicPages.filter(({ isIndexed }) => isIndexed))(
  '$en brings no more than its budget, nor does $bn',
  async (page) => {
    for (const language of ['en', 'bn'] as const) {
      const { page: opened } = await product.openPage({ ...phone, hasEmptyCache: true });
      const { beforeFilm, scriptGzip, styleGzip } = await weigh(opened, page[language]);
      expectWithin(beforeFilm, wireBudget(page.en, language));
      expectWithin(scriptGzip, budgets.scriptGzip);
      expectWithin(styleGzip, budgets.styleGzip);
    }
  },
);

test('the login brings no more script than its budget, and the list of applications with all that it needs', async () => {
  const { page: outside } = await product.openPage({ hasEmptyCache: true });
  expectWithin((await weigh(outside, '/login')).scriptGzip, budgets.loginScript);
  const { page: inside } = await product.openPage({ as: 'admin', hasEmptyCache: true });
  const { scriptGzip } = await weigh(inside, '/application');
  await inside.waitForSelector('main a[data-row]');
  expectWithin(scriptGzip, budgets.listScript);
});
