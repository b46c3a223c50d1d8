/** Pending, approve and reject: the dialogue that asks first, unlikely decisions, failures, history, and withdrawal. */
import type { Page, Request, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { Application } from '../../../contract/answers.ts';
import { addBusinessDays, dhakaDay } from '../../../contract/dates.ts';
import { limits } from '../../../contract/limits.ts';
import type { Staff } from '../../product.ts';
import { expectAccessible, expectGivenUpAfter, expectNoSidewaysScroll } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { dateInWords } from '../status-check.ts';
import { insertedApplication } from './inserted-application.ts';

const product = openProduct();
const next = () => insertedApplication(product);
const desktop = { width: 1440, height: 900 };

/** Reads the record through the API. */
let office: Staff;
beforeAll(async () => {
  office = await product.staff('admin');
});

const open = async ({ _id: id }: Application, options: Parameters<typeof product.openPage>[0] = {}) => {
  const watched = await product.openPage({ as: 'admin', at: `/userView?id=${id}`, viewport: desktop, ...options });
  await watched.page.locator('#copy-person').waitFor();
  return watched;
};
const stored = async ({ _id: id }: Application) => {
  const answer = await office.call('application', { params: { id } });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.data;
};
const ask = async (page: Page, name: string | RegExp) => {
  await page.getByRole('article').getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').last().waitFor();
  return dialog;
};
/** These records lack documents, so an approval asks once whether to save anyway. */
const confirm = async (page: Page) => {
  const dialog = page.getByRole('dialog');
  const again = page.getByRole('button', { name: /^(Save anyway|তবু সংরক্ষণ করুন)$/ });
  const wasAsked = await again.isVisible();
  const sent: Request[] = [];
  const note = (request: Request) => void (request.method() !== 'GET' && sent.push(request));
  page.on('request', note);
  await dialog.locator('button[type=submit]').click();
  const isRefused = () => dialog.getByRole('alert').isVisible();
  if (!wasAsked) {
    await expect.poll(async () => sent.length > 0 || (await again.isVisible()) || (await isRefused())).toBe(true);
    if (sent.length === 0 && (await again.isVisible())) await again.click();
  }
  page.off('request', note);
};
/** A date in words as a pattern, since not every release of ICU has a comma after the weekday. */
const inText = (day: string) => dateInWords(day, 'en').replace(',', ',?');
const status = (page: Page) => page.locator('#copy-person + p + p strong').innerText();
const entries = (page: Page) => page.locator('section[aria-labelledby=copy-history] li').allInnerTexts();

test('approving asks with name, passport and status, fills in the dates, and leads back to the copy; rejecting clears both dates and says so, and pending sets the collect date', async () => {
  const application = await next();
  const { page } = await open(application);
  // In Dhaka it is the next day from here on.
  await page.clock.setFixedTime('2026-11-21T18:00:00Z');
  const dialog = await ask(page, 'Approve');
  const text = await dialog.innerText();
  const { givenN, surname, passport } = application;
  for (const part of ['Approve this application?', `${givenN} ${surname}`, passport, 'Pending', 'Not set']) {
    expect(text).toContain(part);
  }
  await expect.poll(() => dialog.getByLabel('Visa approve date').inputValue()).toBe('2026-11-22');
  // The two business days are counted from what is typed.
  await dialog.getByLabel('Visa approve date').fill('2026-03-05');
  await dialog.getByText(/If you leave it empty, it is Monday,? 9 March 2026: 2 business days/).waitFor();
  await dialog.getByLabel('Visa approve date').fill('২০২৬-০৩-০৫');
  await dialog.getByText(/That is Thursday,? 5 March 2026/).waitFor();
  await dialog.getByLabel('Visa approve date').fill('');
  await dialog.getByLabel('Note for staff').fill('Seen the original letter.');
  await dialog.getByText('25 of 1,000 characters').waitFor();
  await expectAccessible(dialog);
  await confirm(page);
  await page.getByText('The application has been approved.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => page.url()).toBe(`${product.origin}/userView?id=${application._id}`);
  await expect.poll(() => status(page)).toBe('Approved');
  const { approve, pending, history } = await stored(application);
  const today = dhakaDay(new Date(history[0]?.at ?? ''));
  expect([approve, pending]).toEqual([today, addBusinessDays(today, 2)]);
  await expect.poll(() => entries(page)).toHaveLength(2);
  const [newest, oldest] = await entries(page);
  for (const part of ['Approved by Demo office', `approve ${today}`, 'Note: Seen the original letter.']) {
    expect(newest).toContain(part);
  }
  expect(oldest).toContain('Application received');

  // Approving again corrects the dates.
  await ask(page, 'Approve · Correct dates');
  await expect.poll(() => dialog.innerText()).toContain('Correct the dates?');
  await expect.poll(() => dialog.getByLabel('Visa collect date').inputValue()).toBe(addBusinessDays(today, 2));
  await dialog.getByLabel('Visa collect date').fill(addBusinessDays(today, 9));
  await dialog.getByRole('button', { name: 'Correct dates' }).click();
  await expect.poll(() => entries(page)).toHaveLength(3);
  await expect.poll(async () => (await entries(page))[0]).toContain('Dates corrected');
  expect((await stored(application)).pending).toBe(addBusinessDays(today, 9));

  await ask(page, 'Reject');
  const cleared = `visa approve date ${inText(today)}, visa collect date ${inText(addBusinessDays(today, 9))}\\.`;
  await dialog.getByText(new RegExp(`Both dates are cleared: ${cleared}`)).waitFor();
  await confirm(page);
  await page.getByText('The application has been rejected.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  expect(await stored(application)).toMatchObject({ isStatus: 'Rejected', approve: null, pending: null });
  await page.getByRole('button', { name: 'Reject · Add a note' }).waitFor();
  await ask(page, 'Pending');
  await dialog.getByText('If you leave it empty, no date is set.').waitFor();
  await dialog.getByLabel('Visa collect date').fill('2027-04-01');
  await confirm(page);
  await dialog.waitFor({ state: 'hidden' });
  expect(await stored(application)).toMatchObject({ isStatus: 'Pending', approve: null, pending: '2027-04-01' });
  await expect.poll(() => entries(page)).toHaveLength(5);
});

test('an invalid date, one before the approval and a note that is too long are errors of their fields; a closed dialogue keeps what was typed', async () => {
  const application = await next();
  const { page } = await open(application);
  const dialog = await ask(page, 'Approve');
  const [date, collectDate, note] = ['Visa approve date', 'Visa collect date', 'Note for staff'].map((label) =>
    dialog.getByLabel(label),
  );
  const wrong = async (field: typeof date, typed: string, text: string) => {
    await field?.fill(typed);
    await confirm(page);
    await dialog.getByRole('alert').getByText(text).waitFor();
    await expect.poll(() => field?.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => field?.inputValue()).toBe(typed);
    await dialog.getByRole('alert').getByRole('link', { name: text }).click();
    await expect.poll(() => field?.evaluate((input) => input === document.activeElement)).toBe(true);
  };
  // Nothing is promised for a date that does not exist.
  const outcome = dialog.getByRole('region', { name: 'The applicant will see' });
  await wrong(date, '2026-02-30', 'Please enter a valid date');
  await expect
    .poll(() => outcome.innerText())
    .toBe('The applicant will see\n\nThis is shown once the dates above are valid.');
  await date?.fill('2026-03-05');
  await outcome.getByText('5 March 2026').first().waitFor();
  await wrong(collectDate, '2026-03-04', 'Please enter a valid collect date, not before the date of approval');
  await collectDate?.fill('');
  await note?.fill('ক'.repeat(limits.noteLengthMax + 1));
  await dialog.getByText('1,001 of 1,000 characters – 1 character too many').waitFor();
  await wrong(note, 'x'.repeat(limits.noteLengthMax + 1), 'Please enter a note of at most 1,000 characters');
  expect((await stored(application)).history).toEqual([]);

  const leave = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  };
  const reason = dialog.getByLabel('Reason for the applicant');
  await collectDate?.fill('2030-01-07');
  await note?.fill('Half a note');
  await leave();
  await ask(page, 'Reject');
  await expect.poll(() => note?.inputValue()).toBe('Half a note');
  await reason.fill('The contract has end');
  await leave();
  await ask(page, 'Approve');
  await expect.poll(() => collectDate?.inputValue()).toBe('2030-01-07');
  await expect.poll(() => reason.inputValue()).toBe('');
  await leave();
  const before = dhakaDay(new Date());
  await ask(page, 'Reject');
  await expect.poll(() => reason.inputValue()).toBe('The contract has end');
  // It may have become midnight in Dhaka in the meantime.
  const days = [before, dhakaDay(new Date())].map(inText);
  await outcome.getByText(new RegExp(`Your application was rejected on (${days.join('|')})`)).waitFor();
  await reason.fill('x'.repeat(501));
  await dialog.locator('button[type=submit]').click();
  await dialog.locator('#reason-error', { hasText: 'Please enter a reason of at most 500 characters' }).waitFor();
  await reason.fill('The job letter has no stamp.');
  await note?.fill('Called twice.');
  await outcome.getByText('The job letter has no stamp.').waitFor();
  await expect.poll(() => outcome.innerText()).not.toContain('Called twice.');
  await dialog.locator('button[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });
  const [last] = (await stored(application)).history;
  expect(last).toMatchObject({ reason: 'The job letter has no stamp.', note: 'Called twice.' });
  await expect.poll(() => entries(page)).toEqual(expect.arrayContaining([expect.stringContaining('has no stamp')]));
  // An admin may not withdraw it.
  expect(await page.getByRole('button', { name: 'Withdraw this decision' }).count()).toBe(0);
});

test('a failed decision says why in the words of the specification, and keeps the note; the second of two editors is shown the decision of the first, and decides again', async () => {
  const application = await next();
  const { page } = await open(application);
  const calls = '**/updateApplication{Pending,Approve,Reject}/*';
  const dialog = page.getByRole('dialog');
  const alert = dialog.getByRole('alert');
  const failing = async (answer: Parameters<Route['fulfill']>[0] | 'abort', text: string) => {
    await page.route(calls, (route) => (answer === 'abort' ? route.abort() : route.fulfill(answer)));
    await confirm(page);
    await alert.getByText(text, { exact: true }).waitFor();
    await expect.poll(() => alert.getByRole('listitem').count()).toBe(1);
    await expect.poll(() => dialog.getByLabel('Note for staff').inputValue()).toBe('Papers are missing');
    await page.unroute(calls);
  };
  // Each decision has its own words: decision-failure.test.ts.
  await ask(page, 'Reject');
  await dialog.getByLabel('Note for staff').fill('Papers are missing');
  // A success with an unexpected body.
  await failing({ status: 202, json: {} }, 'Failed to reject application. Server responded with status: 202');
  await failing('abort', 'Error rejecting application: the server could not be reached. Please try again.');

  const other = await product.staff('super-admin');
  expect((await other.call('approve', { params: { id: application._id } })).ok).toBe(true);
  await confirm(page);
  await dialog
    .getByText('Error rejecting application: Somebody else has changed this record in the meantime.')
    .waitFor();
  await dialog.getByText('When you opened it, it was Pending. Now it is Approved.').waitFor();
  const { approve, pending } = await stored(application);
  const [approveDay, collectDay] = [approve, pending].map((day) => inText(day ?? ''));
  await dialog.getByText(new RegExp(`approve date: ${approveDay}\\. Visa collect date: ${collectDay}\\.`)).waitFor();
  await dialog.getByText(/^Last decided by Rupa Akter/).waitFor();
  await expectAccessible(dialog);
  await expect.poll(() => dialog.getByLabel('Note for staff').inputValue()).toBe('Papers are missing');
  await confirm(page);
  await dialog.waitFor({ state: 'hidden' });
  const { history } = await stored(application);
  expect(history.map(({ status, by, note }) => [status, by, note])).toEqual([
    ['Approved', 'Rupa Akter', null],
    ['Rejected', 'Demo office', 'Papers are missing'],
  ]);
});

test('a decision times out after five seconds; if it was stored all the same, it is not silently made twice', async () => {
  const application = await next();
  const { page } = await product.openPage({ as: 'admin', viewport: desktop, hasTimeLimits: true });
  await page.goto(`/userView?id=${application._id}`);
  const { promise: isStored, resolve: arrived } = Promise.withResolvers<void>();
  await page.route('**/updateApplicationApprove/*', async (route) => {
    await route.fetch();
    // The answer comes after the timeout.
    arrived();
  });
  const dialog = await ask(page, 'Approve');
  const sign = dialog.getByText('Error approving application: no answer within 5 seconds. Please try again.', {
    exact: true,
  });
  await dialog.locator('button[type=submit]').click();
  const again = page.getByRole('button', { name: 'Save anyway' });
  await again.waitFor();
  const request = '**/updateApplicationApprove/*';
  await expectGivenUpAfter(page, limits.quickTimeoutMs, { send: () => again.click(), request, sign });
  await page.clock.resume();
  await isStored;
  await dialog.getByText('The decision may still have been saved').waitFor();
  await page.unroute('**/updateApplicationApprove/*');
  await confirm(page);
  await dialog.getByText('When you opened it, it was Pending. Now it is Approved.').waitFor();
  await dialog.getByText(/^Last decided by Demo office/).waitFor();
  expect((await stored(application)).history).toHaveLength(1);
});

test('in Bangla, on a phone, in the dark, the dialogue fits and speaks Bangla; no word of a decision is cut and no date of the history is broken over two lines in either language', async () => {
  const application = await next();
  const dates = { date: '2026-11-10', collectDate: '2026-11-30' };
  expect((await office.call('approve', { params: { id: application._id }, json: dates })).ok).toBe(true);
  const viewport = { width: 360, height: 740 };
  const { page } = await open(application, { language: 'bn', colorScheme: 'dark', viewport });
  const dialog = await ask(page, 'প্রত্যাখ্যান');
  const json = { requestId: '', code: 'transition_not_allowed', message: 'Not possible.' };
  await page.route('**/updateApplicationReject/*', (route) => route.fulfill({ status: 409, json }));
  await confirm(page);
  await dialog.getByText('আবেদনটি প্রত্যাখ্যান করতে সমস্যা হয়েছে: বর্তমান অবস্থায় এই সিদ্ধান্ত নেওয়া যায় না। আবার চেষ্টা করুন।').waitFor();
  await expectAccessible(dialog);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect([await cutWords(page, 'অনুমোদন'), await widthsThatBreak(page, dates.collectDate)]).toEqual([[], []]);
  await product.chooseLanguage(page, 'en');
  await page.reload();
  expect([await cutWords(page, 'Approve'), await widthsThatBreak(page, dates.collectDate)]).toEqual([[], []]);
});

/** The buttons of the decisions whose words are wider than they are. */
async function cutWords(page: Page, approve: string): Promise<(string | null)[]> {
  const buttons = page.getByRole('article').getByRole('button');
  await buttons.filter({ hasText: approve }).waitFor();
  return buttons.evaluateAll((all) => {
    const words = document.createRange();
    return all
      .filter((button) => {
        words.selectNodeContents(button);
        const [within, around] = [words.getBoundingClientRect(), button.getBoundingClientRect()];
        return within.left < around.left || within.right > around.right;
      })
      .map((button) => button.textContent);
  });
}

/** The widths of the history's column at which the date is on two lines. */
async function widthsThatBreak(page: Page, date: string): Promise<number[]> {
  const shown = page.locator('ol > li').getByText(date).last();
  return shown.evaluate((element, date) => {
    const text = element.firstChild as Text;
    const range = document.createRange();
    const at = text.data.indexOf(date);
    range.setStart(text, at);
    range.setEnd(text, at + date.length);
    const entry = element.closest('li') as HTMLElement;
    const widths = Array.from({ length: 20 }, (_, step) => 160 + step * 8);
    return widths.filter((width) => {
      entry.style.width = `${width}px`;
      return range.getClientRects().length > 1;
    });
  }, date);
}

test('an unlikely decision is questioned, and saved only by a second deliberate press: a double click and a held Enter do not answer', async () => {
  const application = await next();
  const { page } = await open(application);
  await page.clock.setFixedTime('2026-11-22T06:00:00Z');
  const dialog = await ask(page, 'Approve');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).dblclick();
  const warnings = dialog.getByRole('alert');
  await warnings.getByText(/Not added yet: .*,/).waitFor();
  const again = dialog.getByRole('button', { name: 'Save anyway' });
  await again.evaluate((button) => {
    const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
    if (button.dispatchEvent(held)) (button as HTMLElement).click();
  });
  expect((await stored(application)).isStatus).toBe('Pending');
  await dialog.locator('#collectDate').fill('27/11/2026');
  await dialog.locator('#collectDate').press('Enter');
  await warnings.getByText(/closed on the collect date: Friday,? 27 November 2026/).waitFor();
  expect(await dialog.getByRole('alert').count()).toBe(1);
  // A second Enter must not confirm, since the question was not read.
  await page.keyboard.press('Enter');
  expect((await stored(application)).isStatus).toBe('Pending');
  await expectAccessible(dialog);

  // A new warning is a new question; confirmed warnings are not asked again.
  await dialog.locator('#collectDate').fill('2062-11-28');
  await again.click();
  await warnings.getByText(/The collect date, Tuesday,? 28 November 2062, is more than a year away/).waitFor();
  await dialog.locator('#collectDate').fill('2026-11-29');
  await again.click();
  await dialog.waitFor({ state: 'detached' });
  expect(await stored(application)).toMatchObject({ isStatus: 'Approved', pending: '2026-11-29' });
});

test('the super admin withdraws a decision with a reason, and the history keeps it as withdrawn; one that somebody has made meanwhile stays, and so does what was typed', async () => {
  const application = await next();
  const { _id: id } = application;
  const staff = await product.staff('admin');
  await staff.call('reject', { params: { id }, json: {} });
  const { page } = await open(application, { as: 'super-admin' });
  await page.getByRole('button', { name: 'Withdraw this decision' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Withdraw this decision' }).click();
  await dialog.getByText('Please enter a reason of at most 500 characters').waitFor();
  expect((await stored(application)).isStatus).toBe('Rejected');
  const reason = dialog.getByLabel('Reason for withdrawing it');
  await reason.fill('The wrong person.');
  await expectAccessible(dialog);
  // Somebody else has decided meanwhile: that is not withdrawn, and what was typed stays.
  const other = await staff.call('reject', { params: { id }, json: { reason: 'Another reason.' } });
  expect(other.ok).toBe(true);
  await dialog.getByRole('button', { name: 'Withdraw this decision' }).click();
  await dialog.getByRole('alert').waitFor();
  await page.getByText('Another reason.').first().waitFor();
  await expect.poll(() => reason.inputValue()).toBe('The wrong person.');
  const refused = page.waitForResponse('**/withdrawDecision/*');
  await dialog.getByRole('button', { name: 'Withdraw this decision' }).click();
  await refused;
  await dialog.getByRole('alert').waitFor();
  expect(await page.locator('li[data-withdrawn]').count()).toBe(0);
  const owner = await product.staff('super-admin');
  const undone = await owner.call('withdrawDecision', { params: { id }, json: { reason: 'For the test.' } });
  expect(undone.ok).toBe(true);
  await page.reload();
  await page.getByRole('button', { name: 'Withdraw this decision' }).click();
  await reason.fill('The wrong person.');
  await dialog.getByRole('button', { name: 'Withdraw this decision' }).click();
  await dialog.waitFor({ state: 'detached' });
  const withdrawn = page.locator('li[data-withdrawn]');
  await withdrawn.getByText(/Withdrawn on .*: The wrong person\./).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Withdraw this decision' }).count()).toBe(0);
  expect((await stored(application)).isStatus).toBe('Pending');
});
