/** The office's copies on paper, one or the selected ones: what each page shows, and what it must not. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Application } from '../../../contract/answers.ts';
import { slotNames, slots } from '../../../contract/application-form.ts';
import { limits } from '../../../contract/limits.ts';
import words from '../../../web/texts/application.bn.json' with { type: 'json' };
import bn from '../../../web/texts/office/copy.bn.json' with { type: 'json' };
import en from '../../../web/texts/office/copy.en.json' with { type: 'json' };
import statusBn from '../../../web/texts/status.bn.json' with { type: 'json' };
import { dataOf } from '../../data-of.ts';
import { addApplicant, shownFields } from '../applicant.ts';
import { expectAccessible, expectGivenUpAfter, hold, settled } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { type PdfPage, pagesOf, withoutSpaces } from '../pdf-pages.ts';
import { insertedApplication } from './inserted-application.ts';

const product = openProduct({ environment: { ATTACHMENTS_ALLOW_PDF: '1' } });
const next = () => insertedApplication(product);
const held = slotNames.slice(0, 3);
const secretNote = 'Only for the staff';
const withdrawalReason = 'Meant for another person';
let whole: Application;

beforeAll(async () => {
  const staff = await product.staff('admin');
  const added = await addApplicant(
    staff,
    33,
    held.map((slot) => slots[slot].name),
  );
  const params = { id: added.application._id };
  await staff.call('reject', { params });
  const owner = await product.staff();
  const withdrawn = await owner.call('withdrawDecision', { params, json: { reason: withdrawalReason } });
  if (!withdrawn.ok) throw new Error(withdrawn.error.message);
  const decision = { date: '2026-03-05', note: secretNote };
  await staff.call('approve', { params, json: decision });
  const noted = await staff.call('approve', { params, json: decision });
  if (!noted.ok) throw new Error(noted.error.message);
  whole = noted.data;
});

const printed = async (): Promise<PdfPage[]> => {
  const at = `/userView?id=${whole._id}`;
  const { page } = await product.openPage({ as: 'admin', at, language: 'bn', colorScheme: 'dark' });
  await page.locator('#copy-person').waitFor();
  await page.evaluate(() => {
    window.print = () => {
      const scans = [...document.querySelectorAll<HTMLImageElement>('img[data-scan]')];
      document.documentElement.dataset.printed = String(scans.filter(({ naturalWidth }) => naturalWidth > 600).length);
    };
  });
  await page.getByRole('button', { name: bn.print, exact: true }).click();
  await page.locator(`html[data-printed="${held.length}"]`).waitFor();
  return pagesOf(await page.pdf({ preferCSSPageSize: true }));
};

test('its button prints once every scan is loaded, on A4 with letterhead, sections and one attachment a page, without buttons, notes and withdrawn decisions', async () => {
  // In Bangla and in the dark, which paper never is; below in English.
  const pages = await printed();
  expect(pages).toHaveLength(1 + held.length);
  const number = (value: number) => value.toLocaleString('bn-BD');
  const { decision, history, slots: places, paper } = bn;
  const kept = [secretNote, withdrawalReason, history.noted, history.staffOnly, 'Demo office'];
  const status = statusBn.Rejected;
  const unwanted = [...kept, status.decided, bn.edit, decision.title, status.decide, places.replace, places.lead];
  for (const [at, page] of pages.entries()) {
    expect([page.widthMm, page.heightMm]).toEqual([210, 297]);
    expect(page.text).toContain(withoutSpaces(`পাতা ${number(at + 1)} / ${number(pages.length)}`));
    for (const text of unwanted) expect(page.text).not.toContain(withoutSpaces(text));
  }
  const [first, ...sheets] = pages;
  const values = shownFields(whole, words);
  const { heading, added, notAdded } = paper;
  const listed = slotNames.map((slot) => `${slots[slot].label.bn} ${held.includes(slot) ? added : notAdded}`);
  for (const text of ['Maplegate', heading, '2026-03-05', '2026-03-09', ...values, ...listed]) {
    expect(first?.text).toContain(withoutSpaces(text));
  }
  for (const text of Object.values(words.section)) expect(first?.text).toContain(withoutSpaces(text));
  expect(first?.text).toContain(withoutSpaces(paper.printedOn.split('{{')[0] ?? ''));
  for (const [at, sheet] of sheets.entries()) {
    const slot = held[at] ?? 'file1';
    for (const text of [slots[slot].label.bn, whole.passport]) expect(sheet.text).toContain(withoutSpaces(text));
    // The full-size scan, not the thumbnail.
    expect(Math.max(...sheet.pictures.map(({ width }) => width))).toBeGreaterThan(600);
  }
});

/** Each print is recorded with the applicant who is on the screen. */
const recordPrints = (page: Page) =>
  page.evaluate(() => {
    window.print = () => {
      const { dataset } = document.documentElement;
      dataset.printed = `${dataset.printed ?? ''}[${document.querySelector('#copy-person')?.textContent}]`;
    };
  });

