/**
 * The applicant's copy in the office: what it shows at a glance and to the applicant, its papers beside the data, from
 * where it is opened, when it is not there, and what it says of a passport with too many attempts.
 */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Application } from '../../../contract/answers.ts';
import { type FormField, formFields, sections } from '../../../contract/application-form.ts';
import { dhakaDay } from '../../../contract/dates.ts';
import words from '../../../web/texts/application.en.json' with { type: 'json' };
import bn from '../../../web/texts/office/copy.bn.json' with { type: 'json' };
import { guessAllDay } from '../../guessing.ts';
import { addApplicant } from '../applicant.ts';
import { expectAccessible, expectNoSidewaysScroll, hold } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { insertedApplication } from './inserted-application.ts';

const product = openProduct();
const next = () => insertedApplication(product);
const desktop = { width: 1440, height: 900 };
const lowDesktop = { width: 1366, height: 768 };
const note = 'Only the staff read this';
const reason = 'The medical report is missing.';
let rejected: Application;

beforeAll(async () => {
  const staff = await product.staff('admin');
  const { application } = await addApplicant(staff, 33, ['visa', 'jobLetter']);
  rejected = application;
  for (const json of [
    { note: 'Papers seen.', reason },
    { note, reason },
  ])
    expect((await staff.call('reject', { params: { id: rejected._id }, json })).ok).toBe(true);
});

async function open(options: Parameters<typeof product.openPage>[0] = {}) {
  const { page } = await product.openPage({
    as: 'admin',
    at: `/userView?id=${rejected._id}`,
    viewport: lowDesktop,
    ...options,
  });
  await page.locator('#copy-person').waitFor();
  return page;
}

const viewer = (page: Page) => page.getByRole('region', { name: 'Documents next to the details' });
const says = (page: Page, text: string) => viewer(page).getByRole('status').getByText(text, { exact: true }).waitFor();
const paper = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Photo and documents' }).getByRole('button', { name });

test('it shows the applicant, the status, every field in its section, and a link to the form', async () => {
  const staff = await product.staff('admin');
  const application = await product.addApplication();
  const approved = await staff.call('approve', { params: { id: application._id }, json: { date: '2026-03-05' } });
  if (!approved.ok) throw new Error(approved.error.message);
  const { page } = await product.openPage({
    as: staff,
    at: `/updateApplicationView/${application._id}`,
    viewport: desktop,
  });
  await page.locator('#copy-person').waitFor();
  // Nothing personal is in the tab's title or the URL.
  await expect.poll(() => page.title()).toBe('Applicant’s copy – Maplegate');
  expect(page.url()).not.toContain(application.passport);

  const head = page.locator('section[aria-labelledby=copy-person]');
  const text = await head.innerText();
  for (const part of [`${application.givenN} ${application.surname}`, application.passport, 'Approved']) {
    expect(text).toContain(part);
  }
  const fact = (label: string) => head.locator('dl > div').filter({ hasText: label }).locator('dd').innerText();
  await expect.poll(() => fact('Visa approve date')).toContain('2026-03-05');
  await expect.poll(() => fact('Visa collect date')).toContain('2026-03-09');
  await expect.poll(() => fact('Application received')).toContain(dhakaDay(new Date(application.createdAt)));
  await expect.poll(() => fact('Last change')).toContain(dhakaDay(new Date(approved.data.updatedAt)));
  const photo = head.getByRole('img', { name: 'Photo of the applicant' });
  await expect.poll(() => photo.getAttribute('src')).toBe(application.image?.replace('.jpg', '-200.webp'));

  for (const [letter, fields] of Object.entries(sections)) {
    const title = words.section[letter as keyof typeof sections];
    const section = page.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
    const shown = await section.last().locator('dl > div').allInnerTexts();
    expect(shown).toEqual(fields.map((field: FormField) => `${formFields[field].label.en}\n${application[field]}`));
  }
  expect(Object.values(sections).flat()).toEqual(Object.keys(formFields));

  const edit = page.getByRole('link', { name: 'Edit' });
  await expect.poll(() => edit.getAttribute('href')).toBe(`/editApplication?id=${application._id}`);
  await page.getByRole('button', { name: 'Print' }).waitFor();
  // Only the super admin has it: audit.test.ts.
  expect(await page.getByRole('link', { name: 'Audit log of this record' }).count()).toBe(0);
});

