/**
 * A document of the copy on a page of its own: the way back, saving it, its clock, and its end with the copy. The copy
 * and its documents on paper: A4, each page compared with what must be on it.
 */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { formFields, type Slot, slotNames } from '../../contract/application-form.ts';
import { dhakaDay } from '../../contract/dates.ts';
import { type Language, languageNames, pathIn } from '../../contract/language.ts';
import { labelForApplicants } from '../../web/application/fields-and-documents.ts';
import { documentPath } from '../../web/site/document-path.ts';
import { dataOf } from '../data-of.ts';
import { testSecretKey } from '../secret-key.ts';
import { addApplicant, shownFields } from './applicant.ts';
import { enlarge, expectAccessible, overflowingElements } from './browser.ts';
import { openProduct } from './open-product.ts';
import { pagesOf, withoutSpaces } from './pdf-pages.ts';
import { dateInWords, formatNumber, grant, interpolate, variants } from './status-check.ts';

const product = openProduct({ environment: { SECRET_KEY: testSecretKey, ATTACHMENTS_ALLOW_PDF: '1' } });
let found: Application;
let other: Application;
let whole: Application;
let bare: Application;

beforeAll(async () => {
  const staff = await product.staff();
  const pdf = (await product.openPage()).page;
  await pdf.setContent('<h1>SPECIMEN</h1>');
  const form = new FormData();
  form.append('file4', new File([new Uint8Array(await pdf.pdf())], 'form.pdf', { type: 'application/pdf' }));
  const { application } = await addApplicant(staff, 41, ['visa', 'jobLetter']);
  found = dataOf(await staff.call('updateAttachments', { params: { id: application._id }, form }));
  other = (await addApplicant(staff, 42, ['visa'])).application;
  bare = (await addApplicant(staff, 43, [])).application;
  whole = (await addApplicant(staff, 31)).application;
  whole = dataOf(await staff.call('approve', { params: { id: whole._id } }));
});

const visaLabel = { en: 'Visa', bn: 'ভিসা' } as const;

const isShown = (page: Page, url: string | null) =>
  page.locator(`main img[src="${url}"]`).evaluate((image: HTMLImageElement) => image.naturalWidth > 320);

function label(slot: Slot, language: Language): string {
  return labelForApplicants(slot)[language];
}

function pageOf(number: number, all: number, language: Language): string {
  return language === 'bn'
    ? withoutSpaces(`পাতা ${formatNumber(number, 'bn')} / ${formatNumber(all, 'bn')}`)
    : withoutSpaces(`Page ${number} of ${all}`);
}

