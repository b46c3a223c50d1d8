/** Adding and editing an admin: every text of the specification, and what stays as it was. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { type Staff, superAdmin } from '../../product.ts';
import { expectAccessible, expectGivenUpAfter, overflowingElements, withoutLimit } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { lookAgainLater, openScreen, rendered } from './screens.ts';

const product = openProduct();
const addPath = '/addUserManagement';
const password = 'nine loud geese land';
let count = 0;

const somebody = () => ({ name: `Person ${++count}`, email: `person-${count}@office.example`, password });

async function add(owner: Staff) {
  const json = somebody();
  const added = await owner.call('addUser', { json });
  if (!added.ok) throw new Error(added.error.message);
  return { ...json, id: added.data._id };
}

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.fill(`#${name}`, value);
  await page.locator('form button[type=submit]').click();
}

/** The lines of the error summary, which takes the focus. */
async function problems(page: Page): Promise<string[]> {
  const summary = page.locator('[role=alert]:has(#error-summary)');
  await summary.waitFor();
  await expect.poll(() => page.title()).toMatch(/^Error: /);
  await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
  return summary.locator('li').allInnerTexts();
}

const signIn = (email: string, secret: string) =>
  fetch(`${product.origin}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: secret }),
  }).then(({ status }) => status);

describe('adding', () => {
  test('refuses each missing or wrong value at its field, asks before it is left, and makes an admin who can sign in', async () => {
    const owner = await product.staff();
    const taken = await add(owner);
    const { page } = await product.openPage({ as: owner, at: addPath });
    const exists = 'Error: User all ready exists. Please sign in.';
    const refused: [Record<string, string>, string, string[]][] = [
      [{ name: '', email: '', password: '' }, 'All fields are required', ['name', 'email', 'password']],
      [{ ...somebody(), email: 'rupa@' }, 'Please enter a valid email address.', ['email']],
      [{ ...somebody(), password: 'seven77' }, 'The password must have at least 8 characters.', ['password']],
      [{ ...somebody(), email: taken.email }, exists, ['email']],
    ];
    for (const [values, text, fields] of refused) {
      await fill(page, values);
      await expect.poll(() => problems(page)).toEqual([text]);
      for (const field of fields) {
        const input = page.locator(`#${field}`);
        await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
        const notes = (await input.getAttribute('aria-describedby'))?.split(/\s+/) ?? [];
        const said = await Promise.all(notes.map((id) => page.locator(`[id="${id}"]`).innerText()));
        expect(said).toContain(text);
      }
      for (const [name, value] of Object.entries(values))
        await expect.poll(() => page.inputValue(`#${name}`)).toBe(value);
      await page.getByRole('link', { name: text }).click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(fields[0]);
    }
    await expectAccessible(page);
    const call = '**/api/users/add_user';
    const json = { message: 'x', code: 'overloaded', requestId: '' };
    const otherwise = 'An error occurred during registration. Please try again.';
    const failures: [string, Parameters<Page['route']>[1]][] = [
      ['No response from server. Please try again.', (route) => route.abort()],
      [otherwise, (route) => route.fulfill({ status: 500 })],
      ['The service is busy. Please try again in a moment.', (route) => route.fulfill({ status: 503, json })],
    ];
    for (const [text, answer] of failures) {
      await page.route(call, answer);
      await fill(page, somebody());
      await expect.poll(() => problems(page)).toEqual([text]);
      await page.unroute(call);
    }
    // Here the request cannot even be made.
    await page.evaluate(() => {
      AbortSignal.timeout = () => {
        throw new Error('broken');
      };
    });
    await fill(page, { ...somebody(), name: 'Rupa' });
    await expect.poll(() => problems(page)).toEqual([otherwise]);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect.poll(() => page.inputValue('#name')).toBe('Rupa');
    await page.evaluate(withoutLimit);
    const person = somebody();
    const told = page.getByText(`${person.name} has been added.`).waitFor();
    await fill(page, person);
    await page.waitForURL('**/userManagement');
    await told;
    await page.locator('tbody tr').filter({ hasText: person.email }).waitFor();
    expect(await signIn(person.email, password)).toBe(200);
  });

  test('sends no user twice, times out after five seconds without an answer, and focuses no field on a touch screen', async () => {
    const touch = { hasTouch: true, isMobile: true };
    const { page } = await product.openPage({ as: 'super-admin', at: addPath, hasTimeLimits: true, ...touch });
    // There a keyboard would cover the form.
    await page.locator('#name').waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('name');
    let sent = 0;
    const request = '**/api/users/add_user';
    await page.route(request, () => void sent++);
    const send = async () => {
      await fill(page, somebody());
      await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
    };
    await expectGivenUpAfter(page, limits.quickTimeoutMs, { send, request, sign: page.locator('#error-summary') });
    await expect.poll(() => problems(page)).toEqual(['No response from server. Please try again.']);
    expect(sent).toBe(1);
  });

  test('focuses the first field, says how strong the password is, can show it within its focus ring, and is sent by Ctrl and Enter', async () => {
    const { page } = await product.openPage({ as: 'super-admin', at: addPath, viewport: { width: 1440, height: 900 } });
    const person = somebody();
    const strength = page.locator('form').getByRole('status');
    const input = page.locator('#password');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('name');
    await page.fill('#name', person.name);
    await page.fill('#email', person.email);
    await page.keyboard.press('Tab');
    const cutting = await page.locator('#password:focus').evaluate((focused) => {
      const upwards: Element[] = [];
      for (let at: Element | null = focused; at && at.tagName !== 'FORM'; at = at.parentElement) upwards.push(at);
      const ringed = upwards.findIndex((element) => getComputedStyle(element).outlineStyle === 'solid');
      if (ringed < 0) return 'no ring';
      return upwards.slice(ringed + 1).filter((element) => getComputedStyle(element).overflow !== 'visible').length;
    });
    expect(cutting).toBe(0);
    for (const [typed, said] of [
      ['short', 'Strength of the password: weak. It needs at least 8 characters.'],
      [person.email, 'Strength of the password: weak. It is one of the first that anybody would try.'],
      ['rickshaw9', 'Strength of the password: fair. Make it longer'],
      ['Tr0ub4dor&3', 'Strength of the password: good.'],
      [password, 'Strength of the password: strong.'],
    ] as const) {
      await input.fill(typed);
      await strength.filter({ hasText: said }).waitFor();
    }
    await expect.poll(() => input.getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Show the password' }).click();
    await expect.poll(() => input.getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Show the password', pressed: true }).click();
    await input.press('Control+Enter');
    await page.waitForURL('**/userManagement');
    await page.locator('tbody tr').filter({ hasText: person.email }).waitFor();
  });
});