test('it opens by navigation state or by id, and Back leads to where it was opened from; without either it leads to the list; a failed load says why and can be tried again', async () => {
  const { _id: id } = await next();
  const { page } = await product.openPage({ as: 'admin', at: '/userView', viewport: desktop });
  await page.waitForURL('**/application');

  const call = `**/api/application/${id}`;
  await page.route(call, (route) => route.abort());
  await page.evaluate((id) => history.pushState({ usr: { id }, key: 'k', idx: 1 }, '', '/userView'), id);
  await page.reload();
  await page.getByText('No response from the server. Please check your connection.').waitFor();
  await page.unroute(call);
  await page.route(call, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: '…' } }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Failed to fetch data from the server. Please try again later.').waitFor();
  await page.unroute(call);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('#copy-person').waitFor();
  // In the address it also outlives a copied link.
  await expect.poll(() => page.url()).toBe(`${product.origin}/userView?id=${id}`);
  await page.goBack();
  await page.waitForURL('**/application');
});

test('a deleted record or an invalid id says so and leads back, and a deletion can be undone', async () => {
  const application = await next();
  const { page } = await product.openPage({
    as: 'admin',
    at: `/userView?id=${application._id}`,
    viewport: desktop,
  });
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  for (const part of [application.surname, application.passport, 'Pending']) {
    await dialog.getByText(part).first().waitFor();
  }
  await expectAccessible(dialog);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Show deleted applications' }).waitFor();
  // The user who has just deleted it is not told that it may never have existed.
  expect(await page.getByText('or the link is wrong').count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('heading', { name: 'Application deleted', exact: true }).waitFor();
  await expect.poll(() => page.title()).toBe('Application deleted – Maplegate');
  // An Undo that is not answered yet is not an error.
  const release = await hold(page, '**/restoreApplication/*');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('button[data-loading]', { hasText: 'Undo' }).waitFor();
  expect(await page.title()).not.toMatch(/^Error/);
  await expect.poll(() => page.getByText('has been deleted.').isVisible()).toBe(true);
  release();
  await page.getByText(`${application.passport}, is back in the list.`).waitFor();
  await page.locator('#copy-person').waitFor();
  await page.getByRole('button', { name: 'Close this message' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');

  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'Application deleted', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Close this message' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Back to the list');
  await page.getByRole('heading', { name: 'Application deleted', exact: true }).waitFor();

  await page.reload();
  await page.getByRole('heading', { name: 'Application not found' }).waitFor();
  await page.getByRole('main').getByText('You can restore a deleted application for 30 days').waitFor();
  const ways = page.getByRole('main').getByRole('link');
  const hrefs = await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual(['/application', '/application?deleted=1']);

  await page.goto('/updateApplicationView/12');
  await page.getByRole('heading', { name: 'Invalid ID format.' }).waitFor();
  await expect.poll(() => page.title()).toBe('Error: Invalid ID format. – Maplegate');
});

test('the dashboard’s count leads to its list and to the record, where staff lift the block', async () => {
  const { _id: id, passport, currentN, dob } = await next();
  await product.withResources((harness) => guessAllDay(harness, { passport, id }));
  const { page } = await product.openPage({ as: 'admin', at: '/dashboard', viewport: desktop });
  const line = page.getByRole('link', { name: 'Tried too often' });
  await expect.poll(() => line.innerText()).toMatch(/\s1$/);
  await line.click();
  await page.waitForURL('**/application?guessed=1');
  await page.getByText(passport).first().waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Remove the filter: Tried too often' }).count()).toBe(1);
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);

  await page.locator('tbody a[data-row]').click();
  await page.waitForURL(`**/userView?id=${id}`);
  const notice = page.getByRole('region', { name: 'Tried 15 times, not found' });
  await notice.waitFor();
  await expectAccessible(notice);
  const enquire = async () => {
    const body = JSON.stringify({ search: passport, search1: currentN, search2: dob });
    const url = `${product.origin}/api/application/fetchApplicationEnquiry`;
    return (await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })).status;
  };
  expect(await enquire()).toBe(429);
  await notice.getByRole('button', { name: 'Allow searching again' }).click();
  await page.getByText('The passport number can be searched for again.').first().waitFor();
  await expect.poll(() => notice.count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('copy-person');
  expect(await enquire()).toBe(200);
});

test('after the block has ended the record still says what happened, until somebody has looked at it', async () => {
  const { _id: id, passport } = await next();
  await product.withResources((harness) => guessAllDay(harness, { passport, id, hoursAgo: 25 }));
  const { page } = await product.openPage({ as: 'admin', at: `/userView?id=${id}` });
  const notice = page.getByRole('region', { name: 'Tried 15 times, not found' });
  await notice.getByText('It can be searched for again.').waitFor();
  await expectAccessible(notice);
  await notice.getByRole('button', { name: 'Mark as looked at' }).click();
  await page.getByText('The notice has been removed for everybody.').first().waitFor();
  await expect.poll(() => notice.count()).toBe(0);
});