describe.each(variants)('in $language, $script', ({ language, base, texts, hasScript }) => {
  const open = async (path: string, seconds?: number, applications = [found]) => {
    const opened = await product.openPage({ javaScriptEnabled: hasScript });
    await grant(opened.context, product.origin, applications, seconds);
    const answer = await opened.page.goto(product.origin + path);
    return { ...opened, answer };
  };
  const visa = documentPath(language, { slot: 'file3', at: 0 });

  test('the copy links to it; it shows the full picture with no personal data around it, is saved under a name that says what it is but not whose, links back, and fits into 320 px', async () => {
    const { page } = await open(`${base}/view-one`);
    await page
      .locator('article li')
      .getByRole('link', { name: interpolate(texts.copy.openDocument, { label: visaLabel[language] }), exact: true })
      .click();
    await page.waitForURL(product.origin + documentPath(language, { slot: 'file3', at: 0 }, found._id));
    await expect.poll(() => isShown(page, found.file3)).toBe(true);
    await expect.poll(() => page.title()).toBe(`${visaLabel[language]} – Maplegate`);
    await expect.poll(() => page.innerText('h1')).toBe(visaLabel[language]);
    expect(await page.content()).not.toContain(found.passport);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: texts.copy.save }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('visa.jpg');
    expect(new URL(page.url()).pathname).toBe(visa);
    await page.setViewportSize({ width: 320, height: 740 });
    for (const size of ['100%', '200%']) {
      await enlarge(page, size);
      await expect.poll(async () => [size, await overflowingElements(page)]).toEqual([size, []]);
    }
    if (hasScript) await expectAccessible(page);
    await page.getByRole('link', { name: texts.copy.backToCopy }).click();
    await page.waitForURL(`${product.origin}${base}/view-one?copy=${found._id}`);
  });

  test('browsers do not store it; it closes with the copy and says until when it is open', async () => {
    const { page, answer } = await open(visa);
    expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(answer?.headers().refresh).toMatch(/^(?:8\d\d|90\d); url=/);
    await expect.poll(() => page.getByRole('region', { name: texts.copy.tools }).isVisible()).toBe(true);
    await page.getByRole('button', { name: texts.copy.close }).click();
    await page.locator('h1').first().waitFor();
    for (const path of [visa, `${base}/view-one`]) {
      await page.goto(product.origin + path);
      expect(new URL(page.url()).pathname).toBe(`${base}/view-one`);
      await expect.poll(() => page.locator('main img').count()).toBe(0);
    }
    await page.goBack().catch(() => null);
    await expect.poll(() => page.locator('main img').count()).toBe(0);
  });

  test('a PDF has a page with a frame, a missing document is a 404 page with an explanation, and an unknown document name redirects home', async () => {
    const { page, answer } = await open(documentPath(language, { slot: 'file6', at: 0 }));
    expect(answer?.status()).toBe(404);
    await expect.poll(() => page.innerText('h1')).toBe(texts.copy.noDocument);
    for (const name of ['visa-1', 'visa-0', 'visa-100', 'file0', 'file7', 'file3-1', 'visa1', 'passport']) {
      const away = await page.request.get(`${product.origin}${base}/view-one/${name}`, { maxRedirects: 0 });
      expect([away.status(), away.headers().location]).toEqual([302, base || '/']);
    }
    expect((await page.goto(documentPath(language, { slot: 'file3', at: 7 })))?.status()).toBe(404);
    await page.goto(documentPath(language, { slot: 'file4', at: 0 }));
    await expect.poll(() => page.locator('main iframe').getAttribute('src')).toBe(found.file4);
  });

  test('a file URL that is opened without permission shows a page with an explanation and links', async () => {
    const { page } = await product.openPage({ javaScriptEnabled: hasScript, language });
    const answer = await page.goto(product.origin + found.file3);
    expect(answer?.status()).toBe(404);
    await expect.poll(() => page.innerText('h1')).toBe(texts.copy.fileTitle);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    await page.locator('main').getByRole('link', { name: texts.copy.noneButton }).click();
    await page.waitForURL(`${product.origin}${base}/enquiry`);
  });

  const print = async (applications: Application[], path = `${base}/view-one`) => {
    const { page, context } = await product.openPage({ javaScriptEnabled: hasScript });
    await grant(context, product.origin, applications);
    await page.goto(product.origin + path);
    return { page, pages: pagesOf(await page.pdf({ preferCSSPageSize: true })) };
  };

  test('the copy prints on A4, one attachment a page, without navigation, or the summary alone if the reader chooses that', async () => {
    const before = dhakaDay(new Date());
    const { page: shown, pages } = await print([whole]);
    expect(pages).toHaveLength(1 + slotNames.length);
    for (const [at, page] of pages.entries()) {
      expect([page.widthMm, page.heightMm]).toEqual([210, 297]);
      expect(page.text).toContain(pageOf(at + 1, pages.length, language));
      for (const text of [texts.site.home, texts.site.skip, texts.site.terms, texts.copy.close, texts.copy.print]) {
        expect(page.text).not.toContain(withoutSpaces(text));
      }
    }

    const [first, ...sheets] = pages;
    // The letterhead, the answer, every field and every date are on the first page.
    const { approve, pending } = whole;
    const expected = [
      'Maplegate',
      '+880 9600 000000',
      'help@maplegate.example',
      texts.copy.heading,
      `${texts.copy.status}: ${texts.status.Approved.word}`,
      texts.status.Approved.headline,
      texts.status.Approved.do,
      dateInWords(approve ?? '', language),
      dateInWords(pending ?? '', language),
      product.origin,
      interpolate(texts.copy.number, { number: whole._id.slice(0, 8).toUpperCase() }),
      texts.copy.historyReceived,
      texts.status.Approved.history,
      texts.application.section.A,
      texts.application.section.B,
      texts.application.section.C,
      texts.application.section.D,
      ...Object.values(formFields).map(({ label }) => label[language]),
      ...shownFields(whole, texts.application, language),
      ...slotNames.map((slot) => `${label(slot, language)} ${texts.copy.added}`),
    ];
    for (const text of expected) expect(first?.text).toContain(withoutSpaces(text));
    // It may have become midnight in Dhaka in the meantime.
    const printedOn = [before, dhakaDay(new Date())].map((day) =>
      withoutSpaces(interpolate(texts.copy.printedOn, { date: dateInWords(day, language) })),
    );
    expect(printedOn.some((text) => first?.text.includes(text))).toBe(true);
    expect(first?.pictures).toHaveLength(1);

    for (const [at, sheet] of sheets.entries()) {
      expect(sheet.text).toContain(withoutSpaces(label(slotNames[at] as Slot, language)));
      const place = interpolate(texts.copy.attachment, {
        number: formatNumber(at + 1, language),
        all: formatNumber(6, language),
      });
      for (const text of [place, whole.passport, whole.surname]) expect(sheet.text).toContain(withoutSpaces(text));
      // The full-size scan, not the thumbnail.
      expect(Math.max(...sheet.pictures.map(({ width }) => width))).toBeGreaterThan(600);
    }
    await shown.getByLabel(texts.copy.printDocuments).uncheck();
    expect(pagesOf(await shown.pdf({ preferCSSPageSize: true }))).toHaveLength(1);
  });

  test('a copy without documents offers to print none, and warns of no download', async () => {
    const { page, pages } = await print([bare]);
    expect(pages).toHaveLength(1);
    expect(await page.getByText(texts.copy.printDocuments).isVisible()).toBe(false);
    expect(await page.innerText('main')).not.toContain(texts.copy.printDocumentsHint);
  });

  test('a document of the copy prints on one page with margins, the name of the site and the date, and nothing personal around it', async () => {
    const { pages } = await print([whole], documentPath(language, { slot: 'file1', at: 0 }));
    expect(pages).toHaveLength(1);
    const [page] = pages;
    const printedOn = interpolate(texts.copy.printedOn, { date: '' });
    for (const text of ['Maplegate', 'help@maplegate.example', label('file1', language), printedOn]) {
      expect(page?.text).toContain(withoutSpaces(text));
    }
    for (const text of [whole.passport, whole.surname, texts.copy.close]) {
      expect(page?.text).not.toContain(withoutSpaces(text));
    }
  });

  if (hasScript) return;

  test('an e-mail address that is longer than its place breaks behind the @, on paper as well', async () => {
    const { page } = await open(`${base}/view-one`, undefined, [whole]);
    await page.setViewportSize({ width: 794, height: 1123 });
    await page.emulateMedia({ media: 'print' });
    const value = page.locator('article dd', { hasText: whole.email });
    const linesOfParts = await value.evaluate((element) => {
      element.style.width = '13em';
      return [...element.childNodes].map((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [node.textContent, range.getClientRects().length];
      });
    });
    const [name = '', host = ''] = whole.email.split('@');
    expect(linesOfParts).toEqual([
      [`${name}@`, 1],
      ['', expect.any(Number)],
      [host, 1],
    ]);
  });

  test('the documents of a second application have numbered paths', async () => {
    const { page } = await open(`${base}/view-one`, undefined, [found, other]);
    const ids = await page.locator('article').evaluateAll((all) => all.map((copy) => copy.id.replace('copy-', '')));
    const second = ids[1] === found._id ? found : other;
    await page.goto(product.origin + documentPath(language, { slot: 'file3', at: 1 }));
    await expect.poll(() => isShown(page, second.file3)).toBe(true);
  });

  test('each of several applications begins on a page of its own; missing documents and PDFs take no page, but are in the list', async () => {
    const { pages } = await print([whole, found]);
    expect(pages).toHaveLength(1 + slotNames.length + 3);
    const heads = pages.filter(({ text }) => text.includes(withoutSpaces(texts.application.section.A)));
    expect(heads).toHaveLength(2);
    expect(heads.map(({ text }) => [whole, found].filter(({ passport }) => text.includes(passport)).length)).toEqual([
      1, 1,
    ]);
    const [head, ...sheets] = pages.filter(({ text }) => text.includes(found.passport));
    for (const slot of slotNames) {
      const { added, notAdded, pdfOnPaper } = texts.copy;
      const state = slot === 'file4' ? pdfOnPaper : ['file1', 'file3'].includes(slot) ? added : notAdded;
      expect(head?.text).toContain(withoutSpaces(`${label(slot, language)} ${state}`));
    }
    for (const [at, slot] of (['file1', 'file3'] as const).entries())
      expect(sheets[at]?.text).toContain(withoutSpaces(label(slot, language)));
  });

  // With script such a copy is removed from the other tabs: copy-script.test.ts.
  test('after another application was opened in the browser, the links and forms of the earlier copy say so and neither show nor change the other one', async () => {
    const { page, context, answer } = await open(visa);
    const copy = `${product.origin}${base}/view-one`;
    const forms = ['[data-more] button', '[data-copy] [data-close] button'].map((form) => page.locator(form).first());
    for (const path of [copy, product.origin + visa]) {
      for (const form of forms) {
        await grant(context, product.origin, [found]);
        await page.goto(path);
        await grant(context, product.origin, [other]);
        await form.click();
        await expect.poll(() => page.innerText('h1').catch(() => '')).toBe(texts.copy.noneReplacedTitle);
        expect(await page.locator('main :is(img, article)').count()).toBe(0);
        const html = await (await context.request.get(copy)).text();
        expect(html).toContain(`id="copy-${other._id}"`);
        expect(html).toMatch(/<\w+[^>]* data-more/);
      }
    }
    await grant(context, product.origin, [found]);
    await page.goto(copy);
    await grant(context, product.origin, [other]);
    await page.locator('article li a').first().click();
    await expect.poll(() => page.innerText('h1')).toBe(texts.copy.noneReplacedTitle);
    expect(await page.locator('main :is(img, article)').count()).toBe(0);
    // The way back from a document leads to its own copy, too.
    await grant(context, product.origin, [found]);
    await page.goto(product.origin + visa);
    await grant(context, product.origin, [other]);
    await page.getByRole('link', { name: texts.copy.backToCopy }).click();
    await expect.poll(() => page.innerText('h1')).toBe(texts.copy.noneReplacedTitle);
    expect(await page.locator('main :is(img, article)').count()).toBe(0);
    // Nor does a document that reloads itself at its end, or is opened in the other language after that.
    const [, reloaded = ''] = answer?.headers().refresh?.split('url=') ?? [];
    await page.goto(product.origin + reloaded);
    await expect.poll(() => page.innerText('h1')).toBe(texts.copy.noneReplacedTitle);
    expect(await page.innerText('main')).toContain(texts.copy.noneReplaced);
    await page.locator('header a[hreflang]').first().click();
    await page.waitForURL((url) => url.pathname.startsWith('/bn/') !== (language === 'bn'));
    expect(await page.locator('main :is(img, article)').count()).toBe(0);
  });
});

