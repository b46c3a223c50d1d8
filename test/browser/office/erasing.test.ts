/** How the super admin holds a record, finds those past their retention time, and erases one for good. */
import { expect, test } from 'vitest';
import { expectAccessible } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { insertedApplication } from './inserted-application.ts';

const product = openProduct({ rows: 3, environment: { RETENTION_YEARS: '1' } });
const next = () => insertedApplication(product);

test('the dialogue lists what is erased and asks for a reason, which outlives a closed dialogue, and the application is in no list afterwards', async () => {
  const { _id: id, passport } = await product.addApplication({ passport: 'EB5560001' });
  const owner = await product.staff('super-admin');
  await owner.call('reject', { params: { id }, json: { note: 'Seen' } });
  const { page } = await product.openPage({ as: owner, at: `/userView?id=${id}` });
  // On a phone the person comes before what is rarely done.
  const person = await page.locator('#copy-person').boundingBox();
  expect(person?.y).toBeLessThan(300);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Erase for good' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase this application for good?' });
  await dialog.getByText('1 photo or document').waitFor();
  await dialog.getByText('1 decision with its notes').waitFor();
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await dialog.getByText('Please enter a reason of 3 to 500 characters').waitFor();
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await reason.fill('Asked for by letter');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  // What was typed is there again, and only in this dialogue.
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  const holding = page.getByRole('dialog', { name: 'Hold this application?' });
  expect(await holding.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('');
  await holding.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Erase for good' }).click();
  expect(await reason.inputValue()).toBe('Asked for by letter');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByText('The application has been erased for good.').first().waitFor();
  await page.waitForURL('**/application');
  const found = await owner.call('searchApplications', { json: { search: passport } });
  expect(found.ok && found.data.totalApplication).toBe(0);
});

test('an erased application is not asked for again: its screen leads straight to the list, and Back says that it is not there', async () => {
  const owner = await product.staff('super-admin');
  const { _id: id } = await next();
  const { page } = await product.openPage({
    as: owner,
    at: `/userView?id=${id}`,
    viewport: { width: 1366, height: 768 },
  });
  const missed: string[] = [];
  page.on('response', (answer) => void (answer.status() === 404 && missed.push(answer.url())));
  await page.getByRole('button', { name: 'Erase for good' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase this application for good?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for by letter');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL('**/application');
  await page.locator('[data-row]').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(missed).toEqual([]);
  await page.goBack();
  await page.getByRole('heading', { name: 'Application not found' }).waitFor();
});

test('a held application says why, in the list and on the record, and is only released by the super admin; the list has a filter for those past their retention time', async () => {
  const owner = await product.staff('super-admin');
  const { _id: id, givenN } = await next();
  const { page } = await product.openPage({ as: owner, at: `/userView?id=${id}` });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Hold this application?' });
  await expectAccessible(dialog);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A court has asked for the papers');
  await dialog.getByRole('button', { name: 'Hold' }).click();
  const notice = page.getByRole('region', { name: /^Held since/ });
  await notice.getByText('Reason: A court has asked for the papers').waitFor();
  for (const name of ['Erase for good', 'Delete']) expect(await page.getByRole('button', { name }).count()).toBe(0);
  await expectAccessible(notice);

  const other = await product.openPage({ as: 'admin', at: '/application' });
  await other.page.getByRole('button', { name: 'Filters' }).click();
  await other.page.getByRole('checkbox', { name: 'Past retention: decided more than 1 year ago' }).check();
  await other.page.waitForURL('**/application?past=1');
  await other.page.getByRole('button', { name: 'Remove the filter: Past retention' }).click();
  await other.page.getByRole('link', { name: givenN }).getByText('Held').waitFor();
  await other.page.locator(`[data-row="${id}"]`).click();
  await other.page.getByRole('region', { name: /^Held since/ }).waitFor();
  for (const name of ['Hold', 'Release', 'Erase for good'])
    expect(await other.page.getByRole('button', { name, exact: true }).count()).toBe(0);

  await page.getByRole('button', { name: 'Release' }).click();
  const releasing = page.getByRole('dialog', { name: 'Release this application?' });
  await releasing.getByRole('textbox', { name: 'Reason' }).fill('The court is done');
  await releasing.getByRole('button', { name: 'Release' }).click();
  await expect.poll(() => notice.count()).toBe(0);
  // What was sent is not there again.
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  expect(await dialog.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('');
});

test('a deleted application is held and erased from the list of the deleted ones', async () => {
  const owner = await product.staff('super-admin');
  const { _id: id, passport } = await next();
  await owner.call('deleteApplication', { params: { id } });
  const button = (word: string) => new RegExp(`^${word}: .*${passport}`);
  const { page } = await product.openPage({ as: owner, at: '/application?deleted=1' });
  await page.getByRole('button', { name: button('Erase for good') }).waitFor();
  await page.getByRole('button', { name: button('Hold') }).click();
  const holding = page.getByRole('dialog');
  await holding.getByRole('textbox', { name: 'Reason' }).fill('A court has asked for the papers');
  await holding.getByRole('button', { name: 'Hold' }).click();
  await page.getByText('Held', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Erase for good/ }).count()).toBe(0);
  await page.getByRole('button', { name: button('Release') }).click();
  const releasing = page.getByRole('dialog', { name: 'Release this application?' });
  await releasing.getByRole('textbox', { name: 'Reason' }).fill('The court is done');
  await releasing.getByRole('button', { name: 'Release' }).click();
  await page.getByRole('button', { name: button('Erase for good') }).click();
  const erasing = page.getByRole('dialog', { name: 'Erase this application for good?' });
  await erasing.getByRole('textbox', { name: 'Reason' }).fill('Asked for by letter');
  await erasing.getByRole('button', { name: 'Erase for good' }).click();
  await expect.poll(() => page.getByText(passport).count()).toBe(0);
});
