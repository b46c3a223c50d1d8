/** The user's own settings: sessions, password, language, colour scheme, keyboard shortcuts. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { writeBackupProblem } from '../../../server/backup/state.ts';
import { systemContext } from '../../../server/context.ts';
import { timeInWords } from '../../../web/texts/dates.ts';
import bn from '../../../web/texts/office/settings.bn.json' with { type: 'json' };
import en from '../../../web/texts/office/settings.en.json' with { type: 'json' };
import { superAdmin } from '../../product.ts';
import { expectAccessible, expectNoSidewaysScroll, hold, overflowingElements, settled } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { addedClerk } from './added-clerk.ts';
import { lookAgainLater } from './screens.ts';

/** No backup can be made in this folder. */
const environment = {
  BACKUP_DIR: '/dev/null/backups',
  BACKUP_RECIPIENTS: 'age1nyqmj3pldtzfapqykzkwd68lmfccva6hmappv2w50jm9a4rsl5yqkw8v8p',
};
const product = openProduct({ environment });
const at = '/setting';
const { password } = superAdmin;
const entries = (page: Page) => page.locator('main li');

/** Signs out every other session, so that a test knows how many there are. */
async function onlySession() {
  const staff = await product.staff();
  const sessions = await staff.call('sessions');
  for (const { _id: id, current } of sessions.ok ? sessions.data : []) {
    if (!current) await staff.call('endSession', { params: { id } });
  }
  return staff;
}

describe('sessions', () => {
  test('are listed in words, this one first and marked; one of them can be ended after a question, which says when that failed', async () => {
    const staff = await onlySession();
    const other = await product.staff();
    const { page } = await product.openPage({ as: staff, at, viewport: { width: 1440, height: 800 } });
    await entries(page).nth(1).waitFor();
    await expect.poll(() => entries(page).count()).toBe(2);
    await expect.poll(() => entries(page).nth(0).innerText()).toContain('This device');
    await expect.poll(() => entries(page).nth(0).getByRole('button').count()).toBe(0);
    await expect.poll(() => entries(page).nth(1).innerText()).toMatch(/Signed in\s*\d+ \w+ \d{4}, \d\d:\d\d\n/);
    await expect.poll(() => entries(page).nth(1).innerText()).toMatch(/Last seen\s*\d+ \w+ \d{4}, \d\d:\d\d\n/);

    await entries(page)
      .nth(1)
      .getByRole('button', { name: /^End the session: / })
      .click();
    const dialog = page.getByRole('dialog', { name: 'End this session?' });
    const call = '**/api/users/sessions/*';
    await page.route(call, (route) => route.abort());
    await dialog.getByRole('button', { name: 'End the session' }).click();
    await dialog.getByRole('alert').filter({ hasText: 'The session could not be ended. Please try again.' }).waitFor();
    await page.unroute(call);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect((await other.call('me')).status).toBe(200);
    await entries(page).nth(1).getByRole('button').click();
    await dialog.getByRole('button', { name: 'End the session' }).click();
    const message = page.locator('main').getByText('The session has ended.');
    await message.waitFor();
    await expect.poll(() => message.evaluate((element) => element === document.activeElement)).toBe(true);
    await entries(page).nth(1).waitFor({ state: 'detached' });
    expect((await other.call('me')).status).toBe(401);
    expect((await staff.call('me')).status).toBe(200);
  });

  test('other than this one end together; a long list is shortened until it is expanded', async () => {
    const staff = await onlySession();
    const others = [];
    for (let time = 0; time < 5; time++) others.push(await product.staff());
    const { page } = await product.openPage({ as: staff, at });
    await page.getByRole('button', { name: 'Show all 6 sessions' }).press('Enter');
    await expect.poll(() => entries(page).count()).toBe(6);
    const fifth = entries(page).nth(4).getByRole('button');
    expect(await fifth.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'End all others' }).click();
    const dialog = page.getByRole('dialog', { name: 'End all other sessions?' });
    await dialog.getByText('5 other sessions will end. You stay signed in here.').waitFor();
    await dialog.getByRole('button', { name: 'End all others' }).click();
    await page.locator('main').getByText('All other sessions have ended.').waitFor();
    await entries(page).nth(1).waitFor({ state: 'detached' });
    for (const other of others) expect((await other.call('me')).status).toBe(401);
  });

  test('are only the admin’s own, who is not offered the state of the server; a failed load says why and can be tried again', async () => {
    await product.staff();
    const { page } = await product.openPage({ as: 'admin' });
    await page.route('**/api/users/sessions', (route) => route.fulfill({ status: 500 }));
    await page.goto(at);
    await page.getByText('Failed to fetch data from the server. Please try again later.').waitFor();
    await page.unroute('**/api/users/sessions');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('This device', { exact: true }).waitFor();
    await expect.poll(() => entries(page).count()).toBe(1);
    await page.getByText('You are not signed in anywhere else.').waitFor();
    expect(await page.getByRole('button', { name: 'End all others' }).count()).toBe(0);
    await page.getByText(en.release.replace('{{release}}', packageFile.version), { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: en.system.show }).count()).toBe(0);
    await page.route('**/api/users/sessions', (route) => route.abort());
    await lookAgainLater(page);
    await page.getByRole('alert').filter({ hasText: 'This may be out of date' }).waitFor();
  });

  test('have their space reserved while they load, in both languages, on a phone, a tablet and a desktop, so that nothing below moves', async () => {
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/149.0.0.0 Safari/537.36';
    const clerk = await addedClerk(product, 'Nadia', { 'user-agent': userAgent });
    const { page } = await product.openPage({ as: clerk, userAgent });
    const below = page.locator('main section').nth(1);
    const topsBelow = async () => {
      const tops: number[] = [];
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 740 });
        await page.evaluate(() => new Promise(requestAnimationFrame));
        tops.push(await below.evaluate((section) => section.getBoundingClientRect().top));
      }
      return tops;
    };
    for (const language of ['bn', 'en'] as const) {
      await product.chooseLanguage(page, language);
      const answer = await hold(page, '**/api/users/sessions');
      await page.goto(at);
      await entries(page).getByText('Windows').waitFor();
      await page.evaluate(() => document.fonts.ready);
      const before = await topsBelow();
      await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(1);
      answer();
      await settled(page);
      expect(await topsBelow(), language).toEqual(before);
      await page.unroute('**/api/users/sessions');
    }
  });
});

