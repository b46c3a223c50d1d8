/**
 * The applicant's copy on paper: A4, each page compared with what must be on it, in each language, with and without
 * script.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { formFields, type Slot, slotNames } from '../../contract/application-form.ts';
import type { Client } from '../../contract/client.ts';
import { dhakaDay } from '../../contract/dates.ts';
import type { Language } from '../../contract/language.ts';
import { labelForApplicants } from '../../web/application/fields-and-documents.ts';
import { documentPath } from '../../web/site/document-path.ts';
import { testSecretKey } from '../secret-key.ts';
import { addApplicant, shownFields } from './applicant.ts';
import { openProduct } from './open-product.ts';
import { pagesOf, withoutSpaces } from './pdf-pages.ts';
import { dateInWords, formatNumber, grant, interpolate, variants } from './status-check.ts';

const product = openProduct({ environment: { SECRET_KEY: testSecretKey, ATTACHMENTS_ALLOW_PDF: '1' } });
let staff: Client;
let whole: Application;
let part: Application;

beforeAll(async () => {
  staff = await product.staff();
  whole = (await addApplicant(staff, 31)).application;
  const approved = await staff.call('approve', { params: { id: whole._id } });
  if (approved.ok) whole = approved.data;
  part = (await addApplicant(staff, 32, ['visa'])).application;
  const { page } = await product.openPage();
  await page.setContent('<h1>SPECIMEN</h1>');
  const form = new FormData();
  form.append('file4', new File([new Uint8Array(await page.pdf())], 'form.pdf', { type: 'application/pdf' }));
  await staff.call('updateAttachments', { params: { id: part._id }, form });
});

function label(slot: Slot, language: Language): string {
  return labelForApplicants(slot)[language];
}

function pageOf(number: number, all: number, language: Language): string {
  return language === 'bn'
    ? withoutSpaces(`পাতা ${formatNumber(number, 'bn')} / ${formatNumber(all, 'bn')}`)
    : withoutSpaces(`Page ${number} of ${all}`);
}

describe.each(variants)('in $language, $script', ({ language, base, texts, hasScript }) => {
  const print = async (applications: Application[], path = `${base}/view-one`) => {
    const { page, context } = await product.openPage({ javaScriptEnabled: hasScript });
    await grant(context, product.origin, applications);
    await page.goto(product.origin + path);
    return { page, pages: pagesOf(await page.pdf({ preferCSSPageSize: true })) };
  };

  test('the copy prints on A4, one attachment a page, without navigation, or the summary alone if the reader chooses that', async () => {
    const before = dhakaDay(new Date());
    const { page: shown, pages } = await print([whole]);
    expect(pages).toHaveLength(1 + slotNames.length);
    for (const [at, page] of pages.entries()) {
      expect([page.widthMm, page.heightMm]).toEqual([210, 297]);
      expect(page.text).toContain(pageOf(at + 1, pages.length, language));
      for (const text of [texts.site.home, texts.site.skip, texts.site.terms, texts.copy.close, texts.copy.print]) {
        expect(page.text).not.toContain(withoutSpaces(text));
      }
    }

    const [first, ...sheets] = pages;
    // The letterhead, the answer, every field and every date are on the first page.
    const { approve, pending } = whole;
    const expected = [
      'Maplegate',
      '+880 9600 000000',
      'help@maplegate.example',
      texts.copy.heading,
      `${texts.copy.status}: ${texts.status.Approved.word}`,
      texts.status.Approved.headline,
      texts.status.Approved.do,
      dateInWords(approve ?? '', language),
      dateInWords(pending ?? '', language),
      product.origin,
      interpolate(texts.copy.number, { number: whole._id.slice(0, 8).toUpperCase() }),
      texts.copy.historyReceived,
      texts.status.Approved.history,
      texts.application.section.A,
      texts.application.section.B,
      texts.application.section.C,
      texts.application.section.D,
      ...Object.values(formFields).map(({ label }) => label[language]),
      ...shownFields(whole, texts.application, language),
      ...slotNames.map((slot) => `${label(slot, language)} ${texts.copy.added}`),
    ];
    for (const text of expected) expect(first?.text).toContain(withoutSpaces(text));
    // It may have become midnight in Dhaka in the meantime.
    const printedOn = [before, dhakaDay(new Date())].map((day) =>
      withoutSpaces(interpolate(texts.copy.printedOn, { date: dateInWords(day, language) })),
    );
    expect(printedOn.some((text) => first?.text.includes(text))).toBe(true);
    expect(first?.pictures).toHaveLength(1);

    for (const [at, sheet] of sheets.entries()) {
      expect(sheet.text).toContain(withoutSpaces(label(slotNames[at] as Slot, language)));
      const place = interpolate(texts.copy.attachment, {
        number: formatNumber(at + 1, language),
        all: formatNumber(6, language),
      });
      for (const text of [place, whole.passport, whole.surname]) expect(sheet.text).toContain(withoutSpaces(text));
      // The full-size scan, not the thumbnail.
      expect(Math.max(...sheet.pictures.map(({ width }) => width))).toBeGreaterThan(600);
    }
    await shown.getByLabel(texts.copy.printDocuments).uncheck();
    expect(pagesOf(await shown.pdf({ preferCSSPageSize: true }))).toHaveLength(1);
  });

  test('a document of the copy prints on one page with margins, the name of the site and the date, and nothing personal around it', async () => {
    const { pages } = await print([whole], documentPath(language, { slot: 'file1', at: 0 }));
    expect(pages).toHaveLength(1);
    const [page] = pages;
    const printedOn = interpolate(texts.copy.printedOn, { date: '' });
    for (const text of ['Maplegate', 'help@maplegate.example', label('file1', language), printedOn]) {
      expect(page?.text).toContain(withoutSpaces(text));
    }
    for (const text of [whole.passport, whole.surname, texts.copy.close]) {
      expect(page?.text).not.toContain(withoutSpaces(text));
    }
  });

  test('each of several applications begins on a page of its own; missing documents and PDFs take no page, but are in the list', async () => {
    const { pages } = await print([whole, part]);
    expect(pages).toHaveLength(1 + slotNames.length + 2);
    const heads = pages.filter(({ text }) => text.includes(withoutSpaces(texts.application.section.A)));
    expect(heads).toHaveLength(2);
    expect(heads.map(({ text }) => [whole, part].filter(({ passport }) => text.includes(passport)).length)).toEqual([
      1, 1,
    ]);
    const [head, sheet] = pages.filter(({ text }) => text.includes(part.passport));
    for (const slot of slotNames) {
      const state =
        slot === 'file3' ? texts.copy.added : slot === 'file4' ? texts.copy.pdfOnPaper : texts.copy.notAdded;
      expect(head?.text).toContain(withoutSpaces(`${label(slot, language)} ${state}`));
    }
    expect(sheet?.text).toContain(withoutSpaces(label('file3', language)));
  });
});
