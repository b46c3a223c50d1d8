/** A screen that is left while it still sends something: what it sends is stopped, and its end moves nobody. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hold } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { save } from './application-typing.ts';
import { insertedApplication } from './inserted-application.ts';
import { openScreen } from './screens.ts';

const product = openProduct();
const viewport = { width: 1280, height: 900 };

/** The paths of the calls that were stopped. */
function watchStopped(page: Page): string[] {
  const stopped: string[] = [];
  page.on('requestfailed', (request) => stopped.push(new URL(request.url()).pathname));
  return stopped;
}

async function leaveTo(page: Page, link: string, text: string): Promise<void> {
  await page.getByRole('complementary').getByRole('link', { name: link }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' });
  await dialog.getByText(text).waitFor();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('heading', { level: 1, name: link }).waitFor();
}

test('an application that is being saved is not saved by a form that was left without saving', async () => {
  const { _id: id } = await insertedApplication(product, { company: 'Before Ltd' });
  const { page } = await product.openPage({ as: 'admin', at: `/editApplication?id=${id}`, viewport });
  const stopped = watchStopped(page);
  const release = await hold(page, /updateApplication\//, (route) => route.continue().catch(() => {}));
  await page.fill('#company', 'After Ltd');
  const sent = page.waitForRequest(/updateApplication\//);
  await save(page);
  await sent;
  await leaveTo(page, 'Dashboard', 'What you typed or chose here is not saved.');
  await expect.poll(() => stopped).toEqual([`/api/application/updateApplication/${id}`]);
  release();
  const staff = await product.staff('admin');
  const stored = await staff.call('application', { params: { id } });
  expect(stored.ok && stored.data.company).toBe('Before Ltd');
  expect(new URL(page.url()).pathname).toBe('/dashboard');
});

test('a spreadsheet that is being sent is asked about, and a screen that was left for another stays left', async () => {
  const { page } = await product.openPage({ as: 'admin', at: '/import', viewport });
  const stopped = watchStopped(page);
  const release = await hold(page, /\/api\/imports$/, (route) => route.continue().catch(() => {}));
  const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from('Surname,Passport\nRahman,EB1\n') };
  const sent = page.waitForRequest((request) => request.method() === 'POST' && /imports$/.test(request.url()));
  await page.setInputFiles('input[type=file]', file);
  await sent;
  await leaveTo(page, 'Application List', 'The file is still being sent. If you leave now, it is not imported.');
  await expect.poll(() => stopped).toContain('/api/imports');
  release();
  const staff = await product.staff('admin');
  const imports = await staff.call('imports');
  expect(imports.ok && imports.data).toEqual([]);
  expect(new URL(page.url()).pathname).toBe('/application');

  await openScreen(page, '/import');
  await page.setInputFiles('input[type=file]', file);
  await page.getByRole('heading', { name: 'What is in each column?' }).waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  const releaseDeletion = await hold(page, /\/api\/imports\/[^/]+$/);
  const deletion = page.waitForRequest((request) => request.method() === 'DELETE');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await deletion;
  await page.goBack();
  await page.waitForURL('**/import');
  await expectTypedKept(page, releaseDeletion, 'The import has been removed.');
});

test('a change that was sent already is saved, and leads nobody back from another screen', async () => {
  const staff = await product.staff('admin');
  const slides = await staff.call('slides');
  const id = slides.ok ? slides.data[0]?._id : '';
  const { page } = await product.openPage({ as: staff, at: `/editSlider?id=${id}`, viewport });
  const release = await hold(page, /updateSlider\//);
  await page.fill('#title', 'A line that is saved a little later');
  const sent = page.waitForRequest(/updateSlider\//);
  await page.locator('main form button[type=submit]').first().click();
  await sent;
  await leaveTo(page, 'Dashboard', 'What you typed or chose here is not saved.');
  const answered = page.waitForResponse(/updateSlider\//);
  const told = page.getByText('The slide has been saved.').first().waitFor();
  release();
  expect((await answered).status()).toBe(200);
  await told;
  const navigation = () => page.evaluate(() => Reflect.get(window, '__reactRouterDataRouter').state.navigation.state);
  await expect.poll(navigation).toBe('idle');
  expect(new URL(page.url()).pathname).toBe('/dashboard');
});

test('an application that is erased only after its screen was left leads nobody out of another form', async () => {
  const { _id: id } = await insertedApplication(product);
  const { page } = await product.openPage({ as: 'super-admin', at: '/application', viewport });
  await page.locator(`[data-row="${id}"]`).click();
  await page.getByRole('button', { name: 'Erase for good' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase this application for good?' });
  await dialog.getByLabel('Reason').fill('Asked for by letter');
  const release = await hold(page, /eraseApplication\//);
  const sent = page.waitForRequest(/eraseApplication\//);
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await sent;
  await page.goBack();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await page.locator('#copy-person').waitFor({ state: 'detached' });
  await expectTypedKept(page, release, 'The application has been erased for good.');
});

/** What is typed into the form for a new application stays, and is still asked about, after the late answer. */
async function expectTypedKept(page: Page, release: () => void, told: string): Promise<void> {
  await page.getByRole('complementary').getByRole('link', { name: 'Add Application' }).click();
  await page.fill('#surname', 'Rahman');
  release();
  await page.getByText(told).first().waitFor();
  await page.goBack();
  await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Stay here' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/addUserApplication');
  expect(await page.inputValue('#surname')).toBe('Rahman');
}