describe('the user’s own password', () => {
  const fill = async (page: Page, current: string, next: string, confirm = next) => {
    await page.fill('#current', current);
    await page.fill('#password', next);
    await page.fill('#confirmPassword', confirm);
    await page.getByRole('button', { name: 'Change the password' }).click();
  };
  const problems = async (page: Page) => {
    await page.locator('#error-summary').waitFor();
    return page.locator('[role=alert] li').allInnerTexts();
  };

  test('is refused at each missing or wrong field, stays typed while the server is unreachable, and is changed by entering the present one', async () => {
    const staff = await onlySession();
    const other = await product.staff();
    const { page } = await product.openPage({ as: staff, at });
    const next = 'eleven quiet herons';
    const refused: [typed: [string, string, string?], text: string, field: string][] = [
      [['', '', ''], 'All fields are required', 'current'],
      [['wrong', next], 'The current password is not right.', 'current'],
      [[password, next, 'else'], 'Passwords do not match.', 'confirmPassword'],
      [[password, 'qwerty123'], 'This password is too easy to guess. Please choose another.', 'password'],
    ];
    for (const [typed, text, field] of refused) {
      await fill(page, ...typed);
      await expect.poll(() => problems(page)).toEqual([text]);
      await expect.poll(() => page.locator(`#${field}`).getAttribute('aria-invalid')).toBe('true');
      await expect.poll(() => page.locator(`[id="${field}-error"]`).innerText()).toBe(text);
      await expect.poll(() => page.inputValue('#password')).toBe(typed[1]);
    }
    await page.route('**/api/users/password', (route) => route.abort());
    await fill(page, password, next);
    await expect.poll(() => problems(page)).toEqual(['No response from server. Please try again.']);
    await page.unroute('**/api/users/password');

    expect((await other.call('me')).status).toBe(200);
    await fill(page, password, next);
    const saved = page.locator('form').getByText('Your password has been changed. Your other sessions have ended.');
    await expect.poll(() => saved.evaluate((status) => status === document.activeElement)).toBe(true);
    for (const id of ['current', 'password', 'confirmPassword'])
      await expect.poll(() => page.inputValue(`#${id}`)).toBe('');
    await entries(page).nth(1).waitFor({ state: 'detached' });
    expect((await other.call('me')).status).toBe(401);
    expect((await staff.call('me')).status).toBe(200);
    const answer = await hold(page, '**/api/users/password');
    await fill(page, next, password);
    // What is typed now would not be saved.
    await expect.poll(() => page.locator('[inert] #password').count()).toBe(1);
    answer();
    const changed = page.locator('form').getByText('Your password has been changed.');
    await changed.waitFor();
    await fill(page, password, next, 'else');
    await expect.poll(() => problems(page)).toEqual(['Passwords do not match.']);
    expect(await changed.count()).toBe(0);
    await product.staff();
  });
});

