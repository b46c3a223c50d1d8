/** Work on a record: assigning it on its screen, and the notes of the staff. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { limits } from '../../../contract/limits.ts';
import { newId } from '../../../server/identifiers.ts';
import failures from '../../../web/texts/office/failures.bn.json' with { type: 'json' };
import { expectAccessible, hold } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { insertedApplication } from './inserted-application.ts';

const product = openProduct();
const next = () => insertedApplication(product);
const desktop = { width: 1366, height: 768 };
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test('a record is assigned, unassigned and reassigned, and taken from somebody else only after they were named', async () => {
  const { _id: id } = await next();
  const [staff, owner] = [await product.staff('admin'), await product.staff('super-admin')];
  const { page } = await product.openPage({ as: staff, at: `/userView?id=${id}`, viewport: desktop });
  const names = await staff.call('colleagues');
  const me = await staff.call('me');
  if (!names.ok || !me.ok) throw new Error('no names');
  const myName = me.data.user.name;
  const other = names.data.find(({ name }) => name !== myName);
  if (!other) throw new Error('nobody else');
  const head = page.getByRole('region', { name: / / }).first();
  const works = page.getByText('Assigned to:');
  await expect.poll(() => works.innerText()).toBe('Assigned to: Nobody');
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await expect.poll(() => works.innerText()).toBe(`Assigned to: ${myName} (you)`);
  await expect.poll(() => focused(page)).toBe('Unassign');
  await page.keyboard.press('Enter');
  await expect.poll(() => works.innerText()).toBe('Assigned to: Nobody');
  await page.getByRole('button', { name: 'Assign…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => focused(page)).toBe('Assign…');

  // Somebody else takes it while this screen still says nobody.
  await owner.call('assign', { json: { assignee: 'me', ids: [id] } });
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await head
    .getByRole('alert')
    .filter({ hasText: `assigned to ${other.name}` })
    .waitFor();
  await expect.poll(() => works.innerText()).toBe(`Assigned to: ${other.name}`);
  // The button that was pressed is gone.
  await expect.poll(() => focused(page)).toBe('Assign…');
  await expectAccessible(head);

  await page.getByRole('button', { name: 'Assign…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign this application' });
  const person = dialog.getByLabel('Assign to');
  await expect.poll(() => person.locator('option').count()).toBe(names.data.length + 1);
  await person.selectOption({ label: `${myName}, 0 to decide` });
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await dialog
    .getByRole('alert')
    .filter({ hasText: `assigned to ${other.name}` })
    .waitFor();
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: `Reassign from ${other.name}` }).click();
  await expect.poll(() => dialog.count()).toBe(0);
  await expect.poll(() => works.innerText()).toBe(`Assigned to: ${myName} (you)`);
  expect(await head.getByRole('alert').count()).toBe(0);
});

test('while the colleagues are not loaded, the dialogue names who has the record, and saving leaves it there', async () => {
  const { _id: id } = await next();
  const owner = await product.staff('super-admin');
  const assigned = await owner.call('assign', { json: { assignee: 'me', ids: [id] } });
  const me = await owner.call('me');
  if (!assigned.ok || !me.ok) throw new Error('not assigned');
  const { name } = me.data.user;
  const { page } = await product.openPage({ as: 'admin', at: `/userView?id=${id}`, viewport: desktop });
  await page.route('**/colleagues', (route) => route.abort());
  await page.getByRole('button', { name: 'Assign…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign this application' });
  await dialog.getByRole('alert').waitFor();
  await expect.poll(() => dialog.locator('option:checked').innerText()).toBe(name);
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByText(`Assigned to ${name}`).first().waitFor();
  await expect.poll(() => page.getByText('Assigned to:').innerText()).toBe(`Assigned to: ${name}`);
});

