/** Downloading the list as a file. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { endpoints } from '../../../contract/endpoints.ts';
import { tableIn } from '../../spreadsheets.ts';
import { expectAccessible } from '../browser.ts';
import { openProduct } from '../open-product.ts';

const product = openProduct({ rows: 12 });

test('the list is exported by its filter, in the chosen form, by keyboard, and the file is what the list shows', async () => {
  await product.addApplication({ passport: 'EB7770001', company: '=1+1' });
  const { page } = await product.openPage({ as: 'admin', at: '/application', viewport: { width: 1366, height: 768 } });
  await page.getByRole('searchbox').fill('EB7770001');
  await page.getByText("1 result for 'EB7770001'").waitFor();
  await page.getByRole('button', { name: 'Download' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Download the list' });
  await dialog.getByText('1 application, as shown in the list now').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'OpenDocument (ODS)' }).check();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^applications-\d{4}-\d\d-\d\d\.ods$/);
  const form = 'ods';
  const [headings, ...rows] = await tableIn(form, await readFile(await file.path()));
  const at = (name: string) => headings?.indexOf(name) ?? -1;
  expect(rows.map((row) => [row[at('Passport number')], row[at('Company name')]])).toEqual([['EB7770001', '=1+1']]);
  await dialog.waitFor({ state: 'hidden' });
});

test('the dialogue says what it exports, in Bangla too, and stays open with the reason when the export fails', async () => {
  const { page, complaints } = await product.openPage({ as: 'admin', at: '/application', language: 'bn' });
  await page.getByRole('button', { name: 'ফাইলে নিন' }).click();
  const dialog = page.getByRole('dialog', { name: 'তালিকা ফাইলে নিন' });
  await expectAccessible(page);
  await page.route('**/api/application/export', (route) => route.abort());
  await dialog.getByRole('radio', { name: 'টেক্সট (CSV)' }).check();
  await dialog.getByRole('button', { name: 'ফাইলে নিন' }).click();
  await dialog.getByRole('alert').getByText('সার্ভার থেকে সাড়া পাওয়া যায়নি').waitFor();
  expect(await dialog.getByRole('radio', { name: 'টেক্সট (CSV)' }).isChecked()).toBe(true);
  complaints.splice(0);
});

test('the audit log says in the language of the reader by which filters a list was exported', async () => {
  const owner = await product.staff();
  const filters = { status: 'Pending', from: '2026-01-02', assigned: 'me', missing: '1', search: 'EB7770001' };
  const exported = await fetch(`${product.origin}${endpoints.exportApplications.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: owner.cookie, origin: product.origin },
    body: JSON.stringify({ form: 'csv', sort: 'givenN', ...filters }),
  });
  expect(exported.status).toBe(200);
  await exported.arrayBuffer();
  const at = '/auditLog?action=applications.exported';
  const { page } = await product.openPage({ as: owner, at });
  const inEnglish = [
    'Pending',
    'Arrived from 2 Jan 2026',
    'assigned to themselves',
    'Papers missing',
    'a search, whose',
  ];
  await page.getByText(`filter: ${inEnglish.join(', ')}`).waitFor();
  const bangla = await product.openPage({ as: owner, at, language: 'bn' });
  const words = await bangla.page.getByText('ফিল্টার: অপেক্ষমাণ').innerText();
  expect(words).toContain('২ জানু, ২০২৬ থেকে এসেছে, নিজের দায়িত্বে থাকা, কাগজ বাকি');
  expect(words.replace('CSV', '')).not.toMatch(/[a-z]/i);
});