test('a document is also found by the name of its slot, in both languages', async () => {
  const { context } = await product.openPage();
  await grant(context, product.origin, [found, other]);
  const open = async (path: string) => {
    const answer = await context.request.get(product.origin + path);
    const [main = ''] = /<main.*<\/main>/s.exec(await answer.text()) ?? [];
    const shown = [...main.matchAll(/<h\d[^>]*>(.*?)<\/h\d>|<(?:img|iframe)[^>]* src="([^"]*)"/g)];
    expect(shown.length).toBeGreaterThan(0);
    return { path: new URL(answer.url()).pathname, status: answer.status(), shown: shown.map(([, ...all]) => all) };
  };
  for (const language of languageNames) {
    for (const slot of slotNames) {
      // The third application does not exist.
      for (const at of language === 'en' ? [0, 2] : [1]) {
        const byName = documentPath(language, { slot, at });
        const bySlot = pathIn(language, `/view-one/${slot}${at > 0 ? `-${at + 1}` : ''}`);
        expect(await open(bySlot)).toEqual({ ...(await open(byName)), path: bySlot });
      }
    }
  }
});

test('a page of the copy from the back/forward cache shows nothing before it is reloaded', async () => {
  const { page, context } = await product.openPage();
  await grant(context, product.origin, [found]);
  await page.goto(`${product.origin}/view-one/visa`);
  const picture = page.locator('main img');
  await expect.poll(() => picture.isVisible()).toBe(true);
  // Some browsers keep a page in the back/forward cache in spite of `no-store`.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  expect(await picture.isVisible()).toBe(false);
  const [answer] = await Promise.all([
    page.waitForResponse('**/view-one/visa?*'),
    page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))),
  ]);
  expect(answer.status()).toBe(200);
  await expect.poll(() => picture.isVisible()).toBe(true);
});