describe('editing', () => {
  test('shows the person from the list or from ?id=, refuses each wrong value, keeps what was typed, and changes only what was changed', async () => {
    const owner = await product.staff();
    const { name, email, id } = await add(owner);
    const { page } = await product.openPage({ as: owner, at: '/userManagement' });
    await page.getByRole('link', { name: `Edit ${name}`, exact: true }).click();
    await page.waitForURL(`**/editUserManagement?id=${id}`);
    await page.locator('#name').waitFor();
    await page.reload();
    await expect.poll(() => page.inputValue('#name')).toBe(name);
    await expect.poll(() => page.inputValue('#email')).toBe(email);
    await expect.poll(() => page.inputValue('#password')).toBe('');
    // Somebody else changes another field, and a right that is taken loads the list again.
    const changed = await owner.call('updateUser', { params: { id }, json: { email: `new.${email}` } });
    expect(changed.ok).toBe(true);
    const reloaded = page.waitForResponse('**/api/users/get_users');
    await page.getByRole('checkbox', { name: 'Download' }).click();
    await reloaded;
    const refused: [Record<string, string>, string][] = [
      [{ name: ' ', email }, 'All fields are required'],
      [{ name, email: 'rupa at office' }, 'Please enter a valid email address.'],
      [{ name, email: superAdmin.email }, 'User email already exists. Please try another email.'],
    ];
    for (const [values, text] of refused) {
      await fill(page, values);
      await expect.poll(() => problems(page)).toEqual([text]);
    }
    const call = '**/api/users/update_user/*';
    const failures: [string, Parameters<Page['route']>[1]][] = [
      ['Error updating user. Please try again.', (route) => route.abort()],
      ['Failed to update user.', (route) => route.fulfill({ status: 500, body: '' })],
      [
        'There is no room left to store this. Nothing was changed.',
        (route) => route.fulfill({ status: 507, json: { message: 'x', code: 'disk_full', requestId: '' } }),
      ],
    ];
    for (const [text, answer] of failures) {
      await page.route(call, answer);
      await fill(page, { name: 'Another Name', email });
      await expect.poll(() => problems(page)).toEqual([text]);
      await expect.poll(() => page.inputValue('#name')).toBe('Another Name');
      await page.unroute(call);
    }
    const sent = page.waitForRequest('**/api/users/update_user/*');
    const told = page.getByText('The changes have been saved.').waitFor();
    await fill(page, { name: 'Another Name' });
    expect((await sent).postDataJSON()).toEqual({ name: 'Another Name' });
    await page.waitForURL('**/userManagement');
    await told;
    await page.locator('tbody tr').filter({ hasText: email }).getByText('Another Name').waitFor();
    expect(await signIn(`new.${email}`, password)).toBe(200);

    await openScreen(page, `/editUserManagement?id=${id}`);
    await fill(page, { password: 'seven77' });
    await expect.poll(() => problems(page)).toEqual(['The password must have at least 8 characters.']);
    await fill(page, { password: 'eleven quiet herons' });
    await page.waitForURL('**/userManagement');
    expect(await signIn(`new.${email}`, 'eleven quiet herons')).toBe(200);

    await openScreen(page, '/editUserManagement');
    await page.waitForURL('**/userManagement');
    await openScreen(page, '/editUserManagement?id=0123456789abcdef01234567');
    await page.getByRole('heading', { name: 'This admin does not exist' }).waitFor();
    await openScreen(page, '/editUserManagement?id=short');
    await page.getByRole('heading', { name: 'Invalid ID format.' }).waitFor();
    await page.getByRole('link', { name: 'Back to the admin list' }).click();
    await page.waitForURL('**/userManagement');
  });

  test('begins with what is stored now, and keeps what was typed when somebody else deletes the person', async () => {
    const owner = await product.staff();
    const { name, id } = await add(owner);
    const { page } = await product.openPage({ as: owner, at: '/userManagement' });
    const edit = page.getByRole('link', { name: `Edit ${name}`, exact: true });
    await edit.waitFor();
    await owner.call('updateUser', { params: { id }, json: { name: 'Sadia Islam' } });
    await edit.click();
    await expect.poll(() => page.inputValue('#name')).toBe('Sadia Islam');
    await page.fill('#name', 'Sadia Rahman');
    await owner.call('deleteUser', { params: { id } });
    const reloaded = page.waitForResponse('**/api/users/get_users');
    await lookAgainLater(page);
    await reloaded;
    await rendered(page);
    expect(await page.inputValue('#name')).toBe('Sadia Rahman');
    await page.goBack();
    await page.getByRole('dialog', { name: 'Leave this page?' }).waitFor();
  });
});

test('in Bangla, in the dark and at 320 px axe finds nothing and nothing sticks out', async () => {
  const viewport = { width: 320, height: 800 };
  const { page } = await product.openPage({
    as: 'super-admin',
    at: addPath,
    viewport,
    language: 'bn',
    colorScheme: 'dark',
  });
  await page.fill('#password', 'rickshaw9');
  await page.locator('form button[type=submit]').click();
  await page.locator('#error-summary').waitFor();
  await expectAccessible(page);
  await expect.poll(() => overflowingElements(page)).toEqual([]);
});
