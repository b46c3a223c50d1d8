/** Deciding a file and opening the next one by keyboard, in the order of the list that it came from. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { insertedApplication } from './inserted-application.ts';

const product = openProduct({ rows: 25 });
const desktop = { width: 1366, height: 768 };

async function openList(at = '/application', options: Parameters<typeof product.openPage>[0] = {}) {
  const staff = await product.staff('admin');
  const { page } = await product.openPage({ as: staff, at, viewport: desktop, ...options });
  await page.waitForSelector('[data-rows] a[data-row]');
  return { page, staff };
}

const ids = (page: Page) =>
  page.locator('a[data-row]').evaluateAll((links) => links.map((link) => link.getAttribute('data-row') ?? ''));
const isOpen = async (page: Page, id: string | undefined) => {
  await page.waitForURL(`**/userView?id=${id}`);
  await page.locator('#copy-person').waitFor();
};
const bar = (page: Page) => page.getByRole('navigation', { name: 'Move through the list' });
const shows = (page: Page, text: string) => bar(page).getByText(text, { exact: true }).waitFor();
/** Opens the dialogue of Ctrl K and waits for its field. */
async function ask(page: Page) {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'What are you looking for?' });
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  return field;
}
const noDialog = async (page: Page) => expect(await page.getByRole('dialog').count()).toBe(0);

test('J and K go through the list with its filter and order, over the edge of a page, and so do the buttons', async () => {
  const { page, staff } = await openList('/application?sort=passport');
  const list = await staff.call('applications', { query: { sort: 'passport', limit: 50 } });
  if (!list.ok) throw new Error(list.error.message);
  const all = list.data.applications.map(({ _id }) => _id);
  const total = list.data.totalApplication;
  await page.locator(`[data-row="${all[8]}"]`).focus();
  await page.keyboard.press('Enter');
  await isOpen(page, all[8]);
  await shows(page, `9 of ${total}`);
  await page.keyboard.press('j');
  await isOpen(page, all[9]);
  // A screen reader hears it with the name.
  await expect
    .poll(() =>
      page
        .getByRole('status')
        .filter({ hasText: `10 of ${total}: ` })
        .count(),
    )
    .toBe(1);
  await page.keyboard.press('j');
  await isOpen(page, all[10]);
  await shows(page, `11 of ${total}`);
  await expectAccessible(bar(page));
  await page.keyboard.press('k');
  await isOpen(page, all[9]);
  await shows(page, `10 of ${total}`);
  const next = bar(page).getByRole('button', { name: 'Next' });
  await next.click();
  await isOpen(page, all[10]);
  // The button stays where it is, with the focus.
  await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.reload();
  await shows(page, `11 of ${total}`);
  await bar(page).getByRole('link', { name: 'Back to the list' }).click();
  await page.waitForURL('**/application?sort=passport&page=2');
});

test('the ends of the list are announced, no address on the way has the search text, and what was typed for a decision waits at its application', async () => {
  for (const at of [1, 2]) await product.addApplication({ passport: `JK700000${at}` });
  const { page } = await openList();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.keyboard.press('/');
  await page.keyboard.type('jk7');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-row'))).toBe(true);
  const found = await ids(page);
  expect(found).toHaveLength(2);
  await page.keyboard.press('Enter');
  await isOpen(page, found[0]);
  await shows(page, '1 of 2');
  // A link within the page keeps the list.
  await page.getByRole('link', { name: /^\d of 6 documents$/ }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('documents');
  await shows(page, '1 of 2');
  await expect
    .poll(() => bar(page).getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled'))
    .toBe('true');
  await page.keyboard.press('k');
  await page.getByText('This is the first application in the list.').waitFor();
  await page.keyboard.press('j');
  await isOpen(page, found[1]);
  await shows(page, '2 of 2');
  const reason = page.getByRole('dialog').getByLabel('Reason for the applicant');
  const typed = 'The bank letter is older than a year.';
  const openAndLeave = async (work: () => Promise<unknown>) => {
    await page.keyboard.press('r');
    await work();
    await page.keyboard.press('Escape');
    await reason.waitFor({ state: 'detached' });
  };
  await openAndLeave(() => reason.fill(typed));
  await page.keyboard.press('k');
  await isOpen(page, found[0]);
  await openAndLeave(() => expect.poll(() => reason.inputValue()).toBe(''));
  await page.keyboard.press('j');
  await isOpen(page, found[1]);
  await openAndLeave(() => expect.poll(() => reason.inputValue()).toBe(typed));
  await expect.poll(() => bar(page).getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('j');
  await page.getByText('This is the last application in the list.').waitFor();
  expect([...addresses, page.url()].filter((address) => /jk7/i.test(address))).toEqual([]);
});

test('after a decision is withdrawn, no next file is offered for it', async () => {
  const { page } = await openList('/application?status=Pending', { as: 'super-admin' });
  await page.locator('a[data-row]').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('#copy-person').waitFor();
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
  const offer = page.getByText('Decision saved.');
  await offer.waitFor();
  await page.getByRole('button', { name: 'Withdraw this decision' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason for withdrawing it').fill('The wrong person.');
  await dialog.getByRole('button', { name: 'Withdraw this decision' }).click();
  await page.getByText(/Withdrawn on .*: The wrong person\./).waitFor();
  await expect.poll(() => offer.count()).toBe(0);
  await bar(page).waitFor();
});

test('A, P and R open their decisions, none of which swallows a key while it fades; Enter approves, and the next file of the queue has the focus', async () => {
  const { page } = await openList('/application?status=Pending', { reducedMotion: 'no-preference' });
  const [first, second, third] = await ids(page);
  await page.locator(`[data-row="${first}"]`).focus();
  await page.keyboard.press('Enter');
  await isOpen(page, first);
  for (const [key, title] of [
    ['p', 'Pending'],
    ['r', 'Reject'],
  ] as const) {
    await page.keyboard.press(key);
    await page.getByRole('dialog').getByText(title).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.evaluate(() => {
    const press = (key: string) =>
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    const watch = new MutationObserver(() => {
      watch.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => press('j')));
    });
    watch.observe(document.body, { attributes: true, childList: true, subtree: true });
    press('Escape');
  });
  await isOpen(page, second);
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('k');
  await isOpen(page, first);

  await page.keyboard.press('a');
  await expect.poll(() => dialog.locator(':focus').getAttribute('name')).toBe('date');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save anyway' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  // It has left the list of the pending ones, whose next file is now the first.
  const offer = page.getByRole('button', { name: /^Next: .* \(1 of \d+\)$/ });
  await expect.poll(() => offer.evaluate((button) => button === document.activeElement)).toBe(true);
  await bar(page)
    .getByText(/^No longer in this list of \d+$/)
    .waitFor();
  await expectAccessible(page.getByText('Decision saved.').locator('..'));
  await expectAccessible(bar(page));
  await page.keyboard.press('Enter');
  await isOpen(page, second);
  await page.keyboard.press('j');
  await isOpen(page, third);
  await page.keyboard.press('k');
  await isOpen(page, second);
  await page.keyboard.press('e');
  await page.waitForURL(`**/editApplication?id=${second}`);
});

test('an unsaved note is asked about before another file is opened, and staying keeps the note and the keys; a file that was deleted meanwhile is skipped, and the page says so', async () => {
  const { page, staff } = await openList('/application?status=Pending&sort=passport');
  const [first, second, third, fourth, fifth] = await ids(page);
  await page.locator(`[data-row="${first}"]`).focus();
  await page.keyboard.press('Enter');
  await isOpen(page, first);
  const note = page.getByLabel('New note');
  await note.fill('The employer calls back on Sunday');
  const next = bar(page).getByRole('button', { name: 'Next' });
  await next.click();
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await question.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('id')).toBe(first);
  await expect.poll(() => note.inputValue()).toBe('The employer calls back on Sunday');
  await next.focus();
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByLabel('Reason for the applicant').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // A key that was pressed for the next file does nothing to the one that stays.
  await page.evaluate(() => {
    for (const key of ['j', 'a']) {
      const [code, init] = [`Key${key.toUpperCase()}`, { bubbles: true, cancelable: true }];
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, code, ...init }));
    }
  });
  await question.waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await isOpen(page, second);
  await expect.poll(() => note.inputValue()).toBe('');

  // The third file is preloaded, the fourth is not.
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))
    .toContainEqual(expect.stringContaining(`/api/application/${third}`));
  for (const id of [third, fourth]) {
    const deleted = await staff.call('deleteApplication', { params: { id: id ?? '' } });
    expect(deleted.ok).toBe(true);
  }
  await page.keyboard.press('j');
  await isOpen(page, fifth);
  await page.getByText(/deleted and were skipped/).waitFor();
});

test('of the keys pressed during a step, none acts on the next file behind a dialogue that one before it has opened', async () => {
  const { page } = await openList('/application?status=Pending', { reducedMotion: 'no-preference' });
  const [first, second, third] = await ids(page);
  await page.locator(`[data-row="${first}"]`).focus();
  await page.keyboard.press('Enter');
  await isOpen(page, first);
  const dialogs = page.getByRole('dialog');
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect.poll(() => dialogs.count()).toBe(0);
  };
  const find = await ask(page);
  await close();
  /** Presses the keys at once, so that those after J are held until the next file is shown. */
  const press = (...keys: string[]) =>
    page.evaluate((keys) => {
      for (const key of keys) {
        const [code, ctrlKey] = [`Key${key.toUpperCase()}`, key === 'k'];
        const init = { key, code, ctrlKey, bubbles: true, cancelable: true };
        (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', init));
      }
    }, keys);
  const date = dialogs.locator('[name=date]');
  /** A dialogue that fades in is there a frame later. */
  const drawn = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await press('j', 'k', 'a');
  await isOpen(page, second);
  await find.waitFor();
  await drawn();
  expect(await dialogs.count()).toBe(1);
  await close();
  await press('j', 'a', 'k');
  await isOpen(page, third);
  await date.waitFor();
  await drawn();
  expect(await dialogs.count()).toBe(1);
  await close();
});

test('a single letter or sign is announced as the key of its button only while such keys are switched on, and every other key always', async () => {
  await product.addApplication();
  const { page } = await openList('/application?status=Pending');
  const announced = (under = '') =>
    page
      .locator(`${under}[aria-keyshortcuts]`)
      .evaluateAll((all) => all.map((element) => element.getAttribute('aria-keyshortcuts')));
  const openFirst = async () => {
    await page.locator('a[data-row]').first().click();
    await page.getByRole('navigation', { name: 'Photo and documents' }).getByRole('button').first().click();
    await page.getByRole('region', { name: 'Documents next to the details' }).waitFor();
    await bar(page).waitFor();
  };
  expect(await announced('main ')).toEqual(['/']);
  await openFirst();
  const others = ['Control+K', 'ArrowLeft', 'ArrowRight', 'Escape'];
  const single = ['j', 'k', 'e', 'n', 'p', 'a', 'r', '+', '-', 't', 'b'];
  await expect.poll(async () => (await announced()).sort()).toEqual([...others, ...single].sort());
  await page.goto('/setting');
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await page.goto('/application?status=Pending');
  await page.locator('a[data-row]').first().waitFor();
  expect(await announced('main ')).toEqual([]);
  await openFirst();
  await expect.poll(() => announced()).toEqual(others);
});

test('no key acts while text is typed, with a modifier, held down, in a dialogue, or switched off; on a Bangla keyboard the keys work by their position', async () => {
  const { _id: id } = await insertedApplication(product);
  const at = `/userView?id=${id}`;
  const { page } = await product.openPage({ as: 'admin', at, viewport: desktop });
  await page.locator('#copy-person').waitFor();
  for (const key of ['Control+a', 'Alt+a', 'Shift+A', 'Meta+a']) await page.keyboard.press(key);
  await noDialog(page);
  await page.evaluate(() => {
    for (const key of ['a', 'e'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, repeat: true, bubbles: true }));
  });
  await noDialog(page);
  const dialog = page.getByRole('dialog');
  await page.evaluate(() => {
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'া', code: 'KeyA', bubbles: true, cancelable: true }),
    );
  });
  await expect.poll(() => dialog.locator(':focus').getAttribute('name')).toBe('date');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('r');
  await expect.poll(() => dialog.locator(':focus').getAttribute('name')).toBe('reason');
  await page.keyboard.type('a e j / ?');
  await expect.poll(() => dialog.getByLabel('Reason for the applicant').inputValue()).toBe('a e j / ?');
  await dialog.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('e');
  expect(await page.getByRole('dialog').count()).toBe(1);
  expect(new URL(page.url()).pathname).toBe('/userView');

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await page.goBack();
  await page.locator('#copy-person').waitFor();
  for (const key of ['a', '?', '/']) await page.keyboard.press(key);
  await noDialog(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  expect(new URL(page.url()).pathname).toBe('/userView');
  expect(await page.locator('#copy-person').count()).toBe(1);
});

test('? lists the keys and Ctrl K finds a file, a screen and an action, on every screen, and says how many files it does not show', async () => {
  const { _id: id, surname } = await product.addApplication({ passport: 'KF8880001' });
  const { page } = await product.openPage({ as: 'admin', at: '/slider', viewport: desktop });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Next application in the list').waitFor();
  await expectAccessible(dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  const field = await ask(page);
  // Its name is in the other language, and read as such.
  expect(await page.getByRole('option', { name: 'বাংলা' }).locator('[lang=bn]').count()).toBe(1);
  await page.route('**/api/application/fetchApplication', async (route) => {
    const response = await route.fetch();
    const found = await response.json();
    await route.fulfill({ response, json: { ...found, totalApplication: found.totalApplication + 8 } });
  });
  await page.keyboard.type('kf888');
  await page.getByText('1 found. Search the list to see 8 more applications.').waitFor();
  const option = page.getByRole('option', { name: surname });
  await option.waitFor();
  await expect.poll(() => option.getAttribute('aria-selected')).toBe('true');
  expect(await field.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
  await expectAccessible(dialog);
  await page.keyboard.press('Enter');
  await isOpen(page, id);
  await dialog.waitFor({ state: 'detached' });
  await ask(page);
  await page.keyboard.type('reject');
  await page.getByRole('option', { name: 'Reject' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Reason for the applicant').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await ask(page);
  // The imports are not in the menu.
  await page.keyboard.type('import');
  await page.getByRole('option', { name: 'Imports' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/import');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.waitForURL('**/application');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
});
