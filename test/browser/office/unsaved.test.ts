/** Text that is typed into a dialogue and not saved: what asks before it is lost, and what keeps it. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import bn from '../../../web/texts/office/frame.bn.json' with { type: 'json' };
import { superAdmin } from '../../product.ts';
import { expectAccessible } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { photoFile } from './application-typing.ts';
import { insertedApplication } from './inserted-application.ts';
import { lookAgainLater } from './screens.ts';

const product = openProduct();
const viewport = { width: 1366, height: 768 };

/** A record that was opened from the list, so that Back leads there. */
async function openRecord({ isRejected = false } = {}) {
  const { _id: id } = await insertedApplication(product);
  const owner = await product.staff('super-admin');
  if (isRejected) await owner.call('reject', { params: { id }, json: { note: '' } });
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

/** Back asks, and after the answer “Stay here” the text is still there. */
async function expectAsked(page: Page, field: Locator, text: string): Promise<void> {
  const address = page.url();
  await page.goBack();
  await leaving(page).getByRole('button', { name: 'Stay here' }).click();
  await leaving(page).waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toBe(address);
  expect(await field.inputValue()).toBe(text);
}

test('a typed reason for withdrawing a decision, for erasing or for a hold is not lost on Back or at the end of the session without a question, nor by a click beside its dialogue', async () => {
  const { page, context } = await openRecord({ isRejected: true });
  const open = async (button: string, title: string, label: string, text: string) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: title });
    const field = dialog.getByLabel(label);
    await field.fill(text);
    await page.mouse.click(5, 5);
    await expectAsked(page, field, text);
    return { dialog, field };
  };
  const mistake = 'It was meant for another';
  const withdrawal = await open(
    'Withdraw this decision',
    'Withdraw this decision?',
    'Reason for withdrawing it',
    mistake,
  );
  await withdrawal.dialog.getByRole('button', { name: 'Withdraw this decision' }).click();
  await page.getByText('The decision has been withdrawn.').first().waitFor();

  const erasing = await open('Erase for good', 'Erase this application for good?', 'Reason', 'Asked for by letter');
  await page.keyboard.press('Escape');
  await erasing.dialog.waitFor({ state: 'detached' });

  const court = 'A court has asked for it';
  const hold = await open('Hold', 'Hold this application', 'Reason', court);
  // Of every dialogue the end of the session asks only whether something is unsaved, as Back does.
  await endSession(context);
  await signIn(page);
  expect(await hold.field.inputValue()).toBe(court);
  await hold.dialog.getByRole('button', { name: 'Hold' }).click();
  await hold.dialog.waitFor({ state: 'detached' });
  await page.goBack();
  await page.waitForURL('**/application');
});

test('a decision’s text that was kept while its dialogue was closed is unsaved again once it is open; Escape closes only the uppermost dialogue', async () => {
  const { page, context } = await openRecord();
  const dialog = page.getByRole('dialog', { name: /Reject/ });
  const reason = dialog.getByLabel('Reason for the applicant');
  const text = 'The contract has no date';
  await page.keyboard.press('r');
  await reason.fill(text);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('r');
  await page.goBack();
  await leaving(page).waitFor();
  await page.keyboard.press('Escape');
  await leaving(page).waitFor({ state: 'detached' });
  expect(await reason.inputValue()).toBe(text);
  await endSession(context);
  await again(page).waitFor();
  await page.keyboard.press('Escape');
  await signIn(page);
  expect(await reason.inputValue()).toBe(text);

  const note = dialog.getByLabel('Note for staff');
  await note.fill('x');
  await note.fill('');
  await expectAsked(page, reason, text);
  await reason.fill('');
  await page.goBack();
  await page.waitForURL('**/application');
});