test('a PDF is shown in a frame that the policies of page and file allow, and on a phone as a link', async () => {
  const { page, context } = await product.openPage();
  await grant(context, product.origin, [found]);
  await page.goto(`${product.origin}/view-one`);
  const url = found.file4 ?? '';
  await expect.poll(() => page.locator('iframe').getAttribute('src')).toBe(url);
  await expect.poll(() => page.locator('iframe').getAttribute('title')).toBe('Visa Form');
  await expect.poll(() => page.locator('article li img').count()).toBe(2);

  const file = await page.request.get(product.origin + url);
  expect(file.headers()).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' });
  const policy = file.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toContain('sandbox');

  // A phone would download the PDF, so there is only a link.
  const phone = await product.openPage({ hasTouch: true, isMobile: true });
  await grant(phone.context, product.origin, [found]);
  const requested: string[] = [];
  phone.page.on('request', (request) => requested.push(request.url()));
  await phone.page.goto(`${product.origin}/view-one`);
  await phone.page.locator('a[href^="/view-one/visaForm?"]').scrollIntoViewIfNeeded();
  await phone.page.waitForFunction(() => document.querySelector<HTMLImageElement>('article li img')?.naturalWidth);
  await expect.poll(() => phone.page.locator('iframe').isVisible()).toBe(false);
  expect(requested).not.toContain(product.origin + url);
  await phone.page.goto(`${product.origin}/view-one/visaForm`);
  await expect.poll(() => phone.page.locator('iframe').isVisible()).toBe(false);
  await expect.poll(() => phone.page.locator(`a[download][href="${url}"]`).isVisible()).toBe(true);
});
