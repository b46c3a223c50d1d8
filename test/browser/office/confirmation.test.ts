/** A change of accounts long after the sign-in asks for the password in place. */
import { expect, test } from 'vitest';
import bn from '../../../web/texts/office/login.bn.json' with { type: 'json' };
import { superAdmin } from '../../product.ts';
import { expectAccessible, hold } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { addedClerk, clerkPassword as password } from './added-clerk.ts';

const product = openProduct();
const longAgo = '2020-01-01T00:00:00.000Z';

/** Makes the last confirmation of every session too old. */
const age = () =>
  product.withResources(({ database }) => database.db.updateTable('session').set({ confirmedAt: longAgo }).execute());

test('adding an admin asks for the password, whose field keeps the focus when that of the code appears; the form keeps its text when that is cancelled, and is sent once it is right', async () => {
  const { page } = await product.openPage({ as: 'super-admin', at: '/addUserManagement' });
  const person = { name: 'Rupa Akter', email: 'rupa@office.example', password };
  await page.locator('#name').waitFor();
  for (const [name, value] of Object.entries(person)) await page.fill(`#${name}`, value);
  await age();
  const answer = await hold(page, '**/api/users/factors', (route) =>
    route.fulfill({ json: { totp: true, passkeys: [], recoveryCodesLeft: 10 } }),
  );
  const submit = page.locator('form button[type=submit]').first();
  await submit.click();
  const dialog = page.getByRole('dialog', { name: 'Please confirm that it is you' });
  const field = dialog.getByLabel('Password', { exact: true });
  await field.focus();
  await page.keyboard.type('half of ');
  answer();
  await dialog.locator('[name=code]').waitFor();
  await page.keyboard.type('it');
  await expect.poll(() => field.inputValue()).toBe('half of it');
  await page.unroute('**/api/users/factors');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await submit.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Please confirm with your password that it is you.').first().waitFor();
  for (const [name, value] of Object.entries(person)) expect(await page.inputValue(`#${name}`)).toBe(value);
  await submit.click();
  await field.fill('not this one');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('The current password is not right.').waitFor();
  await dialog.getByLabel('Password', { exact: true }).fill(superAdmin.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/userManagement');
  await page.locator('tbody tr').filter({ hasText: person.email }).waitFor();
});

test('deleting an admin asks above the dialogue of the deletion, and axe finds nothing in Bangla and in the dark', async () => {
  const owner = await product.staff();
  const name = 'Salma';
  await owner.call('addUser', { json: { name, email: 'salma@office.example', password } });
  const options = { language: 'bn', colorScheme: 'dark' } as const;
  const { page } = await product.openPage({ as: owner, at: '/userManagement', ...options });
  await age();
  const row = page.locator('tbody tr').filter({ hasText: name });
  await row.getByRole('button').last().click();
  await page.getByRole('dialog').getByRole('button').last().click();
  const dialog = page.getByRole('dialog', { name: bn.confirmTitle });
  await dialog.waitFor();
  await expectAccessible(page);
  await dialog.locator('input[name=password]').fill(superAdmin.password);
  await dialog.locator('button[type=submit]').click();
  await expect.poll(() => row.count()).toBe(0);
});

test('changing the user’s own password asks only for what its form contains', async () => {
  const { page } = await product.openPage({ as: await addedClerk(product, 'Clerk'), at: '/setting' });
  await page.locator('#current').waitFor();
  await age();
  const change = async (current: string) => {
    await page.fill('#current', current);
    await page.fill('#password', 'six quiet herons wade');
    await page.fill('#confirmPassword', 'six quiet herons wade');
    await page.getByRole('button', { name: 'Change the password' }).click();
  };
  await change('not this one');
  await page.getByText('The current password is not right.').first().waitFor();
  await change(password);
  await page.getByRole('status').filter({ hasText: 'password' }).first().waitFor();
  await expect.poll(() => page.inputValue('#current')).toBe('');
});
