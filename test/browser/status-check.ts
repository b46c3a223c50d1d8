/** Runs the status check in a browser, in either language, with and without script. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import type { Language } from '../../contract/language.ts';
import { limits } from '../../contract/limits.ts';
import { deriveKeys } from '../../server/keys.ts';
import applicationBn from '../../web/texts/application.bn.json' with { type: 'json' };
import applicationEn from '../../web/texts/application.en.json' with { type: 'json' };
import bn from '../../web/texts/bn.json' with { type: 'json' };
import en from '../../web/texts/en.json' with { type: 'json' };
import statusBn from '../../web/texts/status.bn.json' with { type: 'json' };
import statusEn from '../../web/texts/status.en.json' with { type: 'json' };
import uiBn from '../../web/texts/ui.bn.json' with { type: 'json' };
import uiEn from '../../web/texts/ui.en.json' with { type: 'json' };
import { testSecretKey } from '../secret-key.ts';

export const languages = [
  { language: 'en', base: '', texts: { ...en, ...uiEn, application: applicationEn, status: statusEn } },
  { language: 'bn', base: '/bn', texts: { ...bn, ...uiBn, application: applicationBn, status: statusBn } },
] as const;

/**
 * Each language once, and with and without script once: the languages differ in texts, on which no script depends.
 */
export const variants = languages.map((each) => {
  const hasScript = each.language === 'bn';
  return { ...each, hasScript, script: hasScript ? 'with script' : 'without script' };
});

export const scriptVariants = variants.filter(({ hasScript }) => hasScript);

export interface EnquiryInput {
  passport?: string;
  nationality?: string;
  /** The whole date in the first input, or its three parts. */
  birthDate?: readonly string[];
}

/** Fills in and sends the form; returns the response to the POST once the page shows it. */
export async function submitEnquiry(page: Page, { passport = '', nationality = '', birthDate = [] }: EnquiryInput) {
  await page.fill('#passport', passport);
  await page.fill('#nationality', nationality);
  for (const [at, part] of ['day', 'month', 'year'].entries()) {
    await page.fill(`#birthDate-${part}`, birthDate[at] ?? '');
  }
  await page.evaluate(() => {
    document.documentElement.dataset.submitted = '';
  });
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.click('#enquiry button[data-busy]'),
  ]);
  await answer.finished();
  const hasNext = () => {
    // A document that has just started to load has no elements yet.
    if (document.readyState === 'loading' || !document.querySelector('main')) return false;
    // With script (which sets `data-scrolled`) the response may be shown in the same document.
    const { submitted, scrolled } = document.documentElement.dataset;
    const isNext = submitted === undefined;
    const isBusy = document.querySelector('[data-busy][aria-disabled=true]') !== null;
    return !isBusy && (isNext || scrolled !== undefined);
  };
  // The test polls from outside, since timers of the page do not run without script; between two documents it fails.
  await expect.poll(() => page.evaluate(hasNext).catch(() => false), { timeout: 60_000 }).toBe(true);
  return answer;
}

/**
 * Sets the cookie of a grant for these applications, as an enquiry does, with the given lifetime. The product must run
 * with `testSecretKey`.
 */
export async function grant(
  context: BrowserContext,
  origin: string,
  applications: readonly Application[],
  seconds = limits.grantMinutes * 60,
): Promise<void> {
  const ids = applications.map(({ _id }) => _id);
  const expiresAt = new Date(Date.now() + seconds * 1_000).toISOString();
  const id = crypto.randomUUID().replaceAll('-', '').slice(0, limits.idLength);
  const value = deriveKeys(Buffer.from(testSecretKey)).sign('grant', { id, ids, expiresAt, isExtended: false });
  const cookie = { url: origin, httpOnly: true, sameSite: 'Lax' } as const;
  await context.addCookies([
    { name: 'grant', value, ...cookie },
    { name: 'copy', value: 'open', ...cookie },
  ]);
}

export function interpolate(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{\{(\w+)(?:, number)?\}\}/g, (_, name: string) => String(values[name]));
}

/** The times that the office promises, as the texts write them. */
export const promised = {
  en: { processingWeeksMin: '3', processingWeeksMax: '5', collectAfterBusinessDays: '2' },
  bn: { processingWeeksMin: '৩', processingWeeksMax: '৫', collectAfterBusinessDays: '২' },
} as const satisfies Record<Language, Record<string, string>>;

/** A date with its weekday and the name of its month. */
export function dateInWords(date: string, language: Language): string {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(language === 'bn' ? 'bn-BD' : 'en-GB', parts);
}

export function formatNumber(number: number, language: Language): string {
  return number.toLocaleString(language);
}

export const shownAlert = (page: Page) => page.locator('[role=alert]').filter({ visible: true });
export const isFocused = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element === document.activeElement);
