/** Adding and editing an admin: every text of the specification, and what stays as it was. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { type Staff, superAdmin } from '../../product.ts';
import { expectAccessible, expectGivenUpAfter } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { sticksOut } from '../status-check.ts';

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
  test('makes an admin who can sign in, and leads to the list', async () => {
    const { page } = await product.openPage({ as: 'super-admin', at: addPath });
    const person = somebody();
    await fill(page, person);
    await page.waitForURL('**/userManagement');
    await page.getByText(`${person.name} has been added.`).waitFor();
    await page.locator('tbody tr').filter({ hasText: person.email }).waitFor();
    expect(await signIn(person.email, password)).toBe(200);
  });

  test('focuses the first field, except on touch screens, where a keyboard would cover the form', async () => {
    for (const hasTouch of [false, true]) {
      const options = hasTouch ? { hasTouch, isMobile: true } : { viewport: { width: 1440, height: 900 } };
      const { page } = await product.openPage({ as: 'super-admin', at: addPath, ...options });
      await page.locator('#name').waitFor();
      const isInField = () => page.evaluate(() => document.activeElement?.id === 'name');
      await expect.poll(isInField).toBe(!hasTouch);
    }
  });

  test('shows the whole ring around a password that has the focus, within the form', async () => {
    const { page } = await product.openPage({ as: 'super-admin', at: addPath, viewport: { width: 1440, height: 900 } });
    await page.focus('#email');
    await page.keyboard.press('Tab');
    const cutting = await page.locator('#password:focus').evaluate((input) => {
      const upwards: Element[] = [];
      for (let at: Element | null = input; at && at.tagName !== 'FORM'; at = at.parentElement) upwards.push(at);
      const ringed = upwards.findIndex((element) => getComputedStyle(element).outlineStyle === 'solid');
      if (ringed < 0) return 'no ring';
      return upwards.slice(ringed + 1).filter((element) => getComputedStyle(element).overflow !== 'visible').length;
    });
    expect(cutting).toBe(0);
  });

  test.each([
    ['nothing', { name: '', email: '', password: '' }, ['All fields are required'], ['name', 'email', 'password']],
    ['no name', { ...somebody(), name: '  ' }, ['All fields are required'], ['name']],
    ['no email', { ...somebody(), email: '' }, ['All fields are required'], ['email']],
    ['no password', { ...somebody(), password: '' }, ['All fields are required'], ['password']],
    ['no real email', { ...somebody(), email: 'rupa@' }, ['Please enter a valid email address.'], ['email']],
    [
      'a short password',
      { ...somebody(), password: 'seven77' },
      ['The password must have at least 8 characters.'],
      ['password'],
    ],
    [
      'a common password',
      { ...somebody(), password: 'password2026!' },
      ['This password is too easy to guess. Please choose another.'],
      ['password'],
    ],
    [
      'the super admin’s email',
      { ...somebody(), email: superAdmin.email.toUpperCase() },
      ['Error: User all ready exists. Please sign in.'],
      ['email'],
    ],
  ])('with %s is refused at the field, and keeps what was typed', async (_, values, texts, fields) => {
    const { page } = await product.openPage({ as: 'super-admin', at: addPath });
    await fill(page, values);
    await expect.poll(() => problems(page)).toEqual(texts);
    for (const field of fields) {
      const input = page.locator(`#${field}`);
      await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
      const notes = (await input.getAttribute('aria-describedby'))?.split(/\s+/) ?? [];
      const said = await Promise.all(notes.map((id) => page.locator(`[id="${id}"]`).innerText()));
      expect(said).toContain(texts[0]);
    }
    for (const [name, value] of Object.entries(values))
      await expect.poll(() => page.inputValue(`#${name}`)).toBe(value);
    await page.getByRole('link', { name: texts[0] ?? '' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(fields[0]);
  });

  test('of a taken email address: Error: User all ready exists. Please sign in.', async () => {
    const owner = await product.staff();
    const { email } = await add(owner);
    const { page } = await product.openPage({ as: owner, at: addPath });
    await fill(page, { ...somebody(), email });
    await expect.poll(() => problems(page)).toEqual(['Error: User all ready exists. Please sign in.']);
  });

  test('sends no user twice, and gives up without an answer within five seconds', async () => {
    const { page } = await product.openPage({ as: 'super-admin', hasTimeLimits: true });
    await page.goto(addPath);
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

  test.each([
    ['is out of reach', 'No response from server. Please try again.', 'abort'],
    ['fails without a reason', 'An error occurred during registration. Please try again.', 500],
    ['has too much to do', 'The service is busy. Please try again in a moment.', 'overloaded'],
    ['cannot even be asked', 'An error occurred during registration. Please try again.', 'broken'],
  ])('when the server %s, the add form says so', async (_, text, how) => {
    const { page } = await product.openPage({ as: 'super-admin', at: addPath });
    await page.route('**/api/users/add_user', (route) => {
      if (how === 'abort') return route.abort();
      const json = { message: 'x', code: how, requestId: '' };
      return how === 500 ? route.fulfill({ status: 500 }) : route.fulfill({ status: 503, json });
    });
    if (how === 'broken') {
      await page.evaluate(() => {
        AbortSignal.timeout = () => {
          throw new Error('broken');
        };
      });
    }
    await fill(page, somebody());
    await expect.poll(() => problems(page)).toEqual([text]);
  });

  test('shows how strong the password is in words, shows it on request, and goes off with Ctrl and Enter', async () => {
    const { page } = await product.openPage({ as: 'super-admin', at: addPath });
    const person = somebody();
    const strength = page.locator('form').getByRole('status');
    const input = page.locator('#password');
    await page.fill('#name', person.name);
    await page.fill('#email', person.email);
    for (const [typed, said] of [
      ['short', 'Strength of the password: weak. It needs at least 8 characters.'],
      ['password1', 'Strength of the password: weak. It is among the first that anybody would try.'],
      [person.email, 'Strength of the password: weak. It is among the first that anybody would try.'],
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

  test('is not left by accident with something typed', async () => {
    const { page } = await product.openPage({ as: 'super-admin', at: addPath });
    await page.fill('#name', 'Rupa');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect.poll(() => page.inputValue('#name')).toBe('Rupa');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.waitForURL('**/userManagement');
  });
});

describe('editing', () => {
  test('comes with the person from the list or from ?id=, and else leads to the list', async () => {
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
    await page.goto('/editUserManagement');
    await page.waitForURL('**/userManagement');
  });

  test('changes what was changed and sends nothing else', async () => {
    const owner = await product.staff();
    const { email, id } = await add(owner);
    const { page } = await product.openPage({ as: owner, at: `/editUserManagement?id=${id}` });
    const sent = page.waitForRequest('**/api/users/update_user/*');
    await fill(page, { name: 'Another Name' });
    expect((await sent).postDataJSON()).toEqual({ name: 'Another Name' });
    await page.waitForURL('**/userManagement');
    await page.getByText('The changes have been saved.').waitFor();
    await page.locator('tbody tr').filter({ hasText: email }).getByText('Another Name').waitFor();
    expect(await signIn(email, password)).toBe(200);
  });

  test('gives a new password only if one is typed', async () => {
    const owner = await product.staff();
    const { email, id } = await add(owner);
    const { page } = await product.openPage({ as: owner, at: `/editUserManagement?id=${id}` });
    await fill(page, { password: 'seven77' });
    await expect.poll(() => problems(page)).toEqual(['The password must have at least 8 characters.']);
    await fill(page, { password: 'eleven quiet herons' });
    await page.waitForURL('**/userManagement');
    expect(await signIn(email, 'eleven quiet herons')).toBe(200);
  });

  test.each([
    ['no name', { name: ' ' }, 'All fields are required'],
    ['no email', { email: '' }, 'All fields are required'],
    ['no real email', { email: 'rupa at office' }, 'Please enter a valid email address.'],
    ['a taken email', { email: superAdmin.email }, 'User email already exists. Please try another email.'],
  ])('to %s is refused', async (_, values, text) => {
    const owner = await product.staff();
    const { id } = await add(owner);
    const { page } = await product.openPage({ as: owner, at: `/editUserManagement?id=${id}` });
    await fill(page, values);
    await expect.poll(() => problems(page)).toEqual([text]);
  });

  test.each([
    ['is out of reach', 'Error updating user. Please try again.', (): null => null],
    ['fails without a reason', 'Failed to update user.', () => ({ status: 500, body: '' })],
    [
      'says what is wrong',
      'There is no room left to store this. Nothing was changed.',
      () => ({ status: 507, json: { message: 'x', code: 'disk_full', requestId: '' } }),
    ],
  ])('when the server %s, the edit form says so', async (_, text, answer) => {
    const owner = await product.staff();
    const { id } = await add(owner);
    const { page } = await product.openPage({ as: owner, at: `/editUserManagement?id=${id}` });
    await page.route('**/api/users/update_user/*', (route) => {
      const given = answer();
      return given ? route.fulfill(given) : route.abort();
    });
    await fill(page, { name: 'Another Name' });
    await expect.poll(() => problems(page)).toEqual([text]);
    await expect.poll(() => page.inputValue('#name')).toBe('Another Name');
  });

  test('of a missing user says so: deleted meanwhile, the super admin, no id at all', async () => {
    const owner = await product.staff();
    const { page } = await product.openPage({ as: owner, at: '/editUserManagement?id=0123456789abcdef01234567' });
    await page.getByRole('heading', { name: 'This admin does not exist' }).waitFor();
    await page.goto('/editUserManagement?id=short');
    await page.getByRole('heading', { name: 'Invalid ID format.' }).waitFor();
    await page.getByRole('link', { name: 'Back to the admin list' }).click();
    await page.waitForURL('**/userManagement');
  });
});

test.each([
  { language: 'en', colorScheme: 'light', width: 1440 },
  { language: 'bn', colorScheme: 'dark', width: 320 },
] as const)(
  'axe finds nothing and nothing sticks out: $language, $colorScheme, $width',
  async ({ width, ...options }) => {
    const owner = await product.staff();
    const { id } = await add(owner);
    const viewport = { width, height: 800 };
    const { page } = await product.openPage({ as: owner, at: addPath, viewport, ...options });
    await page.fill('#password', 'rickshaw9');
    await expectAccessible(page);
    await page.locator('form button[type=submit]').click();
    await page.locator('#error-summary').waitFor();
    await expectAccessible(page);
    await expect.poll(() => sticksOut(page)).toEqual([]);
    await page.goto('about:blank');
    await page.goto(`/editUserManagement?id=${id}`);
    await page.locator('#name').waitFor();
    await expectAccessible(page);
    await expect.poll(() => sticksOut(page)).toEqual([]);
  },
);
