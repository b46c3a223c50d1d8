/** The office's copy on paper: what each page shows, and what it must not. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../../contract/answers.ts';
import { slotNames, slots } from '../../../contract/application-form.ts';
import { limits } from '../../../contract/limits.ts';
import applicationBn from '../../../web/texts/application.bn.json' with { type: 'json' };
import applicationEn from '../../../web/texts/application.en.json' with { type: 'json' };
import bn from '../../../web/texts/office/copy.bn.json' with { type: 'json' };
import en from '../../../web/texts/office/copy.en.json' with { type: 'json' };
import statusBn from '../../../web/texts/status.bn.json' with { type: 'json' };
import statusEn from '../../../web/texts/status.en.json' with { type: 'json' };
import { addApplicant, shownFields } from '../applicant.ts';
import { expectAccessible, expectGivenUpAfter, hold } from '../browser.ts';
import { openProduct } from '../open-product.ts';
import { type PdfPage, pagesOf, withoutSpaces } from '../pdf-pages.ts';

const product = openProduct({ environment: { ATTACHMENTS_ALLOW_PDF: '1' } });
const held = slotNames.slice(0, 3);
const secretNote = 'Only for the staff';
const withdrawalReason = 'Meant for another person';
let whole: Application;

beforeAll(async () => {
  const staff = await product.staff('admin');
  const added = await addApplicant(
    staff,
    33,
    held.map((slot) => slots[slot].name),
  );
  const params = { id: added.application._id };
  await staff.call('reject', { params });
  const owner = await product.staff();
  const withdrawn = await owner.call('withdrawDecision', { params, json: { reason: withdrawalReason } });
  if (!withdrawn.ok) throw new Error(withdrawn.error.message);
  const decision = { date: '2026-03-05', note: secretNote };
  await staff.call('approve', { params, json: decision });
  const noted = await staff.call('approve', { params, json: decision });
  if (!noted.ok) throw new Error(noted.error.message);
  whole = noted.data;
});

const printed = async (language: 'en' | 'bn', colorScheme: 'light' | 'dark'): Promise<PdfPage[]> => {
  const { page } = await product.openPage({ as: 'admin', at: `/userView?id=${whole._id}`, language, colorScheme });
  await page.locator('#copy-person').waitFor();
  await page.evaluate(() => {
    window.print = () => {
      const scans = [...document.querySelectorAll<HTMLImageElement>('img[data-scan]')];
      document.documentElement.dataset.printed = String(scans.filter(({ naturalWidth }) => naturalWidth > 600).length);
    };
  });
  await page.getByRole('button', { name: (language === 'bn' ? bn : en).print, exact: true }).click();
  await page.locator(`html[data-printed="${held.length}"]`).waitFor();
  return pagesOf(await page.pdf({ preferCSSPageSize: true }));
};

describe.each([
  ['en', en, statusEn, applicationEn, 'light'],
  ['bn', bn, statusBn, applicationBn, 'dark'],
] as const)('in %s', (language, texts, status, words, scheme) => {
  test('its button prints once every scan is loaded, on A4 with letterhead, sections and one attachment a page, without buttons, notes and withdrawn decisions', async () => {
    const pages = await printed(language, scheme);
    expect(pages).toHaveLength(1 + held.length);
    const number = (value: number) => value.toLocaleString(language === 'bn' ? 'bn-BD' : 'en');
    for (const [at, page] of pages.entries()) {
      expect([page.widthMm, page.heightMm]).toEqual([210, 297]);
      const [here, all] = [number(at + 1), number(pages.length)];
      expect(page.text).toContain(withoutSpaces(language === 'bn' ? `পাতা ${here} / ${all}` : `Page ${here} of ${all}`));
      const { decision, history, slots: places } = texts;
      const kept = [secretNote, withdrawalReason, history.noted, history.staffOnly, 'Demo office'];
      const unwanted = [
        ...kept,
        status.Rejected.decided,
        texts.edit,
        decision.title,
        status.Rejected.decide,
        places.replace,
        places.lead,
      ];
      for (const text of unwanted) {
        expect(page.text).not.toContain(withoutSpaces(text));
      }
    }
    const [first, ...sheets] = pages;
    const values = shownFields(whole, words);
    const { heading, added, notAdded } = texts.paper;
    const listed = slotNames.map((slot) => `${slots[slot].label[language]} ${held.includes(slot) ? added : notAdded}`);
    for (const text of ['Maplegate', heading, '2026-03-05', '2026-03-09', ...values, ...listed]) {
      expect(first?.text).toContain(withoutSpaces(text));
    }
    if (language === 'en') {
      for (const text of Object.values(words.section)) expect(first?.text).toContain(withoutSpaces(text));
      expect(first?.text).toContain(withoutSpaces('Printed on'));
    }
    for (const [at, sheet] of sheets.entries()) {
      const slot = held[at] ?? 'file1';
      for (const text of [slots[slot].label[language], whole.passport])
        expect(sheet.text).toContain(withoutSpaces(text));
      // The full-size scan, not the thumbnail.
      expect(Math.max(...sheet.pictures.map(({ width }) => width))).toBeGreaterThan(600);
    }
  });
});

/** Each print is recorded with the applicant who is on the screen. */
const recordPrints = (page: Page) =>
  page.evaluate(() => {
    window.print = () => {
      const { dataset } = document.documentElement;
      dataset.printed = `${dataset.printed ?? ''}[${document.querySelector('#copy-person')?.textContent}]`;
    };
  });