test('a copy that is left while its scans load is not printed, nor what is shown in its place', async () => {
  const other = await product.addApplication();
  const { page } = await product.openPage({ as: 'admin', at: '/application', viewport: { width: 1440, height: 900 } });
  await page.locator(`a[data-row="${other._id}"]`).click();
  await page.locator('#copy-person').waitFor();
  await page.keyboard.press('j');
  await page.waitForURL(`**/userView?id=${whole._id}`);
  const person = page.locator('#copy-person', { hasText: `${whole.givenN} ${whole.surname}` });
  await person.waitFor();
  await recordPrints(page);
  const answer = await hold(page, `**${whole.file1}`);
  const requested = page.waitForRequest(`**${whole.file1}`);
  const print = page.getByRole('button', { name: en.print, exact: true });
  await print.click();
  await requested;
  await page.getByRole('status').filter({ hasText: 'Preparing…' }).waitFor();
  await expectAccessible(page.getByRole('status').filter({ hasText: 'Preparing…' }).locator('..'));
  const loaded = page.waitForResponse(`**${whole.file1}`);
  await page.keyboard.press('k');
  await page.waitForURL(`**/userView?id=${other._id}`);
  await person.waitFor({ state: 'detached' });
  answer();
  await loaded;
  await expect.poll(() => page.getByText('Preparing…').count()).toBe(0);
  await print.click();
  const printed = page.locator('html[data-printed]');
  await printed.waitFor();
  expect(await printed.getAttribute('data-printed')).toBe(`[${other.givenN} ${other.surname}]`);
});

test('scans that do not arrive are waited for up to the time of the contract, then printed small and named', async () => {
  const { page } = await product.openPage({ as: 'admin', at: `/userView?id=${whole._id}` });
  await page.locator('#copy-person').waitFor();
  await recordPrints(page);
  await page.route(`**${whole.file1}`, () => {});
  const unloaded = () =>
    page
      .locator('img[data-scan]')
      .evaluateAll((scans: HTMLImageElement[]) => scans.filter((scan) => !scan.complete).length);
  await expectGivenUpAfter(page, limits.scansTimeoutMs, {
    send: async () => {
      await page.getByRole('button', { name: en.print, exact: true }).click();
      // The test's clock does not wait for the others.
      await expect.poll(unloaded).toBe(1);
    },
    request: `**${whole.file1}`,
    sign: page.locator('html[data-printed]'),
  });
  const alert = page.getByRole('alert').filter({ hasText: slots.file1.label.en });
  await alert.waitFor();
  expect(await alert.innerText()).not.toContain(slots.file2.label.en);
});

test('a PDF is named among the types, attached, shown in a frame, and left out of the print', async () => {
  const { _id: id } = await product.addApplication();
  const { page } = await product.openPage({
    as: 'admin',
    at: `/userView?id=${id}`,
    viewport: { width: 1440, height: 900 },
  });
  const at = page.getByRole('listitem', { name: 'Visa Form', exact: true });
  await at.getByText('JPEG, JPG, PNG or PDF, at most 10 MB').waitFor();
  const input = at.locator('input[type=file]');
  await expect.poll(() => input.getAttribute('accept')).toContain('application/pdf');
  const letter = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
  await input.setInputFiles({ name: 'form.pdf', mimeType: 'application/pdf', buffer: letter });
  await at.getByText('Added, a PDF').waitFor();
  const url = (await at.getByRole('link').getAttribute('href')) ?? '';
  expect(url).toMatch(/\.pdf$/);
  await expect.poll(() => at.locator('iframe').getAttribute('src')).toContain(url);
  await expect.poll(() => at.locator('iframe').getAttribute('title')).toBe('Visa Form');
  expect((await page.request.get(url)).headers()['content-type']).toBe('application/pdf');

  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.locator('figure').count()).toBe(0);
  await page.getByText('Added (a PDF: print it separately)').waitFor();
});

const bar = (page: Page) => page.getByRole('region', { name: 'Selected applications' });
const printButton = (page: Page) => bar(page).getByRole('button', { name: 'Print copies' });
const box = (page: Page, { passport }: Application) => page.getByRole('checkbox', { name: `, ${passport}` });
const papers = (page: Page) => page.locator('[data-paper]');
const isOnPaper = ({ passport }: Application) => expect.stringContaining(passport);

