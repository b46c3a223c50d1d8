/** The six documents of an application, attached, replaced and removed by a clerk in a browser. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { Application } from '../../../contract/answers.ts';
import { type Slot, slotNames, slots } from '../../../contract/application-form.ts';
import { limits } from '../../../contract/limits.ts';
import bn from '../../../web/texts/office/copy.bn.json' with { type: 'json' };
import { buildPhoto, formOf } from '../../build.ts';
import type { Staff } from '../../product.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { insertedApplication } from './inserted-application.ts';

const product = openProduct();
const next = () => insertedApplication(product);
const wrongType = 'Invalid file type. Only JPEG, JPG, and PNG are allowed.';
const damaged = 'This file is damaged or incomplete. Please take, scan or save it again.';
const tooLarge = 'File size exceeds the limit of 10MB.';

let photo: Buffer;
/** Large enough to take a while on a slow connection. */
let scan: Buffer;

/** Reads the record through the API. */
let office: Staff;

beforeAll(async () => {
  office = await product.staff('admin');
  photo = Buffer.from(await buildPhoto());
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  scan = await sharp({ create: { width: 700, height: 900, channels: 3, background: '#fff', noise } })
    .jpeg({ quality: 95 })
    .toBuffer();
});

const file = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer });
/** A file by its content, or by its path. */
type Chosen = ReturnType<typeof file> | string;
const place = (page: Page, slot: Slot) => page.getByRole('listitem', { name: slots[slot].label.en, exact: true });
const choose = (at: Locator, chosen: Chosen) => at.locator('input[type=file]').setInputFiles(chosen);
const open = async (application: Application, options: Parameters<typeof product.openPage>[0] = {}) => {
  const watched = await product.openPage({
    as: 'admin',
    at: `/userView?id=${application._id}`,
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  await watched.page.locator('#documents').waitFor();
  return watched;
};
const stored = async ({ _id: id }: Application) => {
  const answer = await office.call('application', { params: { id } });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.data;
};

test('all six are attached in order, replaced, removed and restored, as a value is; an emptied place is shown as empty, and a file that could not be restored is reported in its place', async () => {
  const application = await next();
  const params = { id: application._id };
  const passport = 'QV0000001';
  expect((await office.call('updateApplication', { params, form: formOf({ passport }) })).ok).toBe(true);
  const { page } = await open(application);
  await expect
    .poll(() => page.getByRole('list').locator('li h3').allInnerTexts())
    .toEqual(slotNames.map((slot) => slots[slot].label.en));
  // The allowed types are shown before a file is chosen.
  await expect.poll(() => place(page, 'file1').innerText()).toContain('JPEG, JPG or PNG, at most 10 MB');

  // All at once, like a clerk in a hurry: none of them waits for the page, none is lost.
  for (const slot of slotNames) await choose(place(page, slot), file(`${slot}.jpg`, photo));
  for (const slot of slotNames) await place(page, slot).getByText('Added', { exact: true }).waitFor();
  const full = await stored(application);
  for (const slot of slotNames) {
    expect(full[slot]).toMatch(/\.jpg$/);
    const small = place(page, slot).getByRole('img', { name: `Preview: ${slots[slot].label.en}` });
    await expect.poll(() => small.getAttribute('src')).toBe(full[slot]?.replace('.jpg', '-320.webp'));
    const link = place(page, slot).getByRole('link', { name: /^Open full size in a new tab/ });
    await expect.poll(() => link.getAttribute('href')).toBe(full[slot]);
    await expect.poll(() => link.getAttribute('target')).toBe('_blank');
  }
  await page.getByText('6 of 6 documents').waitFor();

  const other = Buffer.from(await buildPhoto(20));
  const dialog = page.getByRole('dialog');
  await choose(place(page, 'file3'), file('better.png', await sharp(other).png().toBuffer(), 'image/png'));
  await dialog.getByText('You can restore replaced files for 30 days.').waitFor();
  await expect.poll(() => dialog.getByRole('combobox').inputValue()).toBe('file3');
  expect((await stored(application)).file3).toBe(full.file3);
  const toasts = await watchToasts(page);
  await dialog.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect.poll(async () => (await stored(application)).file3).toMatch(/\.png$/);
  await expect.poll(toasts).toEqual(['Visa has been replaced.']);
  const restore = page.getByRole('button', { name: 'Restore the previous file: Visa', exact: true });
  const failure = place(page, 'file3').getByRole('alert').getByText('It could not be restored. Please try again.');
  await page.route('**/bringBack', (route) => route.abort());
  await restore.click();
  await failure.waitFor();
  await page.unroute('**/bringBack');
  // The second click of a double click would restore an older file as soon as the first is answered.
  let sent = 0;
  page.on('request', (request) => request.url().endsWith('/bringBack') && sent++);
  await restore.dblclick();
  await expect.poll(async () => (await stored(application)).file3).toBe(full.file3);
  await expect.poll(() => failure.count()).toBe(0);
  await expect.poll(toasts).toEqual(['Visa has been replaced.', 'Visa has been restored.']);
  await expect.poll(() => page.getByText('Visa has been replaced.').count()).toBe(0);
  expect(sent).toBe(1);

  // Without the former values nothing could be restored, so their failure is told.
  await page.route('**/versions', (route) => route.abort());
  await page.reload();
  const section = page.getByRole('region', { name: 'Replaced and removed' });
  await section.getByRole('alert').waitFor();
  expect(await restore.count()).toBe(0);
  await page.unroute('**/versions');
  await section.getByRole('button', { name: 'Try again' }).click();
  await restore.waitFor();

  await page.getByRole('button', { name: 'Remove: Visa', exact: true }).click();
  await expect.poll(() => dialog.innerText()).toContain(passport);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await stored(application)).file3).not.toBeNull();
  await page.getByRole('button', { name: 'Remove: Visa', exact: true }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await place(page, 'file3').getByText('Empty', { exact: true }).waitFor();
  await expect.poll(() => place(page, 'file3').evaluate((at) => at === document.activeElement)).toBe(true);
  expect((await stored(application)).file3).toBeNull();
  await page.getByText('5 of 6 documents').waitFor();
  const former = page.getByRole('region', { name: 'Replaced and removed' });
  const ways = former.getByRole('button', { name: /^Restore: Visa/ });
  // Replaced, restored, removed: the newest comes first as soon as the list has it.
  await expect.poll(() => ways.count()).toBe(3);
  await ways.first().click();
  await place(page, 'file3').getByText('Added', { exact: true }).waitFor();
  expect((await stored(application)).file3).toBe(full.file3);
  await former.getByText(application.passport).waitFor();
  await former.getByRole('button', { name: /^Restore: Passport/ }).click();
  await expect.poll(async () => (await stored(application)).passport).toBe(application.passport);
});

test('a file too large or of a wrong type is refused before it is sent; an upload that fails says why and can be tried again', async () => {
  const application = await next();
  const staff = await product.staff('admin');
  const { page } = await open(application, { as: staff });
  let sent = 0;
  await page.route('**/updateApplicationAdd/*', (route) => {
    sent++;
    return route.continue();
  });
  const at = place(page, 'file2');
  const refused = async (chosen: Chosen, text: string) => {
    await choose(at, chosen);
    await expect.poll(() => at.getByRole('alert').innerText()).toContain(text);
    await page.getByRole('button', { name: 'Discard the chosen file: Lmias' }).click();
    await at.getByText('Empty', { exact: true }).waitFor();
  };
  const padded = async (name: string, bytes: number) => {
    const path = join(product.dataDir, name);
    await writeFile(path, Buffer.concat([photo, Buffer.alloc(bytes - photo.length)]));
    return path;
  };
  await refused(await padded('large.jpg', limits.attachmentBytesMax + 1), tooLarge);
  await refused(file('letter.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), wrongType);
  await refused(file('empty.png', Buffer.alloc(0), 'image/png'), wrongType);
  expect(sent).toBe(0);

  // To the byte; the server has the last word on what is in it.
  await choose(at, await padded('full.jpg', limits.attachmentBytesMax));
  await at.getByText('Added', { exact: true }).waitFor();
  await choose(at, file('cut.jpg', photo.subarray(0, 200)));
  await page.getByRole('dialog').getByRole('button', { name: 'Upload 1 file' }).click();
  await at.getByText(damaged).waitFor();
  await expect.poll(() => at.getByRole('button', { name: /^Try again/ }).count()).toBe(0);
  expect((await stored(application)).file2).toMatch(/\.jpg$/);

  const letter = place(page, 'file1');
  const failing = async (answer: 'abort' | { status: number; body: string; contentType: string }, text: string) => {
    await page.route('**/updateApplicationAdd/*', (route) =>
      answer === 'abort' ? route.abort() : route.fulfill(answer),
    );
    if (await letter.getByRole('button', { name: /^Try again/ }).isVisible()) {
      await letter.getByRole('button', { name: /^Try again/ }).click();
    } else {
      await choose(letter, file('letter.jpg', photo));
    }
    await letter.getByText(text).waitFor();
    await letter.getByText(/^Chosen: letter\.jpg, [1-9]\d* kB$/).waitFor();
    await page.unroute('**/updateApplicationAdd/*');
  };
  const json = (status: number, body: object) => ({
    status,
    body: JSON.stringify(body),
    contentType: 'application/json',
  });
  await failing('abort', 'Error updating application. Please try again.');
  await failing({ status: 502, body: 'bad gateway', contentType: 'text/html' }, 'Failed to update application.');
  await failing(json(507, { code: 'disk_full', message: 'There is no room left.' }), 'There is no room left.');
  await letter.getByRole('button', { name: /^Try again/ }).click();
  await letter.getByText('Added', { exact: true }).waitFor();

  await staff.call('logout');
  await choose(place(page, 'file6'), file('ticket.jpg', photo));
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=password]').fill('rickshaw-river-2026');
  await dialog.getByRole('button', { name: 'Login', exact: true }).click();
  await place(page, 'file6').getByText('Added', { exact: true }).waitFor();
  expect((await stored(application)).file6).toMatch(/\.jpg$/);
});

test('a slow upload shows its progress, is cancelled without a trace, and succeeds when tried again; what has been sent as a whole can no longer be cancelled, since it will be stored', async () => {
  const application = await next();
  const { page, context } = await open(application);
  const devtools = await context.newCDPSession(page);
  const slow = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await slow(20_000);
  const at = place(page, 'file4');
  await choose(at, file('scan.jpg', scan));
  const bar = at.getByRole('progressbar', { name: 'Upload: Visa Form' });
  await bar.waitFor();
  // The chosen picture is shown before its upload ends.
  await expect.poll(() => at.getByRole('img').getAttribute('src')).toMatch(/^blob:/);
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(100);
  await expectAccessible(at);

  // Leaving now would lose it.
  await page.getByRole('link', { name: 'Application List' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('button', { name: 'Cancel the upload: Visa Form' }).click();
  await at.getByText('The upload was cancelled. Nothing was changed.').waitFor();
  expect((await stored(application)).file4).toBeNull();

  await slow(-1);
  await page.getByRole('button', { name: 'Try again: Visa Form' }).click();
  await at.getByText('Added', { exact: true }).waitFor();
  expect((await stored(application)).file4).toMatch(/\.jpg$/);

  const answered = new Promise<string>((resolve) => {
    devtools.once('Fetch.requestPaused', ({ requestId }) => resolve(requestId));
  });
  const patterns = [{ urlPattern: '*/updateApplicationAdd/*', requestStage: 'Response' as const }];
  await devtools.send('Fetch.enable', { patterns });
  const other = place(page, 'file1');
  await choose(other, file('scan.jpg', photo));
  const requestId = await answered;
  await other.getByText('Sent. The server is checking and storing it…').waitFor();
  expect(await page.getByRole('button', { name: 'Cancel the upload: Job Letter' }).count()).toBe(0);
  await devtools.send('Fetch.continueRequest', { requestId });
  await other.getByText('Added', { exact: true }).waitFor();
});

test('where every chosen file is refused, the dialogue says that none can be uploaded, and offers no upload', async () => {
  const application = await next();
  const { page } = await open(application);
  const dialog = page.getByRole('dialog', { name: 'Which file goes where?' });
  const several = page.getByLabel('Choose several files').and(page.locator('input'));
  const letter = file('letter.jpg', Buffer.from('A letter'));
  for (const [files, text] of [
    [[letter], 'This file cannot be uploaded. Choose another one.'],
    [[letter, file('empty.png', Buffer.alloc(0))], 'None of these files can be uploaded. Choose others.'],
  ] as const) {
    await several.setInputFiles([...files]);
    await dialog.getByRole('alert').getByText(text).waitFor();
    expect(await dialog.getByRole('button', { name: /^Upload/ }).count()).toBe(0);
    await expectAccessible(dialog);
    await page.keyboard.press('Control+Enter');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  expect((await stored(application)).file1).toBeNull();
});

async function drop(target: Locator, files: { name: string; bytes: number[] }[]): Promise<void> {
  await target.evaluate((element, files) => {
    const data = new DataTransfer();
    for (const { name, bytes } of files) data.items.add(new File([new Uint8Array(bytes)], name));
    for (const type of ['dragover', 'drop']) {
      element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
    }
  }, files);
}

test('a dropped file goes to its place, several go to those that their names suggest, then to the empty ones in order, and nothing is sent before confirmation', async () => {
  const application = await next();
  const { page } = await open(application);
  const bytes = [...photo];
  await drop(place(page, 'file2'), [{ name: 'lmia.jpg', bytes }]);
  await place(page, 'file2').getByText('Added', { exact: true }).waitFor();

  await drop(page.locator('#documents'), [
    { name: 'one.jpg', bytes },
    { name: 'virus.exe', bytes: [77, 90] },
    { name: 'two.jpg', bytes },
  ]);
  const dialog = page.getByRole('dialog');
  await dialog.getByText(wrongType).waitFor();
  await expect.poll(() => dialog.getByLabel('Place for one.jpg').inputValue()).toBe('file1');
  await expect.poll(() => dialog.getByLabel('Place for two.jpg').inputValue()).toBe('file3');
  await expectAccessible(dialog);
  for (const name of ['one.jpg', 'two.jpg']) await dialog.getByLabel(`Place for ${name}`).selectOption('');
  await dialog.getByRole('button', { name: 'Upload 0 files' }).click();
  await dialog.getByText('No file has a place. Choose a place for at least one, or cancel.').waitFor();
  for (const name of ['one.jpg', 'two.jpg']) await dialog.getByLabel(`Place for ${name}`).selectOption('file1');
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
  await dialog.getByText('“one.jpg” and “two.jpg” are both set to Job Letter.').waitFor();
  await dialog.getByLabel('Place for two.jpg').selectOption('file5');
  await dialog.getByRole('button', { name: 'Upload 2 files' }).click();
  await place(page, 'file1').getByText('Added', { exact: true }).waitFor();
  await place(page, 'file5').getByText('Added', { exact: true }).waitFor();

  // A dropped file replaces a stored one only after a question.
  const before = await stored(application);
  await drop(place(page, 'file5'), [{ name: 'three.jpg', bytes }]);
  await dialog.getByText('Work Permit (replaces the current one)').waitFor({ state: 'attached' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await stored(application)).toEqual(before);

  const toasts = await watchToasts(page);
  await page
    .getByLabel('Choose several files')
    .and(page.locator('input'))
    .setInputFiles(['Air ticket.jpg', 'IMG_2031.jpg', 'ভিসা ফরম.jpg'].map((name) => file(name, photo)));
  const places = () =>
    dialog.getByRole('combobox').evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value));
  await expect.poll(places).toEqual(['file6', 'file3', 'file4']);
  await expect.poll(() => dialog.locator('li img').count()).toBe(3);
  await dialog.getByRole('button', { name: 'Upload 3 files' }).click();
  await expect.poll(toasts).toEqual(['3 documents have been added: Air Tickets, Visa, and Visa Form.']);
});

/** Returns a function that gives the texts of the toasts since this call. */
async function watchToasts(page: Page): Promise<() => Promise<string[]>> {
  const toastTexts = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof HTMLElement && node.matches('.mantine-Notification-root')) texts.push(node.innerText);
      }
    }).observe(document.body, { childList: true, subtree: true });
    return texts;
  });
  return () => toastTexts.jsonValue();
}

