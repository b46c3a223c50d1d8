/** Printing the copies of the selected applications, as they are in the moment of printing. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Application } from '../../../contract/answers.ts';
import { dataOf } from '../../data-of.ts';
import { addApplicant } from '../applicant.ts';
import { expectAccessible, hold } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { pagesOf, withoutSpaces } from '../pdf-pages.ts';

const product = openProduct();
const desk = { width: 1366, height: 768 };

const bar = (page: Page) => page.getByRole('region', { name: 'Selected applications' });
const printButton = (page: Page) => bar(page).getByRole('button', { name: 'Print copies' });
const box = (page: Page, { passport }: Application) => page.getByRole('checkbox', { name: `, ${passport}` });
const printed = (page: Page) => page.locator('[data-paper]');
const isOnPaper = ({ passport }: Application) => expect.stringContaining(passport);

/** Opens the list, where each print leaves what was on the paper. */
async function openList(options: Parameters<typeof product.openPage>[0] = {}) {
  const { page } = await product.openPage({ as: 'admin', at: '/application', viewport: desk, ...options });
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
  const first = (await addApplicant(staff, 41, ['visa'])).application;
  const second = (await addApplicant(staff, 42, ['visa', 'jobLetter'])).application;
  const other = await product.addApplication();
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
  expect(await printed(page).count()).toBe(0);
  answer();
  await expect.poll(() => printed(page).count()).toBe(2);
  await expect.poll(() => page.getByText('Preparing…').count()).toBe(0);
  expect(notes).toEqual([]);
  expect(await printed(page).allTextContents()).toEqual([first, second].map(isOnPaper));
  const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages.map(({ text }) => [first, second].findIndex(({ passport }) => text.includes(passport)))).toEqual([
    0, 0, 1, 1, 1,
  ]);
  expect(pages[0]?.text).not.toContain(withoutSpaces('Notes'));
});

test('a copy that was opened before is printed as it is now, not as it was then', async () => {
  const staff = await product.staff('admin');
  const application = await product.addApplication({ passport: 'PC2000001' });
  const { _id: id, passport } = application;
  const page = await openList();
  await page.locator(`a[data-row="${id}"]`).click();
  await page.locator('#copy-person').waitFor();
  await page.goBack();
  await box(page, application).check();
  dataOf(await staff.call('reject', { params: { id }, json: { reason: 'The visa form is not signed.' } }));
  await printButton(page).click();
  await expect.poll(() => printed(page).count()).toBe(1);
  const paper = await printed(page).innerText();
  for (const text of [passport, 'The visa form is not signed.']) expect(paper).toContain(text);
});

test('an application that is deleted leaves the selection: at once with the bin of its row, and with a message if somebody else deleted it', async () => {
  const staff = await product.staff('admin');
  const added: Application[] = [];
  for (const passport of ['PC3000001', 'PC3000002', 'PC3000003', 'PC3000004']) {
    added.push(await product.addApplication({ passport }));
  }
  const [binned, kept, taken, last] = added as [Application, Application, Application, Application];
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
  await expectAccessible(page);
  expect(await printed(page).count()).toBe(0);
  await printButton(page).click();
  await expect.poll(() => printed(page).allTextContents()).toEqual([isOnPaper(kept)]);
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
