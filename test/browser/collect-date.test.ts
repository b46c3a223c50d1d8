/** What an applicant reads about collecting the visa, by the collect date that the office has entered. */
import { beforeAll, expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { addBusinessDays, addDays, dhakaDay } from '../../contract/dates.ts';
import { limits } from '../../contract/limits.ts';
import { dataOf } from '../data-of.ts';
import { testSecretKey } from '../secret-key.ts';
import { addApplicant } from './applicant.ts';
import { openProduct } from './open-product.ts';
import { dateInWords, grant, interpolate, promised, variants } from './status-check.ts';

const product = openProduct({ environment: { SECRET_KEY: testSecretKey } });
/** Midnight in Dhaka may come while the tests run, so no date is the day before or after it. */
const today = dhakaDay(new Date());
const approvedOn = addDays(today, -7);
const soon = addDays(today, 3);
const past = addDays(today, -3);
const names = ['soon', 'past', 'none', 'expected', 'missed'] as const;
const applications: Partial<Record<(typeof names)[number], Application>> = {};

beforeAll(async () => {
  const staff = await product.staff();
  const add = async (number: number) => ({ id: (await addApplicant(staff, number, [])).application._id });
  for (const [at, [name, collectDate]] of Object.entries({ soon, past, none: soon }).entries()) {
    const json = { date: approvedOn, collectDate };
    applications[name as 'soon'] = dataOf(await staff.call('approve', { params: await add(40 + at), json }));
  }
  for (const [at, [name, date]] of Object.entries({ expected: soon, missed: past }).entries())
    applications[name as 'missed'] = dataOf(
      await staff.call('setPending', { params: await add(43 + at), json: { date } }),
    );
  // As records of the former system were.
  await product.withResources(({ database }) =>
    database.db
      .updateTable('application')
      .set({ visaCollectDate: null })
      .where('id', '=', applications.none?._id ?? '')
      .execute(),
  );
});

test.each(variants)(
  'it can be collected from a day, or has been ready since one, or the office will tell it: $language, $script',
  async ({ language, base, texts, hasScript }) => {
    const { nextNoDate, nextReady, next, nextDelivery } = texts.status.Approved;
    const { nextCollect, nextCollectPast } = texts.status.Pending;
    const by = dateInWords(addBusinessDays(approvedOn, limits.collectAfterBusinessDays), language);
    const day = (date: string) => ({ collect: dateInWords(date, language), by, ...promised[language] });
    const sentences = {
      soon: interpolate(next, day(soon)),
      past: interpolate(nextReady, day(past)),
      none: interpolate(nextNoDate, promised[language]),
      expected: interpolate(nextCollect, day(soon)),
      missed: interpolate(nextCollectPast, day(past)),
      // The day that the office has named is later than the usual one, which is therefore on no copy.
      usual: interpolate(nextDelivery, day(soon)),
    };
    const { page, context } = await product.openPage({ javaScriptEnabled: hasScript });
    for (const name of names) {
      await grant(context, product.origin, [applications[name] as Application]);
      await page.goto(`${product.origin}${base}/view-one`);
      const shown = (await page.innerText('article header')).replace(/\s+/g, ' ');
      for (const each of Object.values(sentences))
        expect([name, each, shown.includes(each.replace(/\s+/g, ' '))]).toEqual([name, each, each === sentences[name]]);
      // This office has set neither a person nor an address nor hours.
      expect(await page.locator('dl:empty').count()).toBe(0);
    }
  },
);