/** Opens the list, where each print leaves what was on the paper. */
async function openList(options: Parameters<typeof product.openPage>[0] = {}) {
  const { page } = await product.openPage({
    as: 'admin',
    at: '/application',
    viewport: { width: 1366, height: 768 },
    ...options,
  });
  await page.waitForSelector('tbody a[data-row]');
  await page.evaluate(() => {
    window.print = () => {
      for (const article of document.querySelectorAll('body > div > article')) {
        const paper = document.createElement('pre');
        paper.dataset.paper = String(article.querySelectorAll<HTMLImageElement>('img[data-scan]').length);
        paper.append(article.textContent);
        document.body.append(paper);
      }
      const copies = document.querySelector('body > div:has(> article)');
      if (copies) document.body.append(copies.cloneNode(true));
    };
  });
  return page;
}

test('the selected copies are printed one after another, each with its documents, and no key acts on them while they load', async () => {
  const staff = await product.staff('admin');
  const second = (await addApplicant(staff, 42, ['visa'])).application;
  const [first, other] = [whole, await next()];
  const page = await openList({ as: staff });
  for (const application of [first, second]) await box(page, application).check();
  const notes: string[] = [];
  page.on('request', (request) => /\/notes/i.test(request.url()) && notes.push(request.url()));
  const answer = await hold(page, `**${first.file3}`);
  const requested = page.waitForRequest(`**${first.file3}`);
  await printButton(page).click();
  await requested;
  await bar(page).getByRole('status').filter({ hasText: 'Preparing…' }).waitFor();
  await box(page, other).check();
  for (const key of ['a', 'r', 'n', 'e']) await page.keyboard.press(key);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/application');
  expect(await page.locator('body > div > article').count()).toBe(2);
  expect(await page.locator('body > div > article').locator('button, textarea').count()).toBe(0);
  expect(await papers(page).count()).toBe(0);
  answer();
  await expect.poll(() => papers(page).count()).toBe(2);
  await expect.poll(() => page.getByText('Preparing…').count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/application');
  expect(notes).toEqual([]);
  expect(await papers(page).allTextContents()).toEqual([first, second].map(isOnPaper));
  const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages.map(({ text }) => [first, second].findIndex(({ passport }) => text.includes(passport)))).toEqual([
    0, 0, 0, 0, 1, 1,
  ]);
  expect(pages[0]?.text).not.toContain(withoutSpaces('Notes'));
});

test('a copy that was opened before is printed as it is now, not as it was then', async () => {
  const staff = await product.staff('admin');
  const application = await next();
  const { _id: id, passport } = application;
  const page = await openList();
  await page.locator(`a[data-row="${id}"]`).click();
  await page.locator('#copy-person').waitFor();
  await page.goBack();
  await page.locator(`a[data-row="${id}"]`).waitFor();
  // A list that is loaded again now would drop the application that is decided meanwhile from the selection.
  await settled(page);
  await box(page, application).check();
  dataOf(await staff.call('reject', { params: { id }, json: { reason: 'The visa form is not signed.' } }));
  await printButton(page).click();
  await expect.poll(() => papers(page).count()).toBe(1);
  const paper = await papers(page).innerText();
  for (const text of [passport, 'The visa form is not signed.']) expect(paper).toContain(text);
});

test('an application that is deleted leaves the selection: at once with the bin of its row, and with a message if somebody else deleted it', async () => {
  const staff = await product.staff('admin');
  const [binned, kept, taken, last] = [await next(), await next(), await next(), await next()];
  const page = await openList();
  for (const application of [binned, kept, taken]) await box(page, application).check();
  await page.getByRole('button', { name: new RegExp(`^Delete .+${binned.passport}`) }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await bar(page).getByText('2 selected').waitFor();

  dataOf(await staff.call('deleteApplication', { params: { id: taken._id } }));
  await printButton(page).click();
  const gone = (name: string) => `1 has been deleted and is no longer selected: ${name}.`;
  const nameOf = ({ givenN, surname }: Application) => `${givenN} ${surname}`;
  await bar(page)
    .getByRole('alert')
    .filter({ hasText: gone(nameOf(taken)) })
    .waitFor();
  await bar(page).getByText('Not all copies could be loaded, so nothing was printed.').waitFor();
  await bar(page).getByText('1 selected').waitFor();
  await expect.poll(() => box(page, taken).count()).toBe(0);
  await expectAccessible(bar(page));
  expect(await papers(page).count()).toBe(0);
  await printButton(page).click();
  await expect.poll(() => papers(page).allTextContents()).toEqual([isOnPaper(kept)]);
  await expect.poll(() => bar(page).getByText('Not all copies could be loaded').count()).toBe(0);

  await box(page, kept).uncheck();
  await box(page, last).check();
  dataOf(await staff.call('deleteApplication', { params: { id: last._id } }));
  await printButton(page).click();
  await bar(page)
    .getByText(gone(nameOf(last)))
    .waitFor();
  await bar(page).getByText('0 selected').waitFor();
  await bar(page).getByRole('button', { name: 'Clear selection' }).click();
  await expect.poll(() => bar(page).count()).toBe(0);
});
