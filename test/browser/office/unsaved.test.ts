/** Text that is typed into a dialogue and not saved: what asks before it is lost, and what keeps it. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { superAdmin } from '../../product.ts';
import { openProduct } from '../open-product.ts';
import { photoFile } from './application-typing.ts';

const product = openProduct();
const viewport = { width: 1366, height: 768 };

/** A record that was opened from the list, so that Back leads there. */
async function openRecord(passport: string) {
  const { _id: id } = await product.addApplication({ passport });
  const owner = await product.staff('super-admin');
  const { page, context } = await product.openPage({ as: owner, at: '/application', viewport });
  await page.locator(`[data-row="${id}"]`).click();
  await page.locator('#copy-person').waitFor();
  return { id, owner, page, context };
}

const again = (page: Page) => page.getByRole('dialog', { name: 'Please sign in again' });
const leaving = (page: Page) => page.getByRole('dialog', { name: 'Leave this page?' });

/** Signs out in another tab. */
async function endSession(context: BrowserContext): Promise<void> {
  const other = await context.newPage();
  await other.goto('/healthz');
  await other.evaluate(() => localStorage.removeItem('token'));
  await other.close();
}

async function signIn(page: Page): Promise<void> {
  await again(page).getByLabel('Password', { exact: true }).fill(superAdmin.password);
  await page.keyboard.press('Enter');
  await again(page).waitFor({ state: 'detached' });
}

/** Back asks, and the text outlives both the answer “Stay here” and the end of the session. */
async function expectKept(page: Page, context: BrowserContext, field: Locator, text: string): Promise<void> {
  const address = page.url();
  await page.goBack();
  await leaving(page).getByRole('button', { name: 'Stay here' }).click();
  await leaving(page).waitFor({ state: 'detached' });
  expect(page.url()).toBe(address);
  expect(await field.inputValue()).toBe(text);
  await endSession(context);
  await signIn(page);
  expect(await field.inputValue()).toBe(text);
}

const reasons = [
  ['a hold', 'Hold', 'EB7710001'],
  ['erasing', 'Erase for good', 'EB7710002'],
] as const;

test.each(reasons)(
  'a typed reason for %s is not lost by a click beside it, nor on Back or at the end of the session without a question',
  async (_, name, passport) => {
    const { page, context } = await openRecord(passport);
    await page.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `${name.split(' ')[0]} this application` });
    await dialog.getByLabel('Reason').fill('A court has asked for it');
    await page.mouse.click(5, 5);
    await expectKept(page, context, dialog.getByLabel('Reason'), 'A court has asked for it');
    await dialog.getByRole('button', { name }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await leaving(page).count()).toBe(0);
  },
);

