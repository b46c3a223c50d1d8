/** What script adds to the applicant's copy: warnings, other tabs, printing, and what it says without a connection. */
import type { Route } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { limits } from '../../contract/limits.ts';
import { labelForApplicants } from '../../web/application/fields-and-documents.ts';
import { documentPath } from '../../web/site/document-path.ts';
import { testSecretKey } from '../secret-key.ts';
import { addApplicant } from './applicant.ts';
import { expectAccessible, expectGivenUpAfter, installClock, stopClock } from './browser.ts';
import { openProduct } from './open-product.ts';
import { grant, isFocused, scriptVariants } from './status-check.ts';

const product = openProduct({ environment: { SECRET_KEY: testSecretKey } });
let application: Application;
let another: Application;

beforeAll(async () => {
  application = (await addApplicant(await product.staff(), 21, ['jobLetter', 'visa'])).application;
  another = (await addApplicant(await product.staff(), 22, ['visa'])).application;
});

describe.each(scriptVariants)('with script in $language', ({ language, base, texts }) => {
  test('time extended in one tab is extended in the other', async () => {
    const { page, context } = await product.openPage();
    await grant(context, product.origin, [application], 100);
    await page.goto(`${product.origin}${base}/view-one`);
    const other = await context.newPage();
    await other.goto(`${product.origin}${base}/view-one`);
    await other.locator('[data-more] button').first().click();
    for (const tab of [other, page]) await expect.poll(() => tab.locator('[data-more]').count()).toBe(0);
    await expect.poll(() => page.locator('article').isVisible()).toBe(true);
  });

  test('a copy that is closed in one tab is gone from the others with its documents, and one closed on a document as well', async () => {
    const { page, context } = await product.openPage();
    await grant(context, product.origin, [application]);
    await page.goto(`${product.origin}${base}/view-one`);
    const [document, other] = [await context.newPage(), await context.newPage()];
    await document.goto(product.origin + documentPath(language, { slot: 'file3', at: 0 }));
    await other.goto(`${product.origin}${base}/view-one`);
    await other.click('[data-close] button');
    for (const tab of [other, page, document]) {
      await expect.poll(() => tab.innerText('h1').catch(() => '')).toBe(texts.copy.noneClosedTitle);
      await expect.poll(() => tab.innerText('main')).not.toContain(texts.copy.none);
      expect(await tab.locator('main :is(img, article)').count()).toBe(0);
      expect(new URL(tab.url()).pathname).toBe(`${base}/view-one`);
    }
    for (const tab of [page, document]) {
      await tab.goBack().catch(() => null);
      await expect.poll(() => tab.locator('main :is(img, article)').count()).toBe(0);
    }
    await grant(context, product.origin, [application]);
    await page.goto(`${product.origin}${base}/view-one`);
    await document.goto(product.origin + documentPath(language, { slot: 'file3', at: 0 }));
    await document.locator('[data-close] button').first().click();
    await expect.poll(() => page.innerText('h1').catch(() => '')).toBe(texts.copy.noneClosedTitle);
    expect(await page.locator('main :is(img, article)').count()).toBe(0);
  });

  test('an application that is opened in one tab removes the copy and the documents of another from the other tabs, which say so', async () => {
    const { page, context } = await product.openPage();
    await grant(context, product.origin, [application]);
    await page.goto(`${product.origin}${base}/view-one`);
    await page.locator('article li a').first().click();
    await page.locator(`main img[src="${application.file1}"]`).waitFor();
    const copy = await context.newPage();
    await copy.goto(`${product.origin}${base}/view-one`);
    await grant(context, product.origin, [another]);
    const opened = await context.newPage();
    await opened.goto(`${product.origin}${base}/view-one`);
    for (const tab of [page, copy]) {
      await expect.poll(() => tab.innerText('h1').catch(() => '')).toBe(texts.copy.noneReplacedTitle);
      await expect.poll(() => tab.locator('main').getByRole('link', { name: texts.copy.noneButton }).count()).toBe(1);
      expect(await tab.locator('main :is(img, article)').count()).toBe(0);
    }
    await opened.locator(`#copy-${another._id}`).waitFor();
  });

  test('the page that says how a copy ended is requested once, however long it takes to arrive', async () => {
    const { page, context } = await product.openPage();
    await grant(context, product.origin, [application], 100);
    await installClock(page);
    await page.goto(`${product.origin}${base}/view-one`);
    await stopClock(page);
    let requests = 0;
    await page.route('**/view-one*', (route) => {
      requests++;
      // Without content the browser stays on the page, as before an answer.
      return route.fulfill({ status: 204 });
    });
    await page.clock.runFor(101_000);
    await expect.poll(() => requests).toBe(1);
    await page.clock.runFor(20_000);
    // An answer from the server is later than a request for the page would be.
    await page.evaluate(() => fetch('/healthz').then(({ status }) => status));
    expect(requests).toBe(1);
  });

  test('a copy whose time is over never shows another application, also where the tabs cannot tell each other of it', async () => {
    const { page, context } = await product.openPage();
    await page.addInitScript('delete globalThis.BroadcastChannel');
    await grant(context, product.origin, [application], 100);
    await installClock(page);
    await page.goto(`${product.origin}${base}/view-one`);
    await stopClock(page);
    await grant(context, product.origin, [another]);
    await page.clock.runFor(101_000);
    await expect.poll(() => page.innerText('h1').catch(() => '')).toBe(texts.copy.noneReplacedTitle);
    expect(await page.locator('main :is(img, article)').count()).toBe(0);
  });

  test('printing a copy that is no longer open says how it ended, and nothing of the internet', async () => {
    const { page, context } = await product.openPage();
    await grant(context, product.origin, [application]);
    await page.goto(`${product.origin}${base}/view-one`);
    await grant(context, product.origin, [another]);
    await page.getByRole('button', { name: texts.copy.print }).click();
    await expect.poll(() => page.innerText('h1').catch(() => '')).toBe(texts.copy.noneReplacedTitle);
  });

  test('time that is not extended, without a connection or by an answer that is no redirect, leaves the copy as it is, says so, and is extended later', async () => {
    const { page, context } = await product.openPage();
    await grant(context, product.origin, [application]);
    await page.goto(`${product.origin}${base}/view-one`);
    const more = page.locator('[data-more]').first();
    await context.setOffline(true);
    await more.getByRole('button').click();
    await expect.poll(() => more.getByRole('alert').innerText()).toBe(texts.copy.moreNoAnswer);
    await expect.poll(() => page.locator('article').isVisible()).toBe(true);
    await expectAccessible(more);
    await context.setOffline(false);
    for (const status of [503, 429, 403, 200]) {
      const answer = (route: Route) =>
        route.request().method() === 'POST' ? route.fulfill({ status }) : route.fallback();
      await page.route('**', answer);
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await more.getByRole('button').click();
      expect((await answered).status()).toBe(status);
      await expect
        .poll(() =>
          more
            .getByRole('alert')
            .innerText()
            .catch(() => ''),
        )
        .toBe(texts.copy.moreNoAnswer);
      await page.unroute('**', answer);
    }
    await more.getByRole('button').click();
    await expect.poll(() => page.locator('[data-more]').count()).toBe(0);
  });

  test('more time for a copy that has ended, was replaced or was extended meanwhile shows what became of it', async () => {
    const { page, context } = await product.openPage();
    const granted = `${product.origin}/api/application/granted`;
    const headers = { origin: product.origin };
    const meanwhile: [() => Promise<unknown>, string][] = [
      [() => context.request.delete(granted, { headers }), texts.copy.noneClosedTitle],
      [() => context.clearCookies(), texts.copy.noneTitle],
      [() => grant(context, product.origin, [another]), texts.copy.noneReplacedTitle],
    ];
    for (const [change, title] of meanwhile) {
      await grant(context, product.origin, [application]);
      await page.goto(`${product.origin}${base}/view-one`);
      await change();
      await page.locator('[data-more] button').first().click();
      await expect.poll(() => page.innerText('h1').catch(() => '')).toBe(title);
    }
    await grant(context, product.origin, [application]);
    await page.goto(`${product.origin}${base}/view-one`);
    expect((await context.request.post(granted, { headers })).status()).toBe(200);
    await page.locator('[data-more] button').first().click();
    await expect.poll(() => page.locator('[data-more]').count()).toBe(0);
    await page.locator('article').waitFor();
  });

  test('a copy that is closed without a connection is hidden, and closes once the connection is back', async () => {
    const { page, context } = await product.openPage();
    await grant(context, product.origin, [application]);
    await page.goto(product.origin + documentPath(language, { slot: 'file1', at: 0 }));
    const notice = page.getByRole('alert', { name: texts.copy.hiddenTitle });
    await context.setOffline(true);
    await page.locator('[data-copy] [data-close] button').first().click();
    await notice.waitFor();
    await expect.poll(() => page.locator('[data-copy]').isVisible()).toBe(false);
    await expect.poll(() => isFocused(page, '[data-hidden-copy]')).toBe(true);
    await expectAccessible(notice);
    await notice.getByRole('button', { name: texts.copy.hiddenAgain }).click();
    await notice.waitFor();
    await context.setOffline(false);
    await expect.poll(() => page.innerText('h1').catch(() => '')).toBe(texts.copy.noneClosedTitle);
    await page.goBack().catch(() => null);
    await expect.poll(() => page.locator('article').count()).toBe(0);
  });

  test('a copy whose closing is not answered is hidden, and the next attempt closes it', async () => {
    const { page, context } = await product.openPage();
    await grant(context, product.origin, [application]);
    await page.goto(`${product.origin}${base}/view-one`);
    await page.route('**/view-one*', (route) => route.abort('connectionreset'));
    await page.locator('[data-copy] [data-close] button').first().click();
    await page.getByRole('alert', { name: texts.copy.hiddenTitle }).waitFor();
    await page.unroute('**/view-one*');
    await page.getByRole('button', { name: texts.copy.hiddenAgain }).click();
    await expect.poll(() => page.innerText('h1').catch(() => '')).toBe(texts.copy.noneClosedTitle);
  });

  test('a copy whose closing is not answered is closed by a later attempt, also after errors of a proxy', async () => {
    const { page, context } = await product.openPage();
    await grant(context, product.origin, [application]);
    await installClock(page);
    await page.goto(`${product.origin}${base}/view-one`);
    await stopClock(page);
    let attempts = 0;
    await page.route('**/view-one*', (route) => {
      attempts++;
      if (attempts === 1) return route.abort('connectionreset');
      return attempts === 2 ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue();
    });
    await page.locator('[data-copy] [data-close] button').first().click();
    await page.getByRole('alert', { name: texts.copy.hiddenTitle }).waitFor();
    // Each attempt is made a while after the answer to the one before, which the page has to read first. The third
    // leads to the page that says so.
    await expect
      .poll(async () => {
        if (attempts < 3) await page.clock.runFor(500);
        return attempts;
      })
      .toBeGreaterThanOrEqual(3);
    await expect.poll(() => page.innerText('h1').catch(() => '')).toBe(texts.copy.noneClosedTitle);
  });

  test('no full-size scan is loaded before it is opened or printed, and the button prints once every scan has arrived', async () => {
    const { page, context } = await product.openPage();
    await grant(context, product.origin, [application]);
    const files: string[] = [];
    page.on('request', (request) => request.url().includes('/api/files/') && files.push(request.url()));
    await page.addInitScript(() => {
      window.print = () => {
        const scans = [...document.querySelectorAll<HTMLImageElement>('[data-scan]')];
        document.title = `${scans.length} ${scans.every(({ complete, naturalWidth }) => complete && naturalWidth > 320)}`;
      };
    });
    await page.goto(`${product.origin}${base}/view-one`);
    // Not by one leap to the end, which passes those between.
    for (const small of await page.locator('article li img').all()) await small.scrollIntoViewIfNeeded();
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('article li img')].every(({ naturalWidth }) => naturalWidth > 0),
    );
    expect(files.filter((url) => !url.endsWith('.webp'))).toEqual([]);
    await page.getByRole('button', { name: texts.copy.print }).click();
    await page.waitForFunction(() => document.title === '2 true');
  });

  test('documents that have not loaded are named instead of printed, and may be tried again or left out', async () => {
    const { page, context } = await product.openPage();
    await grant(context, product.origin, [application]);
    await page.addInitScript(() => {
      window.print = () => {
        document.title = `printed ${document.querySelectorAll('[data-documents]:checked').length}`;
      };
    });
    await page.goto(`${product.origin}${base}/view-one`);
    const missing = application.file1 ?? '';
    await page.route(`**${missing}`, (route) => route.abort('connectionreset'));
    await page.getByRole('button', { name: texts.copy.print }).click();
    const trouble = page.locator('[data-not-loaded]');
    await expect
      .poll(() => trouble.innerText().catch(() => ''))
      .toContain(`${texts.copy.notLoaded} ${labelForApplicants('file1')[language]}\n`);
    await expect.poll(() => isFocused(page, '[data-not-loaded]')).toBe(true);
    await expectAccessible(trouble);
    await trouble.getByRole('button', { name: texts.copy.printAgain }).click();
    await trouble.waitFor();
    expect(await page.title()).not.toContain('printed');
    await trouble.getByRole('button', { name: texts.copy.printWithout }).click();
    await page.waitForFunction(() => document.title === 'printed 0');
    // The button that was pressed is gone with its notice.
    expect(await isFocused(page, '[data-print]')).toBe(true);
    await page.unroute(`**${missing}`);
    await page.locator('[data-documents]').check();
    await page.getByRole('button', { name: texts.copy.print }).click();
    await page.waitForFunction(() => document.title === 'printed 1');
    await expect.poll(() => trouble.isVisible()).toBe(false);
  });

  test('where colours are forced, a step that is done still looks different from one that is not', async () => {
    const { page, context } = await product.openPage();
    await grant(context, product.origin, [application]);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(`${product.origin}${base}/view-one`);
    const steps = page.getByRole('list', { name: texts.copy.progress, exact: true }).getByRole('listitem');
    const marks = await steps.evaluateAll((all) =>
      all.map((step) => {
        const { borderLeftWidth, borderRightWidth } = getComputedStyle(step, '::after');
        return `${borderLeftWidth} ${borderRightWidth}`;
      }),
    );
    expect(marks).toEqual(['12px 12px', '12px 3px', '3px 3px']);
  });

  test('documents that do not arrive are waited for up to the time of the contract', async () => {
    const { page, context } = await product.openPage();
    await grant(context, product.origin, [application]);
    await page.goto(`${product.origin}${base}/view-one`);
    await page.route(`**${application.file1}`, () => {});
    await expectGivenUpAfter(page, limits.scansTimeoutMs, {
      send: () => page.getByRole('button', { name: texts.copy.print }).click(),
      request: `**${application.file1}`,
      sign: page.locator('[data-not-loaded]:not([hidden])'),
    });
  });
});
