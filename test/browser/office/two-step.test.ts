/** Two-step sign-in in a browser: an app, recovery codes, and passkeys of Chromium's virtual authenticator. */

import type { Page } from 'playwright-core';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../../../server/factors/codes.ts';
import bn from '../../../web/texts/office/two-step.bn.json' with { type: 'json' };
import { cookieClient, superAdmin } from '../../product.ts';
import { expectAccessible, hold, overflowingElements } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { addedClerk, clerkPassword as password } from './added-clerk.ts';
import { lookAgainLater } from './screens.ts';

async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signIn(page: Page, email: string, next = '/setting'): Promise<void> {
  await page.goto(`/login?next=${encodeURIComponent(next)}`);
  await fillLogin(page, email);
}

async function fillLogin(page: Page, email: string): Promise<void> {
  await page.fill('#email', email);
  await page.fill('#password', password);
  await page.keyboard.press('Enter');
}

/** Forgets the session like another browser: no page of the office is open that would notice. */
async function forgetSession(page: Page): Promise<void> {
  await page.goto('/healthz');
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}

/** Decodes the QR code on the screen like a camera. */
async function readQr(page: Page): Promise<string> {
  const picture = await page.locator('svg[role=img]').screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}

async function expectWellMade(page: Page): Promise<void> {
  await expectAccessible(page);
  await expect.poll(() => overflowingElements(page)).toEqual([]);
}

const product = openProduct();
const old = '2020-01-01T00:00:00.000Z';
/** Makes the last confirmation of every session too old. */
const ageConfirmations = () =>
  product.withResources(({ database }) => database.db.updateTable('session').set({ confirmedAt: old }).execute());