test('a typed reason for withdrawing a decision is not lost on Back or at the end of the session without a question', async () => {
  const { id, owner, page, context } = await openRecord('EB7710003');
  await owner.call('reject', { params: { id }, json: { note: '' } });
  await page.reload();
  await page.getByRole('button', { name: 'Withdraw this decision' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw this decision?' });
  const field = dialog.getByLabel('Reason for withdrawing it');
  await field.fill('It was meant for another');
  await expectKept(page, context, field, 'It was meant for another');
  await dialog.getByRole('button', { name: 'Withdraw this decision' }).click();
  await page.getByText('The decision has been withdrawn.').first().waitFor();
  await page.goBack();
  await page.waitForURL('**/application');
});

test('a decision’s text that was kept while its dialogue was closed is unsaved again once it is open, until it is as at first', async () => {
  const { page, context } = await openRecord('EB7710004');
  const dialog = page.getByRole('dialog', { name: /Reject/ });
  const reason = dialog.getByLabel('Reason for the applicant');
  await page.keyboard.press('r');
  await reason.fill('The contract has no date');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('r');
  await expectKept(page, context, reason, 'The contract has no date');
  const note = dialog.getByLabel('Note for staff');
  await note.fill('x');
  await note.fill('');
  await page.goBack();
  await leaving(page).getByRole('button', { name: 'Stay here' }).click();
  await leaving(page).waitFor({ state: 'detached' });
  await reason.fill('');
  await page.goBack();
  await page.waitForURL('**/application');
});

test('Escape closes the uppermost of two dialogues alone, and none while the uppermost has to be answered', async () => {
  const { page, context } = await openRecord('EB7710005');
  const dialog = page.getByRole('dialog', { name: /Reject/ });
  const reason = dialog.getByLabel('Reason for the applicant');
  await page.keyboard.press('r');
  await reason.fill('The contract has no date');
  await page.goBack();
  await leaving(page).waitFor();
  await page.keyboard.press('Escape');
  await leaving(page).waitFor({ state: 'detached' });
  expect(await reason.inputValue()).toBe('The contract has no date');
  await endSession(context);
  await again(page).waitFor();
  await page.keyboard.press('Escape');
  await signIn(page);
  expect(await reason.inputValue()).toBe('The contract has no date');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('logging out asks about unsaved text before the session is ended, and the browser asks no second time', async () => {
  const staff = await product.staff('admin');
  const { page } = await product.openPage({ as: staff, at: '/addUserApplication', viewport });
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.type());
    void question.accept();
  });
  await page.fill('#surname', 'Rahman');
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  await leaving(page).getByRole('button', { name: 'Stay here' }).click();
  await leaving(page).waitFor({ state: 'detached' });
  expect((await staff.call('me')).ok).toBe(true);
  expect(await page.inputValue('#surname')).toBe('Rahman');
  await logout.click();
  await leaving(page).getByRole('button', { name: 'Leave without saving' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect((await staff.call('me')).ok).toBe(false);
  expect(questions).toEqual([]);
});

test('files that were chosen for several places are not lost on Back or at the end of the session without a question', async () => {
  const { page, context } = await openRecord('EB7710006');
  const files = await Promise.all(['one.jpg', 'two.jpg'].map((name) => photoFile(undefined, name)));
  await page.getByLabel('Choose several files').and(page.locator('input')).setInputFiles(files);
  const dialog = page.getByRole('dialog', { name: 'Which file goes where?' });
  const second = dialog.getByLabel('Place for two.jpg');
  await second.selectOption('file5');
  await expectKept(page, context, second, 'file5');
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
  await page.getByText('2 documents have been added').first().waitFor();
  await page.goBack();
  await page.waitForURL('**/application');
});

test('a typed note outlives the deletion of its application, by oneself or by a colleague, until it is saved or given up', async () => {
  const { id, owner, page } = await openRecord('EB7710007');
  const note = page.getByLabel('New note');
  await note.fill('The employer calls on Sunday');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => note.inputValue()).toBe('The employer calls on Sunday');

  await page.getByRole('button', { name: 'Close this message' }).click();
  await owner.call('deleteApplication', { params: { id } });
  // The record is requested again once it is older than a few seconds and the window is looked at.
  const isGone = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    return page.getByRole('heading', { name: 'Application not found' }).count();
  };
  await expect.poll(isGone, { timeout: 15_000 }).toBe(1);
  await owner.call('restoreApplication', { params: { id } });
  await page.getByRole('main').getByRole('link', { name: 'Back to the list' }).last().click();
  await page.locator(`[data-row="${id}"]`).click();
  await expect.poll(() => note.inputValue()).toBe('The employer calls on Sunday');

  await page.goBack();
  await leaving(page).getByRole('button', { name: 'Leave without saving' }).click();
  await page.locator(`[data-row="${id}"]`).click();
  await note.fill('It is saved');
  expect(await note.inputValue()).toBe('It is saved');
  await note.press('Control+Enter');
  await page.locator('ol li', { hasText: 'It is saved' }).waitFor();
  await page.goBack();
  await page.locator(`[data-row="${id}"]`).click();
  await note.waitFor();
  expect(await note.inputValue()).toBe('');
});

test('calling or writing to the applicant beside an unsaved note asks nothing, and leaving afterwards still does', async () => {
  const { page } = await openRecord('EB7710008');
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.type());
    void question.dismiss();
  });
  await page.getByLabel('New note').fill('Called, no answer');
  for (const scheme of ['tel:', 'mailto:']) {
    await page.locator(`main a[href^="${scheme}"]`).first().click();
    // The browser asks at once, but its question arrives later.
    await page.waitForTimeout(300);
  }
  expect(questions).toEqual([]);
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => questions).toEqual(['beforeunload']);
  expect(await page.getByLabel('New note').inputValue()).toBe('Called, no answer');
});

test('the language switch asks about unsaved text before the language changes, which stays if the user stays', async () => {
  const { page, context } = await product.openPage({ as: 'admin', at: '/addUserApplication', viewport });
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.type());
    void question.dismiss();
  });
  const language = async () => (await context.cookies()).find(({ name }) => name === 'language')?.value ?? 'en';
  const other = page.getByRole('button', { name: 'বাংলা' });
  await page.fill('#surname', 'Rahman');
  await other.click();
  await leaving(page).getByRole('button', { name: 'Stay here' }).click();
  await leaving(page).waitFor({ state: 'detached' });
  expect(await language()).toBe('en');
  expect(await page.inputValue('#surname')).toBe('Rahman');
  await other.click();
  await leaving(page).getByRole('button', { name: 'Leave without saving' }).click();
  await page.locator('html[lang=bn]').waitFor();
  expect(await language()).toBe('bn');
  expect(questions).toEqual([]);
});
