/** What an approved applicant reads about collecting the visa, by the collect date that the office has entered. */
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
const applications: Record<'soon' | 'past' | 'none', Application | null> = { soon: null, past: null, none: null };

beforeAll(async () => {
  const staff = await product.staff();
  for (const [at, [name, collectDate]] of Object.entries({ soon, past, none: soon }).entries()) {
    const { _id: id } = (await addApplicant(staff, 40 + at, [])).application;
    const json = { date: approvedOn, collectDate };
    applications[name as 'soon'] = dataOf(await staff.call('approve', { params: { id }, json }));
  }
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
    const { nextNoDate, nextReady, next } = texts.status.Approved;
    const by = dateInWords(addBusinessDays(approvedOn, limits.collectAfterBusinessDays), language);
    const day = (date: string) => ({ collect: dateInWords(date, language), by, ...promised[language] });
    const sentences = {
      soon: interpolate(next, day(soon)),
      past: interpolate(nextReady, day(past)),
      none: interpolate(nextNoDate, promised[language]),
    };
    for (const [name, sentence] of Object.entries(sentences)) {
      const { page, context } = await product.openPage({ javaScriptEnabled: hasScript });
      await grant(context, product.origin, [applications[name as 'soon'] as Application]);
      await page.goto(`${product.origin}${base}/view-one`);
      const shown = (await page.innerText('article header')).replace(/\s+/g, ' ');
      for (const each of Object.values(sentences))
        expect([name, each, shown.includes(each.replace(/\s+/g, ' '))]).toEqual([name, each, each === sentence]);
    }
  },
);