test('an app is set up by its picture, and its code, then a recovery code, is asked for after the password; a wrong code is told at its field', async () => {
  const clerk = await addedClerk(product, 'rahima');
  const { email } = clerk;
  const { page } = await product.openPage({ as: clerk, at: '/setting' });
  await page.getByText('Two-step sign-in is off.').waitFor();
  const setUp = page.getByRole('button', { name: 'Set up an app' });
  await page.route('**/assets/qr-*.js', (route) => route.abort());
  await setUp.click();
  await page.getByRole('alert').getByText('The QR code could not be loaded.').waitFor();
  await page.unrouteAll();
  await page.reload();
  await page.route('**/api/users/totp', (route) => route.abort(), { times: 1 });
  await setUp.click();
  await page.getByRole('alert').getByText('No response from server').waitFor();
  await expect.poll(() => setUp.evaluate((button) => button === document.activeElement)).toBe(true);
  await setUp.click();
  await page.locator('svg[role=img]').waitFor();
  const secret = new URL(await readQr(page)).searchParams.get('secret') ?? '';
  await page.getByText(secret.replace(/(.{4})(?=.)/g, '$1 ')).waitFor();
  const step = Math.floor(Date.now() / 30_000);
  const code = page.getByLabel('Code shown in the app');
  expect(await code.getAttribute('inputmode')).toBe('numeric');
  await code.fill('১২৩');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('The code has 6 digits.').waitFor();
  const near = [-2, -1, 0, 1, 2].map((aside) => codeOf(secret, step + aside));
  await code.fill(['000000', '111111', '222222'].find((wrong) => !near.includes(wrong)) ?? '');
  await page.keyboard.press('Enter');
  await page.getByText(/^The code is not right\..* the date and time of the phone/).waitFor();
  await code.fill(codeOf(secret, step));
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
  await expectWellMade(page);
  const codes = await page.locator('[data-recovery-sheet] code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.getByText(codes[9] ?? '').isVisible()).toBe(true);
  await expect.poll(() => page.getByText('Where you are signed in').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('recovery-codes.txt');
  // As over plain http.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('main').getByRole('alert').filter({ hasText: 'The codes could not be copied.' }).waitFor();
  const goOn = page.getByRole('button', { name: 'Continue' });
  expect(await goOn.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('link', { name: 'Application List' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave this page?' });
  await leaving.getByText('These codes are shown only once.').waitFor();
  await leaving.getByRole('button', { name: 'Stay here' }).click();
  await page.getByLabel('I have saved the codes').check();
  await goOn.click();
  await page.getByText('10 recovery codes are left.').waitFor();

  await forgetSession(page);
  await signIn(page, email);
  await page.getByRole('heading', { name: 'Second step' }).waitFor();
  await expectWellMade(page);
  const field = page.getByLabel('Code from your app');
  expect([await field.getAttribute('autocomplete'), await field.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'numeric',
  ]);
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  for (const name of ['use a recovery code', 'Back']) {
    const button = page.getByRole('button', { name });
    const answer = await hold(page, '**/api/users/login');
    // The code that switched it on has been used.
    await field.fill(codeOf(secret, step));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Signing in…' }).waitFor();
    await button.press('Enter');
    expect(await field.isVisible()).toBe(true);
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    answer();
    await page.locator('#code-error').waitFor();
    await expect.poll(() => button.getAttribute('aria-disabled')).not.toBe('true');
    await page.unroute('**/api/users/login');
  }
  await field.fill(codeOf(secret, Math.max(step + 1, Math.floor(Date.now() / 30_000))));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/setting');

  await forgetSession(page);
  await signIn(page, email);
  await page.getByLabel('Code from your app').fill('123');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('A code from your app has 6 digits').waitFor();
  await page.getByRole('button', { name: 'use a recovery code' }).click();
  // What was wrong with the other code says nothing of this one.
  await expect.poll(() => page.getByText('A code from your app has 6 digits').count()).toBe(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await fillLogin(page, email);
  await page.getByRole('button', { name: 'use a recovery code' }).click();
  await page.getByLabel('Recovery code', { exact: true }).fill(codes[0]?.toLowerCase() ?? '');
  await page.keyboard.press('Enter');
  await page.getByText('9 recovery codes are left.').waitFor();

  // If the last confirmation is too old, changing the app asks for password and code in place.
  await ageConfirmations();
  const renew = page.getByRole('button', { name: 'Make new recovery codes' });
  await renew.click();
  const question = page.getByRole('dialog', { name: 'Make new recovery codes?' });
  await question.getByText('The 9 codes that you still have stop working at once').waitFor();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await renew.click();
  await question.getByRole('button', { name: 'Make new recovery codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Please confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByLabel('Code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await dialog.getByText('The code is not right.').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Code').fill(codes[1] ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
  await page.getByLabel('I have saved the codes').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Remove the app' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the app' }).click();
  await page.getByText('Two-step sign-in is off.').waitFor();
});

test('the sessions that an added or removed app or passkey has ended are no longer listed', async () => {
  const clerk = await addedClerk(product, 'nasrin');
  const { email } = clerk;
  const { page } = await product.openPage({ as: clerk });
  await addAuthenticator(page);
  await page.goto('/setting');
  const sessions = page.getByRole('list').filter({ hasText: 'This device' }).getByRole('listitem');
  /** Signs in elsewhere, and waits until that is listed. */
  const signInElsewhere = async (code?: string) => {
    const json = { email, password, ...(code && { code }) };
    expect((await cookieClient(product.origin).call('login', { json })).status).toBe(200);
    await lookAgainLater(page);
    await expect.poll(() => sessions.count()).toBe(2);
  };
  const onlyThisOne = () => expect.poll(() => sessions.count()).toBe(1);
  /** Confirms that the new recovery codes are saved, and returns one of them. */
  const saveCodes = async () => {
    const [code] = await page.locator('[data-recovery-sheet] code').allInnerTexts();
    await page.getByLabel('I have saved the codes').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    return code;
  };
  await sessions.waitFor();

  await signInElsewhere();
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const secret = (await page.locator('main code').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code shown in the app').fill(codeOf(secret, Math.floor(Date.now() / 30_000)));
  await page.keyboard.press('Enter');
  await onlyThisOne();
  const codeOfApp = await saveCodes();

  await signInElsewhere(codeOfApp);
  await page.getByRole('button', { name: 'Remove the app' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the app' }).click();
  await onlyThisOne();

  await signInElsewhere();
  await page.getByLabel('Name of the passkey').fill('Office laptop');
  await page.keyboard.press('Enter');
  await page.getByText('not used yet').waitFor();
  await onlyThisOne();

  await page.getByRole('button', { name: 'Make new recovery codes' }).click();
  await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
  await signInElsewhere(await saveCodes());
  await page.getByRole('button', { name: 'Remove the passkey Office laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await onlyThisOne();
});

test('a passkey is added, signs in alone, confirms, and can be removed', async () => {
  const clerk = await addedClerk(product, 'karim');
  const { email } = clerk;
  const { page } = await product.openPage({ as: clerk });
  await addAuthenticator(page);
  await page.goto('/setting');
  const name = page.getByLabel('Name of the passkey');
  await name.fill('Office laptop');
  await page.keyboard.press('Enter');
  await page.getByText('not used yet').waitFor();
  await expect.poll(() => name.inputValue()).toBe('');
  // The same device has one for this person already.
  await name.fill('Once more');
  const add = page.getByRole('button', { name: 'Add a passkey' });
  await add.click();
  await page.getByText('No passkey was added.').waitFor();
  await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
  await expectWellMade(page);

  await forgetSession(page);
  await page.goto('/login?next=%2Fsetting');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/setting');
  await page.getByText('last used').waitFor();

  await forgetSession(page);
  await signIn(page, email);
  await page.getByText('This account signs in with a passkey.').waitFor();
  expect(await page.locator('#code').count()).toBe(0);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  const remove = page.getByRole('button', { name: 'Remove the passkey Office laptop' });
  await remove.waitFor();
  await ageConfirmations();
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('Two-step sign-in is off.').waitFor();
  await expect.poll(() => remove.count()).toBe(0);

  // A removed passkey signs nobody in, neither over unsaved work nor at the login.
  await page.context().clearCookies();
  await page.fill('#current', password);
  for (const field of ['#password', '#confirmPassword']) await page.fill(field, 'seven calm boats sail');
  await page.keyboard.press('Enter');
  const again = page.getByRole('dialog', { name: 'Please sign in again' });
  await again.getByRole('button', { name: 'Use a passkey' }).click();
  await again.getByRole('alert').filter({ hasText: 'This passkey was not accepted.' }).waitFor();
  expect(await again.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).not.toBe('true');
  await forgetSession(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByText('This passkey was not accepted.').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('another account’s passkey does not sign in over unsaved work, which is then saved by its own user', async () => {
  const [theirs, own] = [await addedClerk(product, 'selim'), await addedClerk(product, 'tania')];
  const { page, context } = await product.openPage({ as: theirs });
  await addAuthenticator(page);
  await page.goto('/setting');
  await page.getByLabel('Name of the passkey').fill('Shared computer');
  await page.keyboard.press('Enter');
  await page.getByText('not used yet').waitFor();
  await forgetSession(page);
  await signIn(page, own.email);
  await page.getByText('Two-step sign-in is off.').waitFor();
  await context.clearCookies();
  await page.fill('#current', password);
  for (const field of ['#password', '#confirmPassword']) await page.fill(field, 'six warm lamps glow');
  await page.keyboard.press('Enter');
  const again = page.getByRole('dialog', { name: 'Please sign in again' });
  await again.getByRole('button', { name: 'Use a passkey' }).click();
  await again.getByRole('alert').filter({ hasText: 'This passkey belongs to another account.' }).waitFor();
  expect((await context.cookies()).filter(({ name }) => name === 'session')).toEqual([]);
  const owner = await product.staff();
  const changes = async () => {
    const log = await owner.call('audit', { query: { action: 'password.changed' } });
    return log.ok && log.data.entries.map(({ actor }) => actor?.name);
  };
  expect(await changes()).toEqual([]);
  await again.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect.poll(changes).toEqual(['tania']);
});

describe('where everybody must have one', () => {
  const strict = openProduct({ environment: { SECOND_FACTOR: 'everyone', SUPER_ADMIN_PASSWORD: password } });

  test('the office opens only once an app or a passkey is set up, and then at the requested address', async () => {
    const { page } = await strict.openPage({ language: 'bn', colorScheme: 'dark' });
    await addAuthenticator(page);
    await signIn(page, superAdmin.email, '/dashboard');
    await page.waitForURL('**/secondFactor?next=%2Fdashboard');
    await page.getByRole('heading', { name: bn.neededTitle }).waitFor();
    await page.getByText(bn.off).waitFor();
    await expectWellMade(page);
    await page.getByRole('button', { name: bn.app.start }).click();
    const steps = page.getByRole('list').filter({ hasText: bn.setup.scan });
    // The steps are counted in the digits of the language.
    expect(await steps.evaluate((list) => getComputedStyle(list).listStyleType)).toBe('bengali');
    await expectWellMade(page);

    await strict.chooseLanguage(page, 'en');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/application?page=1');
    await page.waitForURL('**/secondFactor?next=%2Fapplication%3Fpage%3D1');
    await page.getByText('Two-step sign-in is off.').waitFor();
    await expect.poll(() => overflowingElements(page)).toEqual([]);
    // The button that loads the methods again is removed with the focus on it, which the content then has.
    await page.route('**/api/users/factors', (route) => route.abort());
    await page.reload();
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.unroute('**/api/users/factors');
    await retry.press('Enter');
    await retry.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    expect(await page.locator('#main').evaluate((main) => getComputedStyle(main).outlineStyle)).toBe('none');
    // No other screen is offered, since its calls would be refused.
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('dialog').count()).toBe(0);
    // A dialogue that is still being loaded leaves this mark at once.
    expect(await page.locator('[data-dialog]').count()).toBe(0);
    // Without an answer the session may still be open, so nobody is told that it has ended.
    await page.route('**/api/users/logout', (route) => route.abort());
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('alert').getByText('No response from server.').waitFor();
    await page.unrouteAll();
    await page.getByLabel('Name of the passkey').fill('Office laptop');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Make new recovery codes' }).click();
    // Logging out asks about codes that are not saved, before the session is ended.
    await page.getByLabel('I have saved the codes').waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await page.getByLabel('I have saved the codes').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/application?page=1');
  });
});
