/** A file at a glance, its papers beside the data, and what the applicant sees. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Application } from '../../../contract/answers.ts';
import bn from '../../../web/texts/office/copy.bn.json' with { type: 'json' };
import { addApplicant } from '../applicant.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../browser.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct();
const desk = { width: 1366, height: 768 };
const note = 'Only the staff read this';
const reason = 'The medical report is missing.';
let file: Application;

beforeAll(async () => {
  const staff = await product.staff('admin');
  const { application } = await addApplicant(staff, 33, ['visa', 'jobLetter']);
  file = application;
  for (const json of [
    { note: 'Papers seen.', reason },
    { note, reason },
  ])
    expect((await staff.call('reject', { params: { id: file._id }, json })).ok).toBe(true);
});

async function open(options: Parameters<typeof product.openPage>[0] = {}) {
  const { page } = await product.openPage({ as: 'admin', at: `/userView?id=${file._id}`, viewport: desk, ...options });
  await page.locator('#copy-person').waitFor();
  return page;
}

const viewer = (page: Page) => page.getByRole('region', { name: 'Papers next to the details' });
const says = (page: Page, text: string) => viewer(page).getByRole('status').getByText(text, { exact: true }).waitFor();
const paper = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Papers' }).getByRole('button', { name });

test('at 1366 by 768 person, photo, status, decision, papers and history are in sight; a missing paper leads to its place, and one that cannot be loaded says so', async () => {
  const page = await open();
  const parts = [
    page.getByRole('heading', { level: 2, name: file.surname }),
    page.getByRole('img', { name: 'Photo of the applicant' }),
    page.locator('section[aria-labelledby=copy-person]').getByText('Rejected', { exact: true }).first(),
    page.getByRole('button', { name: 'Approve' }),
    paper(page, 'Air Tickets'),
    page.getByRole('heading', { name: 'History' }),
    page.getByText(note),
  ];
  for (const part of parts) {
    const box = await part.boundingBox();
    expect([String(part), (box?.y ?? 999) + (box?.height ?? 999) <= desk.height]).toEqual([String(part), true]);
  }
  await expectAccessible(page);

  await paper(page, 'Air Tickets Missing').click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('slot-file6');
  await page.route(`**${file.file3}`, (route) => route.abort());
  await paper(page, 'Visa').first().click();
  await viewer(page).getByText('This paper could not be loaded. Please try again.').waitFor();
});

test('a paper opens beside the data, is enlarged, turned and compared with another, by keys and by buttons', async () => {
  const page = await open();
  await paper(page, 'Job Letter').click();
  await says(page, 'Job Letter, 2 of 3');
  const picture = viewer(page).getByRole('img');
  const width = () => picture.first().evaluate((image) => image.getBoundingClientRect().width);
  // Before it has arrived a picture is not fitted.
  await expect.poll(() => picture.first().evaluate((image) => image.style.width)).not.toBe('');
  const fitted = await width();
  await page.keyboard.press('+');
  await expect.poll(width).toBeCloseTo(fitted * 1.5, 0);
  await viewer(page).getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(width).toBeCloseTo(fitted, 0);
  // Enlarged and with the focus, it is moved by the arrow keys.
  const pane = viewer(page).getByRole('group', { name: 'Job Letter' });
  for (const _ of [1, 2, 3]) await page.keyboard.press('+');
  await pane.focus();
  const left = () => pane.evaluate((element) => element.scrollLeft);
  const centred = await left();
  await page.keyboard.press('ArrowRight');
  await expect.poll(left).toBeGreaterThan(centred);
  await says(page, 'Job Letter, 2 of 3');
  for (const _ of [1, 2, 3]) await page.keyboard.press('-');
  await page.keyboard.press('t');
  await expect.poll(() => picture.getAttribute('style')).toContain('rotate(90deg)');
  // The data stays beside it.
  const data = await page.locator('section[aria-labelledby=copy-person]').boundingBox();
  const beside = await viewer(page).boundingBox();
  expect((data?.x ?? 0) + (data?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);

  await page.keyboard.press('ArrowRight');
  await says(page, 'Visa, 3 of 3');
  await page.keyboard.press('ArrowRight');
  await says(page, 'Photo, 1 of 3');
  await page.keyboard.press('b');
  await expect
    .poll(() => picture.evaluateAll((all) => all.map((one) => one.getAttribute('alt'))))
    .toEqual(['Photo', 'Job Letter']);
  // The rotation is kept.
  await expect.poll(() => picture.last().getAttribute('style')).toContain('rotate(90deg)');
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => picture.evaluateAll((all) => all.map((one) => one.getAttribute('alt'))))
    .toEqual(['Photo', 'Visa']);
  await viewer(page).getByRole('group', { name: 'Photo' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => picture.evaluateAll((all) => all.map((one) => one.getAttribute('alt'))))
    .toEqual(['Job Letter', 'Visa']);
  await expectAccessible(page);
  // A decision is made with the papers open; its dialogue has the keyboard.
  await page.keyboard.press('r');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await viewer(page).count()).toBe(1);
  // This one does not fade out.
  await page.getByRole('button', { name: 'Assign…' }).click();
  await page.getByRole('dialog').getByLabel('Assign to').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await viewer(page).count()).toBe(1);
  await page.keyboard.press('Escape');
  await viewer(page).waitFor({ state: 'detached' });
  const opener = paper(page, 'Job Letter');
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('a tab shows what the applicant sees, without a decision that changed nothing for the applicant, and the print stays that of the office', async () => {
  const page = await open();
  await page.getByRole('tab', { name: 'Office view' }).focus();
  await page.keyboard.press('ArrowRight');
  const panel = page.getByRole('tabpanel', { name: 'What the applicant sees' });
  await panel.getByText(reason).first().waitFor();
  expect(await panel.locator('ol li:has(time)').filter({ hasText: reason }).count()).toBe(1);
  expect(await panel.innerText()).not.toContain(note);
  expect(await panel.innerText()).not.toContain('Demo office');
  await expectAccessible(page);
  expect(await page.getByText(file.birthCity, { exact: true }).filter({ visible: true }).count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await expect
    .poll(() => page.getByText(file.birthCity, { exact: true }).filter({ visible: true }).count())
    .toBeGreaterThan(0);
  expect(await panel.isVisible()).toBe(false);
});

test('on a phone, in Bangla and in the dark, the papers fit, and the button that closes is at the end of the first row', async () => {
  const page = await open({ viewport: { width: 360, height: 640 }, language: 'bn', colorScheme: 'dark' });
  await page.locator('#open-file1').click();
  await page.locator('section img[style]').waitFor();
  const box = async (name: string) => await page.getByRole('button', { name, exact: true }).boundingBox();
  const [first, close] = await Promise.all([box(bn.viewer.previous), box(bn.viewer.close)]);
  expect(close?.y).toBe(first?.y);
  expect((close?.x ?? 0) + (close?.width ?? 0)).toBeGreaterThan(330);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