test('logging out and the language switch ask about unsaved text before they do anything, and the browser asks no second time', async () => {
  const staff = await product.staff('admin');
  const { _id: id, surname } = await insertedApplication(product);
  const { page, context } = await product.openPage({ as: staff, at: `/editApplication?id=${id}`, viewport });
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.type());
    void question.accept();
  });
  const language = async () => (await context.cookies()).find(({ name }) => name === 'language')?.value ?? 'en';
  const toBangla = page.getByRole('button', { name: 'বাংলা' });
  await page.fill('#surname', 'Rahman');
  const changing = page.getByRole('dialog', { name: 'Change the language?' });
  for (const [button, question] of [
    [page.getByRole('button', { name: 'Logout' }), leaving(page)],
    [toBangla, changing],
  ] as const) {
    await button.click();
    await question.getByRole('button', { name: 'Stay here' }).click();
    await question.waitFor({ state: 'detached' });
    expect([await language(), (await staff.call('me')).ok]).toEqual(['en', true]);
    expect(await page.inputValue('#surname')).toBe('Rahman');
  }
  // A link asks about the screen, whatever was asked before.
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await leaving(page).getByRole('button', { name: 'Stay here' }).click();
  await leaving(page).waitFor({ state: 'detached' });
  await toBangla.click();
  await changing.getByText('loaded again in the other language. What you typed or chose here is lost.').waitFor();
  await expectAccessible(changing);
  await changing.getByRole('button', { name: 'Change without saving' }).click();
  await page.locator('html[lang=bn]').waitFor();
  expect(await language()).toBe('bn');
  await expect.poll(() => page.inputValue('#surname')).toBe(surname);

  await page.fill('#surname', 'Karim');
  await page.getByRole('button', { name: bn.logout }).click();
  await page.getByRole('dialog', { name: bn.leaveTitle }).getByRole('button', { name: bn.leave }).click();
  await page.waitForURL(({ pathname }) => ['/', '/bn'].includes(pathname));
  expect((await staff.call('me')).ok).toBe(false);
  expect(questions).toEqual([]);
});

test('the language switch asks nothing on a new application, since what was typed a moment ago is there again after it', async () => {
  const { page } = await product.openPage({ as: 'admin', at: '/addUserApplication', viewport });
  await page.setInputFiles('#image', await photoFile());
  await page.fill('#surname', 'Rahman');
  await page.getByRole('button', { name: 'বাংলা' }).click();
  await page.locator('html[lang=bn]').waitFor();
  await expect.poll(() => page.inputValue('#surname')).toBe('Rahman');
  await page.locator('img[src^="blob:"]').first().waitFor();

  // Where the browser stores nothing, it would be lost.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  await page.fill('#surname', 'Karim');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('dialog', { name: bn.reloadTitle }).getByRole('button', { name: bn.stay }).click();
  expect(await page.inputValue('#surname')).toBe('Karim');
});

test('files that were chosen for several places are not lost on Back or at the end of the session without a question', async () => {
  const { page, context } = await openRecord();
  const files = await Promise.all(['one.jpg', 'two.jpg'].map((name) => photoFile(undefined, name)));
  await page.getByLabel('Choose several files').and(page.locator('input')).setInputFiles(files);
  const dialog = page.getByRole('dialog', { name: 'Which file goes where?' });
  const second = dialog.getByLabel('Place for two.jpg');
  await second.selectOption('file5');
  await expectAsked(page, second, 'file5');
  await endSession(context);
  await signIn(page);
  expect(await second.inputValue()).toBe('file5');
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
  await page.getByText('2 documents have been added').first().waitFor();
  await page.goBack();
  await page.waitForURL('**/application');
});

test('a typed note outlives the deletion of its application, by oneself or by a colleague, until it is saved or given up; calling or writing to the applicant beside it asks nothing', async () => {
  const { id, owner, page } = await openRecord();
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.type());
    void question.dismiss();
  });
  const note = page.getByLabel('New note');
  await note.fill('The employer calls on Sunday');
  for (const scheme of ['tel:', 'mailto:']) {
    await page.locator(`main a[href^="${scheme}"]`).first().click();
    // The browser asks at once, but its question arrives later.
    await page.waitForTimeout(1_000);
  }
  expect(questions).toEqual([]);
  await page.evaluate(() => window.location.reload());
  await expect.poll(() => questions).toEqual(['beforeunload']);
  expect(await note.inputValue()).toBe('The employer calls on Sunday');

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => note.inputValue()).toBe('The employer calls on Sunday');

  await page.getByRole('button', { name: 'Close this message' }).click();
  await owner.call('deleteApplication', { params: { id } });
  await lookAgainLater(page);
  await page.getByRole('heading', { name: 'Application not found' }).waitFor();
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
