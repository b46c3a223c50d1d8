/**
 * The applicant's copy in the office: what it shows, from where it is opened, when it is not there, and what it says
 * of a passport with too many attempts.
 */
import { expect, test } from 'vitest';
import { type FormField, formFields, sections } from '../../../contract/application-form.ts';
import { dhakaDay } from '../../../contract/dates.ts';
import words from '../../../web/texts/application.en.json' with { type: 'json' };
import { guessAllDay } from '../../guessing.ts';
import { expectAccessible, hold } from '../browser.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct();
const desktop = { width: 1440, height: 900 };

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

test('it opens by navigation state or by id, and without either leads to the list; a failed load says why and can be tried again', async () => {
  const { _id: id } = await product.addApplication();
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
});

test('a deleted record or an invalid id says so and leads back, and a deletion can be undone', async () => {
  const application = await product.addApplication();
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
  await expectAccessible(page);
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
  const { _id: id, passport, currentN, dob } = await product.addApplication({ passport: 'EB5550001' });
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
  await expectAccessible(page);
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
  const { _id: id, passport } = await product.addApplication({ passport: 'EB5550002' });
  await product.withResources((harness) => guessAllDay(harness, { passport, id, hoursAgo: 25 }));
  const { page } = await product.openPage({ as: 'admin', at: `/userView?id=${id}` });
  const notice = page.getByRole('region', { name: 'Tried 15 times, not found' });
  await notice.getByText('It can be searched for again.').waitFor();
  await expectAccessible(page);
  await notice.getByRole('button', { name: 'Mark as looked at' }).click();
  await page.getByText('The notice has been removed for everybody.').first().waitFor();
  await expect.poll(() => notice.count()).toBe(0);
});