test('notes, names and views that could not be loaded are loaded again by keyboard, and what was missing takes the focus', async () => {
  const { _id: id } = await next();
  const { page } = await product.openPage({ as: 'admin', viewport: desktop });
  const loadAgain = async (call: string, within: Locator, open: () => Promise<unknown>) => {
    await page.route(call, (route) => route.abort());
    await open();
    await within.getByRole('alert').getByRole('button', { name: 'Try again' }).focus();
    await page.unroute(call);
    await page.keyboard.press('Enter');
    await expect.poll(() => within.getByRole('alert').count()).toBe(0);
  };
  await loadAgain('**/notes', page.locator('main'), () => page.goto(`/userView?id=${id}`));
  await expect.poll(() => focused(page)).toBe('Notes');

  const dialog = page.getByRole('dialog', { name: 'Assign this application' });
  await loadAgain('**/colleagues', dialog, () => page.getByRole('button', { name: 'Assign…' }).click());
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');
  await page.keyboard.press('Escape');

  await page.goto('/application');
  const panel = page.getByRole('dialog', { name: 'Saved views' });
  await loadAgain('**/api/views', panel, () => page.getByRole('button', { name: /^View/ }).click());
  await expect.poll(() => focused(page)).toBe('Saved views');
});

test('a note is written by keyboard and kept through errors, in Bangla, in the dark and on a phone', async () => {
  const { _id: id } = await next();
  const staff = await product.staff('admin');
  const viewport = { width: 360, height: 740 };
  const options = { language: 'bn', colorScheme: 'dark', viewport } as const;
  const { page } = await product.openPage({ as: staff, at: `/userView?id=${id}`, ...options });
  const field = page.getByLabel('নতুন মন্তব্য');
  const add = page.getByRole('button', { name: 'মন্তব্য যোগ করুন' });
  await field.focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  const text = 'নিয়োগকর্তা রবিবার চিঠি দেবেন\nthen call';
  await field.fill(text);
  await page.route('**/notes', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await add.click();
  await page.locator('form').getByRole('alert').getByText(failures.noAnswer).waitFor();
  await expect.poll(() => field.inputValue()).toBe(text);
  await page.unroute('**/notes');
  await field.press('Control+Enter');
  await expect.poll(() => page.locator('ol li', { hasText: 'then call' }).count()).toBe(1);
  await expect.poll(() => field.inputValue()).toBe('');
  await expectAccessible(page.locator('section').filter({ has: field }).last());
  const stored = await staff.call('notes', { params: { id } });
  expect(stored.ok && stored.data.map((note) => note.text)).toEqual([text]);
  // It is not on paper, which is the applicant's.
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.getByText('then call').isVisible()).toBe(false);
});

test('the field of a note grows with its text, text typed while a note is being sent becomes the next note, and older notes are mentioned', async () => {
  const { _id: id } = await next();
  const notes = Array.from({ length: limits.notesListedMax - 2 }, (_, count) => ({
    id: newId(),
    applicationId: id,
    at: new Date().toISOString(),
    text: `Note ${count}`,
    accountId: null,
    accountName: null,
  }));
  await product.withResources(({ database }) => database.db.insertInto('note').values(notes).execute());
  const at = `/userView?id=${id}`;
  const { page } = await product.openPage({ as: 'admin', at, viewport: desktop, language: 'bn' });
  const field = page.getByLabel('নতুন মন্তব্য');
  const heightOf = async (lines: number) => {
    await field.fill('A line.\n'.repeat(lines));
    return (await field.boundingBox())?.height ?? 0;
  };
  const [none, four, twenty, thirty] = [await heightOf(0), await heightOf(4), await heightOf(20), await heightOf(30)];
  expect(four).toBeGreaterThan(none * 2);
  expect(twenty).toBeGreaterThan(four);
  // From there on it scrolls.
  expect(thirty).toBe(twenty);

  await field.fill('Called the employer.');
  const release = await hold(page, '**/notes');
  const sent = page.waitForRequest((request) => request.url().endsWith('/notes') && request.method() === 'POST');
  await field.press('Control+Enter');
  await sent;
  await field.fill('Called the employer. And the');
  release();
  await page.locator('ol li', { hasText: 'Called the employer.' }).first().waitFor();
  await expect.poll(() => field.inputValue()).toBe('Called the employer. And the');
  await field.fill('');

  const shown = page.locator('ol li', { hasText: /Note|Called/ });
  await expect.poll(() => shown.count()).toBe(limits.notesListedMax - 1);
  const hint = page.getByText('শুধু সবচেয়ে নতুন ২০০টি মন্তব্য দেখানো হচ্ছে।');
  expect(await hint.count()).toBe(0);
  for (const text of ['Note at the limit', 'Note beyond it']) {
    await field.fill(text);
    await page.getByRole('button', { name: 'মন্তব্য যোগ করুন' }).click();
    await shown.filter({ hasText: text }).waitFor();
    await hint.waitFor();
    expect(await shown.count()).toBe(limits.notesListedMax);
  }
});
