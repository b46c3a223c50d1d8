/** What the office shows and says when the server did the work, but its answer was lost on the way. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildPhoto, formOf } from '../../build.ts';
import { dataOf } from '../../data-of.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct();
const viewport = { width: 1366, height: 768 };

/** The server does what the next request to the URL asks for, and the browser gets no answer. */
const loseAnswer = (page: Page, url: string) =>
  page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

test('an application whose erasing was not answered is not shown any more, and one that was erased meanwhile counts as erased', async () => {
  const { _id: id } = await product.addApplication({ passport: 'LA1000001' });
  const owner = await product.staff('super-admin');
  const { page } = await product.openPage({ as: owner, at: `/userView?id=${id}`, viewport });
  const dialog = page.getByRole('dialog', { name: 'Erase this application for good?' });
  const confirm = dialog.getByRole('button', { name: 'Erase for good' });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await reason.fill('Asked for by letter');
  await loseAnswer(page, '**/eraseApplication/*');
  await confirm.click();
  await page.getByRole('heading', { name: 'Application not found' }).waitFor();
  await expect.poll(() => dialog.count()).toBe(0);

  const { _id: next } = await product.addApplication({ passport: 'LA1000002' });
  await owner.call('deleteApplication', { params: { id: next } });
  await page.goto('/application?deleted=1');
  await page.getByRole('button', { name: /^Erase for good: .*LA1000002/ }).click();
  await reason.fill('Asked for by letter');
  dataOf(await owner.call('eraseApplication', { params: { id: next }, json: { reason: 'Asked for by telephone' } }));
  await confirm.click();
  await page.getByText('The application has been erased for good.').first().waitFor();
  await expect.poll(() => page.getByText('LA1000002').count()).toBe(0);
});

test('a document whose removal was not answered is not shown any more', async () => {
  const { _id: id } = await product.addApplication({ passport: 'LA2000001' });
  const staff = await product.staff('admin');
  dataOf(await staff.call('updateAttachments', { params: { id }, form: formOf({}, { file3: await buildPhoto() }) }));
  const { page } = await product.openPage({ as: staff, at: `/userView?id=${id}`, viewport });
  await page.getByRole('button', { name: 'Remove: Visa', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await loseAnswer(page, '**/updateApplicationAdd/*');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('listitem', { name: 'Visa', exact: true }).getByText('Empty').waitFor();
});