test('in Bangla, on a phone, in the dark, the copy is accessible and does not move sideways, and its places refuse in Bangla', async () => {
  const application = await product.addApplication({ sex: 'Male' });
  const form = formOf({ passport: application.passport, sex: 'Female' });
  expect((await office.call('updateApplication', { params: { id: application._id }, form })).ok).toBe(true);
  const note = 'A note of the office that is longer than a line of the history beside the copy. '.repeat(3);
  await office.call('reject', { params: { id: application._id }, json: { note } });
  const viewport = { width: 360, height: 740 };
  const { page } = await open(application, { language: 'bn', colorScheme: 'dark', viewport });
  await page.getByRole('heading', { name: bn.slots.title }).waitFor();
  await page.getByText('পুরুষ → নারী').waitFor();
  const at = page.getByRole('listitem', { name: slots.file1.label.bn, exact: true });
  await choose(at, file('letter.jpg', Buffer.from('no picture')));
  await at.getByText('এই ধরনের ফাইল নেওয়া যায় না।').waitFor();
  await expect.poll(() => at.innerText()).toContain(bn.slots.fix.type);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a former value that is in use again is not offered a second time, and the one that it replaced is', async () => {
  const application = await product.addApplication({ salary: '1200', passport: 'EB7770001' });
  const staff = await product.staff('admin');
  const params = { id: application._id };
  expect((await staff.call('updateApplication', { params, json: { salary: '1300' } })).ok).toBe(true);
  const { page } = await open(application, { as: staff });
  const former = page.getByRole('region', { name: 'Replaced and removed' });
  const restore = former.getByRole('button', { name: /^Restore: Salary/ });
  const inUse = former.getByRole('listitem').filter({ hasText: 'Currently in use' });
  expect(await inUse.count()).toBe(0);
  await restore.click();
  await former.getByText('Currently in use').waitFor();
  // The newest change, which replaced 1300, comes first.
  await expect.poll(() => restore.count()).toBe(1);
  await restore.click();
  await expect.poll(async () => (await stored(application)).salary).toBe('1300');
  await expect.poll(() => restore.count()).toBe(2);
});
