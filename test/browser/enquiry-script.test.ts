/** What script adds to the status check: the page stays without an answer, and a second press is ignored. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { contractTexts } from '../../contract/texts.ts';
import { type AddedApplicant, addApplicant } from './applicant.ts';
import { expectAccessible, expectGivenUpAfter } from './browser.ts';
import { openProduct } from './open-product.ts';
import { isFocused, languages, scriptVariants, shownAlert } from './status-check.ts';

const product = openProduct();
let found: AddedApplicant;

beforeAll(async () => {
  found = await addApplicant(await product.staff(), 3, []);
});

describe.each(scriptVariants)('with script in $language', ({ language, base, texts }) => {
  const typed = { passport: 'A7654321', nationality: 'Bangladesh', birthDate: ['1', '2', '1990'] };
  const type = async (page: Page) => {
    await page.fill('#passport', typed.passport);
    await page.fill('#nationality', typed.nationality);
    for (const [at, part] of ['day', 'month', 'year'].entries()) {
      await page.fill(`#birthDate-${part}`, typed.birthDate[at] ?? '');
    }
  };

  test('a search that does not reach the server leaves the page as it is, and the next attempt works', async () => {
    const { page, context } = await product.openPage();
    await page.goto(`${product.origin}${base}/enquiry`);
    await type(page);
    await context.setOffline(true);
    await page.click('#enquiry button[data-busy]');
    await page.getByRole('heading', { name: texts.enquiry.offlineTitle }).waitFor();
    await expect.poll(() => isFocused(page, '[role=alert]:not([hidden])')).toBe(true);
    expect(await shownAlert(page).innerText()).toContain(texts.enquiry.offlineText);
    expect(await shownAlert(page).innerText()).not.toContain(contractTexts[language].noMatch);
    await expect.poll(() => page.inputValue('#passport')).toBe(typed.passport);
    await expect.poll(() => page.inputValue('#birthDate-month')).toBe('2');
    await expectAccessible(page);
    await context.setOffline(false);
    await shownAlert(page).getByRole('button', { name: texts.enquiry.again }).click();
    await page.getByRole('heading', { name: contractTexts[language].noMatch }).waitFor();
    await expect.poll(() => shownAlert(page).count()).toBe(1);
  });

  test('what is typed comes along to the other language, unsearched and in no address, and back again', async () => {
    const { page } = await product.openPage();
    const other = languages.find((each) => each.language !== language);
    if (!other) throw new Error('There is one language only.');
    await page.goto(`${product.origin}${base}/enquiry`);
    await type(page);
    const isTyped = async () => {
      await expect.poll(() => page.inputValue('#birthDate-year').catch(() => '')).toBe(typed.birthDate[2]);
      expect(await page.inputValue('#passport')).toBe(typed.passport);
      expect(await page.inputValue('#nationality')).toBe(typed.nationality);
      await expect.poll(() => shownAlert(page).count()).toBe(0);
    };
    await page.click(`header a[hreflang=${other.language}]`);
    await page.waitForURL(`${product.origin}${other.base}/enquiry`);
    await isTyped();
    expect(await page.locator('html').getAttribute('lang')).toBe(other.language);
    await page.goBack();
    await page.fill('#passport', '');
    await type(page);
    await page.click('#enquiry button[data-busy]');
    await page.getByRole('heading', { name: contractTexts[language].noMatch }).waitFor();
    await page.click(`header a[hreflang=${other.language}]`);
    await page.waitForURL(`${product.origin}${other.base}/enquiry`);
    await isTyped();
  });

  test('a server that does not answer is given up after the time of the contract, and the page stays', async () => {
    const { page } = await product.openPage();
    await page.goto(`${product.origin}${base}/enquiry`);
    await page.route('**/enquiry', () => {});
    await type(page);
    await expectGivenUpAfter(page, limits.listTimeoutMs, {
      send: () => page.click('#enquiry button[data-busy]'),
      request: '**/enquiry',
      sign: page.getByRole('heading', { name: texts.enquiry.unansweredTitle }),
    });
    await expect.poll(() => shownAlert(page).innerText()).toContain(texts.enquiry.unansweredText);
    await expect.poll(() => page.inputValue('#passport')).toBe(typed.passport);
    await expect.poll(() => page.locator('#enquiry button[data-busy]').innerText()).toBe(texts.enquiry.submit);
  });

  test('a search whose answer is lost may have counted as a try, and the page says so', async () => {
    const { page, context } = await product.openPage();
    await page.goto(`${product.origin}${base}/enquiry`);
    await page.route('**/enquiry', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    await type(page);
    await page.click('#enquiry button[data-busy]');
    await page.getByRole('heading', { name: texts.enquiry.unansweredTitle }).waitFor();
    await expect.poll(() => shownAlert(page).innerText()).toContain(texts.enquiry.unansweredText);
    await expect.poll(() => page.inputValue('#passport')).toBe(typed.passport);
    // A later attempt without a connection shows its own notice alone.
    await context.setOffline(true);
    await shownAlert(page).getByRole('button', { name: texts.enquiry.again }).click();
    await page.getByRole('heading', { name: texts.enquiry.offlineTitle }).waitFor();
    await expect.poll(() => shownAlert(page).count()).toBe(1);
    await context.setOffline(false);
  });

  test('while it searches, the button says so and ignores a second press, and works again after going back', async () => {
    const { page } = await product.openPage();
    const { person } = found;
    await page.goto(`${product.origin}${base}/enquiry`);
    let posts = 0;
    const pressedAgain = Promise.withResolvers<void>();
    await page.route('**/enquiry', async (route) => {
      if (route.request().method() === 'POST') posts++;
      await pressedAgain.promise;
      await route.continue();
    });
    await page.fill('#passport', person.passport);
    await page.fill('#nationality', person.nationality);
    await page.fill('#birthDate-day', person.birthDate);
    const button = page.locator('#enquiry button[data-busy]');
    await button.click();
    await expect.poll(() => button.innerText()).toBe(texts.enquiry.busy);
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
    await button.click({ force: true });
    pressedAgain.resolve();
    await page.waitForURL('**/view-one');
    expect(posts).toBe(1);
    await page.unroute('**/enquiry');
    await page.goBack();
    await page.waitForURL('**/enquiry');
    await expect.poll(() => button.innerText()).toBe(texts.enquiry.submit);
    expect(await button.getAttribute('aria-disabled')).not.toBe('true');
    // The next person at this device may be another.
    for (const field of ['#passport', '#birthDate-day', '#birthDate-year'])
      await expect.poll(() => page.inputValue(field)).toBe('');
  });

  test('a whole date pasted into any of the three inputs fills all of them, and any other text is pasted as it is', async () => {
    const { page } = await product.openPage();
    await page.goto(`${product.origin}${base}/enquiry`);
    const paste = async (part: string, text: string) => {
      await page.locator(`#birthDate-${part}`).evaluate((input, value) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', value);
        const event = new ClipboardEvent('paste', { clipboardData, cancelable: true, bubbles: true });
        if (input.dispatchEvent(event)) (input as HTMLInputElement).value = value;
      }, text);
      return Promise.all(['day', 'month', 'year'].map((each) => page.inputValue(`#birthDate-${each}`)));
    };
    expect(await paste('day', '1990-03-27')).toEqual(['27', '03', '1990']);
    expect(await paste('month', '৫/১১/১৯৮৮')).toEqual(['৫', '১১', '১৯৮৮']);
    expect(await paste('year', '7 March 1991')).toEqual(['7', 'March', '1991']);
    expect(await paste('month', '12')).toEqual(['7', '12', '1991']);
  });
});
