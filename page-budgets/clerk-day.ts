/**
 * Counts a clerk's keys and actions in a real browser at 1366 by 768: `npm run audit:clerk`. It checks that the counted
 * work is done, and exits with 1 if a budget is exceeded.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { median } from '../bench/turns.ts';
import type { Application } from '../contract/answers.ts';
import { slotNames, slots } from '../contract/application-form.ts';
import { applicant } from '../demo/applicants.ts';
import { drawDocument } from '../demo/documents.ts';
import { addApplicant } from '../test/browser/applicant.ts';
import { launchOptions } from '../test/browser/chromium.ts';
import { type Staff, startProduct } from '../test/product.ts';
import { addForSameEmployer } from './adding.ts';
import { type BudgetName, budgets, holds } from './budgets.ts';
import { countPresses, resetPresses } from './presses.ts';
import { formatFigure, table } from './table.ts';

const desk = { width: 1366, height: 768 };
const files = 14;
const opened = 7;
const today = '2026-11-21';

const product = await startProduct();
const browser = await chromium.launch(await launchOptions());
const rows: string[][] = [];
const failures: string[] = [];
const judge = (name: BudgetName, value: number) => {
  const budget = budgets[name];
  const isGood = holds(budget, value);
  rows.push([
    budget.sentence,
    formatFigure(value, budget.unit),
    formatFigure(budget.limit, budget.unit),
    isGood ? 'yes' : 'no',
  ]);
  if (!isGood) failures.push(budget.sentence);
};
try {
  const staff = await product.staff('admin');
  const added: Application[] = [];
  for (let at = 0; at < files; at++) added.push((await addApplicant(staff, at)).application);
  const { application: empty } = await addApplicant(staff, files, []);
  const page = await openPage(staff);

  const [, , , found] = added;
  if (!found) throw new Error('There is no file to find.');
  judge('findAndApprove', await findAndApprove(page, found));
  judge('nextOfQueue', await nextOfQueue(page));
  judge('sixPapers', await sixPapers(page, empty));
  judge('addForEmployer', await addForSameEmployer(page, staff));
  const times = await openTimes(page);
  judge('openFromList', median(times.fromList));
  judge('openNext', median(times.next));
} finally {
  await browser.close();
  await product.stop();
}
process.stdout.write(`A clerk at ${desk.width} by ${desk.height}.\n`);
process.stdout.write(`${table(['what', 'counted', 'budget', 'holds'], rows)}\n`);
if (failures.length > 0) process.stdout.write(`\nOver budget: ${failures.join('; ')}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function openPage({ cookies, token }: Staff): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.origin, viewport: desk, reducedMotion: 'reduce' });
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: product.origin })));
  await context.addInitScript((value) => localStorage.setItem('token', value), token);
  const page = await context.newPage();
  await countPresses(page);
  return page;
}

async function waitForFile(page: Page, { _id }: Pick<Application, '_id'>): Promise<void> {
  await page.waitForURL(`**/userView?id=${_id}`);
  await page.locator('#copy-person').waitFor();
}

/** Presses the keys of somebody who looks at the screen in between. */
async function findAndApprove(page: Page, file: Application): Promise<number> {
  await page.goto('/application');
  await page.locator('a[data-row]').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(file.passport.slice(-4).toLowerCase());
  await page.keyboard.press('Enter');
  await page.locator(`a[data-row="${file._id}"]:focus`).waitFor();
  await page.keyboard.press('Enter');
  await waitForFile(page, file);
  await approve(page);
  await expectStatus(file, 'Approved');
  return (await resetPresses(page)).keys;
}

async function nextOfQueue(page: Page): Promise<number> {
  await page.goto('/application?status=Pending&sort=passport');
  const first = page.locator('a[data-row]').first();
  await first.focus();
  await page.keyboard.press('Enter');
  await page.locator('#copy-person').waitFor();
  await approve(page);
  await page.getByRole('button', { name: /^Next: / }).waitFor();
  const before = page.url();
  await resetPresses(page);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.href !== before);
  await page.locator('#copy-person').waitFor();
  const id = new URL(page.url()).searchParams.get('id') ?? '';
  await approve(page);
  await expectStatus({ _id: id }, 'Approved');
  return (await resetPresses(page)).keys;
}

async function approve(page: Page): Promise<void> {
  await page.keyboard.press('a');
  await page.locator('[role=dialog] input:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function expectStatus({ _id: id }: Pick<Application, '_id'>, status: string): Promise<void> {
  const stored = await (await product.staff('admin')).call('application', { params: { id } });
  if (!stored.ok || stored.data.isStatus !== status) throw new Error(`The file is not ${status}.`);
}

/** Choosing the files in the picker is one action, however many there are. */
async function sixPapers(page: Page, { _id: id }: Application): Promise<number> {
  const person = applicant(files, 60, today);
  const chosen = await Promise.all(
    slotNames.map(async (slot) => ({
      name: `${slots[slot].label.en}.jpg`,
      mimeType: 'image/jpeg',
      buffer: Buffer.from(await drawDocument(slots[slot].name, person)),
    })),
  );
  await page.goto(`/userView?id=${id}`);
  await page.locator('#copy-person').waitFor();
  await resetPresses(page);
  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose several files' }).click();
  await (await picker).setFiles(chosen);
  await page.getByRole('button', { name: 'Upload 6 files' }).click();
  await page.getByText('6 of 6 documents').waitFor();
  const { keys, clicks } = await resetPresses(page);
  return keys + clicks + 1;
}

/** Milliseconds from the key to the painted file: of a row, and of the next file, which was loaded ahead. */
async function openTimes(page: Page): Promise<{ fromList: number[]; next: number[] }> {
  const times = { fromList: [] as number[], next: [] as number[] };
  for (let at = 0; at < opened; at++) {
    await page.goto('/application');
    const row = page.locator('a[data-row]').nth(at);
    await row.focus();
    // While somebody looks at the row, the script of the file is loaded.
    await page.waitForLoadState('networkidle');
    times.fromList.push(await timeTo(page, 'Enter'));
    await page.waitForLoadState('networkidle');
    await wait(200);
    times.next.push(await timeTo(page, 'j'));
  }
  return times;
}

async function timeTo(page: Page, key: string): Promise<number> {
  await page.evaluate(() => {
    const clock: { pressedAt?: number; paintedAt?: number } = {};
    Object.assign(window, { clock });
    const before = document.getElementById('copy-person');
    const check = () => {
      const now = document.getElementById('copy-person');
      if (!now || now === before) return requestAnimationFrame(check);
      clock.paintedAt = performance.now();
    };
    const begin = () => {
      clock.pressedAt = performance.now();
      requestAnimationFrame(check);
    };
    window.addEventListener('keydown', begin, { capture: true, once: true });
  });
  await page.keyboard.press(key);
  const took = await page.waitForFunction(() => {
    const { clock } = window as unknown as { clock: { pressedAt?: number; paintedAt?: number } };
    return clock.paintedAt && clock.pressedAt && clock.paintedAt - clock.pressedAt;
  });
  return Number(await took.jsonValue());
}