test('at 1366 by 768 the record is in sight as a whole; a paper opens beside the data, is enlarged, turned and compared, by keys and buttons', async () => {
  const page = await open();
  const parts = [
    page.getByRole('heading', { level: 2, name: rejected.surname }),
    page.getByRole('img', { name: 'Photo of the applicant' }),
    page.locator('section[aria-labelledby=copy-person]').getByText('Rejected', { exact: true }).first(),
    page.getByRole('button', { name: 'Approve' }),
    paper(page, 'Air Tickets'),
    page.getByRole('heading', { name: 'History' }),
    page.getByText(note),
  ];
  for (const part of parts) {
    const box = await part.boundingBox();
    expect([String(part), (box?.y ?? 999) + (box?.height ?? 999) <= lowDesktop.height]).toEqual([String(part), true]);
  }
  await expectAccessible(page);

  await paper(page, 'Air Tickets Missing').click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('slot-file6');
  await page.route(`**${rejected.file3}`, (route) => route.abort());
  await paper(page, 'Visa').first().click();
  await viewer(page).getByText('This document could not be loaded. Please try again.').waitFor();

  await page.unroute(`**${rejected.file3}`);
  await viewer(page).getByRole('button', { name: 'Try again' }).click();
  await viewer(page).getByRole('img', { name: 'Visa' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Visa');
  await paper(page, 'Job Letter').click();
  await says(page, 'Job Letter, 2 of 3');
  const picture = viewer(page).getByRole('img');
  const width = () => picture.first().evaluate((image) => image.getBoundingClientRect().width);
  // Before it has arrived a picture is not fitted.
  await expect.poll(() => picture.first().evaluate((image) => Number.parseFloat(image.style.width) || 0)).not.toBe(0);
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
  const photo = viewer(page).getByRole('group', { name: 'Photo' });
  // An arrow key moves a picture that does not fit its narrower pane yet.
  await expect.poll(() => photo.evaluate((pane) => pane.scrollWidth <= pane.clientWidth)).toBe(true);
  await photo.focus();
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => picture.evaluateAll((all) => all.map((one) => one.getAttribute('alt'))))
    .toEqual(['Job Letter', 'Visa']);
  await expectAccessible(viewer(page));
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
  expect(await panel.getByText(reason).count()).toBe(1);
  const history = panel.locator('section').filter({ hasText: 'What has happened so far' }).locator('li');
  expect(
    (await history.locator('span').allInnerTexts()).map((text) => text.replace(/ the application\.$/, '')),
  ).toEqual(['The office received', 'The office rejected']);
  expect(await panel.innerText()).not.toContain(note);
  expect(await panel.innerText()).not.toContain('Demo office');
  await expectAccessible(panel);
  expect(await page.getByText(rejected.birthCity, { exact: true }).filter({ visible: true }).count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  await expect
    .poll(() => page.getByText(rejected.birthCity, { exact: true }).filter({ visible: true }).count())
    .toBeGreaterThan(0);
  expect(await panel.isVisible()).toBe(false);
});

test('on a phone, in Bangla and in the dark, the papers fit, the tools are two rows with the zoom in one, and the button that closes is at the end of the first', async () => {
  const page = await open({ viewport: { width: 360, height: 640 }, language: 'bn', colorScheme: 'dark' });
  await page.locator('#open-file1').click();
  await page.locator('section img[style]').waitFor();
  const box = async (name: string) => await page.getByRole('button', { name, exact: true }).boundingBox();
  const [first, close] = await Promise.all([box(bn.viewer.previous), box(bn.viewer.close)]);
  expect(close?.y).toBe(first?.y);
  expect((close?.x ?? 0) + (close?.width ?? 0)).toBeGreaterThan(330);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 });
    // The zoom is in one row, and there are two.
    const all = await page.locator('section:has(img[style]) :is(button, a)[aria-label]').all();
    const boxes = await Promise.all(all.map(async (tool) => tool.boundingBox()));
    expect(new Set(boxes.map((tool) => tool?.y)).size).toBe(2);
    const zoom = await Promise.all([box(bn.viewer.zoomOut), box(bn.viewer.zoomIn), box(bn.viewer.turn)]);
    expect(new Set(zoom.map((tool) => tool?.y)).size).toBe(1);
  }
  await expectAccessible(page.locator('section').filter({ has: page.locator('img[style]') }));
  await expectNoSidewaysScroll(page);
});

test.each([320, 360, 390])(
  'at %i px the way back to the list is large enough for a finger, and pushes nothing out of the bar',
  async (width) => {
    const { page } = await product.openPage({ as: 'admin', at: '/application', viewport: { width, height: 740 } });
    await page.locator('a[data-row]').first().click();
    const bar = page.getByRole('navigation', { name: 'Move through the list' });
    const back = bar.getByRole('link', { name: 'Back to the list' });
    const box = await back.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    expect(box?.y).toBeGreaterThan(650);
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(64);
    await expectNoSidewaysScroll(page);
    await expectAccessible(bar);
    await back.click();
    await page.waitForURL('**/application');
  },
);