test('a copy that is left while its scans load is not printed, nor what is shown in its place', async () => {
  const other = await product.addApplication();
  const { page } = await product.openPage({ as: 'admin', at: '/application', viewport: { width: 1440, height: 900 } });
  await page.locator(`a[data-row="${other._id}"]`).click();
  await page.locator('#copy-person').waitFor();
  await page.keyboard.press('j');
  await page.waitForURL(`**/userView?id=${whole._id}`);
  const person = page.locator('#copy-person', { hasText: `${whole.givenN} ${whole.surname}` });
  await person.waitFor();
  await recordPrints(page);
  const answer = await hold(page, `**${whole.file1}`);
  const requested = page.waitForRequest(`**${whole.file1}`);
  const print = page.getByRole('button', { name: en.print, exact: true });
  await print.click();
  await requested;
  await page.getByRole('status').filter({ hasText: 'Preparing…' }).waitFor();
  await expectAccessible(page);
  const loaded = page.waitForResponse(`**${whole.file1}`);
  await page.keyboard.press('k');
  await page.waitForURL(`**/userView?id=${other._id}`);
  await person.waitFor({ state: 'detached' });
  answer();
  await loaded;
  await expect.poll(() => page.getByText('Preparing…').count()).toBe(0);
  await print.click();
  const printed = page.locator('html[data-printed]');
  await printed.waitFor();
  expect(await printed.getAttribute('data-printed')).toBe(`[${other.givenN} ${other.surname}]`);
});

test('scans that do not arrive are waited for up to the time of the contract, then printed small and named', async () => {
  const { page } = await product.openPage({ as: 'admin', at: `/userView?id=${whole._id}` });
  await page.locator('#copy-person').waitFor();
  await recordPrints(page);
  await page.route(`**${whole.file1}`, () => {});
  const unloaded = () =>
    page
      .locator('img[data-scan]')
      .evaluateAll((scans: HTMLImageElement[]) => scans.filter((scan) => !scan.complete).length);
  await expectGivenUpAfter(page, limits.scansTimeoutMs, {
    send: async () => {
      await page.getByRole('button', { name: en.print, exact: true }).click();
      // The test's clock does not wait for the others.
      await expect.poll(unloaded).toBe(1);
    },
    request: `**${whole.file1}`,
    sign: page.locator('html[data-printed]'),
  });
  const alert = page.getByRole('alert').filter({ hasText: slots.file1.label.en });
  await alert.waitFor();
  expect(await alert.innerText()).not.toContain(slots.file2.label.en);
});

test('a PDF is named among the types, attached, shown in a frame, and left out of the print', async () => {
  const { _id: id } = await product.addApplication();
  const { page } = await product.openPage({
    as: 'admin',
    at: `/userView?id=${id}`,
    viewport: { width: 1440, height: 900 },
  });
  const at = page.getByRole('listitem', { name: 'Visa Form', exact: true });
  await at.getByText('JPEG, JPG, PNG or PDF, at most 10 MB').waitFor();
  const input = at.locator('input[type=file]');
  await expect.poll(() => input.getAttribute('accept')).toContain('application/pdf');
  const letter = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
  await input.setInputFiles({ name: 'form.pdf', mimeType: 'application/pdf', buffer: letter });
  await at.getByText('Added, a PDF').waitFor();
  const url = (await at.getByRole('link').getAttribute('href')) ?? '';
  expect(url).toMatch(/\.pdf$/);
  await expect.poll(() => at.locator('iframe').getAttribute('src')).toContain(url);
  await expect.poll(() => at.locator('iframe').getAttribute('title')).toBe('Visa Form');
  expect((await page.request.get(url)).headers()['content-type']).toBe('application/pdf');

  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => page.locator('figure').count()).toBe(0);
  await page.getByText('Added (a PDF: print it separately)').waitFor();
});