test('language and colours are chosen for this device, and remembered; the keyboard shortcuts are listed', async () => {
  const { page } = await product.openPage({ as: 'super-admin', at, colorScheme: 'dark' });
  const keys = page.getByRole('region', { name: 'Keyboard shortcuts' });
  const text = (await keys.innerText()).replace(/\s+/g, ' ');
  expect(text).toContain('/ Search in the application list');
  expect(text).toContain('Ctrl + Enter Save the form');
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
  await page.getByRole('radio', { name: 'Same as device', checked: true }).waitFor();
  await expect.poll(() => scheme()).toBe('dark');
  await page.getByRole('radio', { name: 'Light' }).check();
  await expect.poll(() => scheme()).toBe('light');
  await page.getByRole('radio', { name: 'বাংলা' }).check();
  await page.getByRole('heading', { level: 1, name: bn.title }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('bn');
  await expect.poll(() => page.getByRole('radio', { name: bn.colours.light }).isChecked()).toBe(true);
  await expect.poll(() => scheme()).toBe('light');
});

test('in Bangla, in the dark and at 320 px axe finds nothing and nothing sticks out', async () => {
  const staff = await onlySession();
  await product.staff();
  const viewport = { width: 320, height: 800 };
  const { page } = await product.openPage({ as: staff, at, viewport, language: 'bn', colorScheme: 'dark' });
  await entries(page).nth(1).waitFor();
  await page.fill('#password', 'rickshaw9');
  await expectAccessible(page);
  await expect.poll(() => overflowingElements(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
  await entries(page).nth(1).getByRole('button').click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
});

test('the release and the reason why the last backup failed are shown in the reader’s language, and so are the files that are still under a former key, until there are none', async () => {
  await product.withResources((resources) => writeBackupProblem(systemContext(resources), 'folder_unusable'));
  const generation = (keyGeneration: number) =>
    product.withResources(({ database }) => database.db.updateTable('file').set({ keyGeneration }).execute());
  let count = 0;
  await product.withResources(async ({ database }) => {
    count = (await database.db.selectFrom('file').select('id').execute()).length;
  });
  expect(count).toBeGreaterThan(1);
  await generation(-1);
  const { page } = await product.openPage({ as: 'super-admin', language: 'bn', at });
  try {
    await page.getByText(bn.release.replace('{{release}}', packageFile.version), { exact: true }).waitFor();
    await page.getByRole('button', { name: bn.system.show }).click();
    const problem = bn.backups.problem.replace('{{problem}}', bn.backups.problems.folder_unusable);
    await page.getByText(problem, { exact: true }).waitFor();
    const text = bn.backups.pending_other.replace('{{number}}', count.toLocaleString('bn'));
    await page.getByRole('status').filter({ hasText: text }).waitFor();
    await expectAccessible(page);
  } finally {
    await generation(0);
  }
  await page.reload();
  await page.getByRole('button', { name: bn.system.show }).click();
  await page.getByText(bn.backups.next, { exact: true }).waitFor();
  expect(await page.getByText('SECRET_KEY_BEFORE').count()).toBe(0);
});

test('backups that are no longer made are told, with the last good one and its size', async () => {
  const { page } = await product.openPage({ as: 'super-admin', at });
  const backup = { last: { at: '2026-03-01T06:05:00.000Z', bytes: 3 * 1024 * 1024 }, problem: null, nextAt: null };
  await page.route('**/api/system', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), backup } });
  });
  await page.getByRole('button', { name: en.system.show }).click();
  await page.getByText(en.backups.none).waitFor();
  await page.getByText('1 Mar 2026, 12:05, 3 MB', { exact: true }).waitFor();
  expect(await page.getByText(en.backups.next, { exact: true }).count()).toBe(0);
});

test('the super admin sees the full state of the server, in words and in either language', async () => {
  const staff = await product.staff();
  const { page } = await product.openPage({ as: staff, at });
  // The log is signed in the minute in which the test's product starts; another start tells the two times apart.
  const startedAt = '2026-03-10T06:05:00.000Z';
  await page.route('**/api/system', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), startedAt } });
  });
  const facts = async (name: string) => {
    const answered = page.waitForResponse('**/api/system');
    await page.getByRole('button', { name }).click();
    const answer = await (await answered).json();
    const list = page.locator('dl', { hasText: packageFile.version });
    await list.waitFor();
    await expectNoSidewaysScroll(page);
    const texts = async (part: string) => (await list.locator(part).allInnerTexts()).map((text) => text.trim());
    const [terms, values] = [await texts('dt'), await texts('dd')];
    return { answer, shown: Object.fromEntries(terms.map((term, at) => [term, values[at]])) };
  };
  const { answer, shown } = await facts(en.system.show);
  const time = (at: string) => timeInWords(at, 'en', { dateStyle: 'medium', timeStyle: 'short' });
  expect(shown).toEqual({
    Release: packageFile.version,
    'Running since': '10 Mar 2026, 12:05',
    Records: en.system.engine[answer.engine as 'sqlite'],
    'Photos and documents': en.system.storage[answer.storage as 'disk'],
    'Audit log': `${answer.audit.entries.toLocaleString('en')} entries`,
    'Last signed': time(answer.audit.checkpointAt),
  });

  const other = {
    ...answer,
    engine: 'postgres',
    storage: 's3',
    audit: { entries: 12_345, checkpointAt: null },
  };
  await page.unroute('**/api/system');
  await page.route('**/api/system', (route) => route.fulfill({ json: other }));
  await product.chooseLanguage(page, 'bn');
  await page.reload();
  const inBangla = await facts(bn.system.show);
  await expectAccessible(page);
  expect(inBangla.shown).toEqual({
    [bn.system.release]: packageFile.version,
    [bn.system.started]: '১০ মার্চ, ২০২৬, ১২:০৫',
    [bn.system.records]: bn.system.engine.postgres,
    [bn.system.files]: bn.system.storage.s3,
    [bn.system.audit]: '১২,৩৪৫টি',
    [bn.system.signed]: bn.system.unsigned,
  });
});
