/** PDFs among the documents, where the owner allows them: shown in a frame of the copy. */
import { expect, test } from 'vitest';
import { addApplicant } from './applicant.ts';
import { openProduct } from './open-product.ts';

const product = openProduct({ environment: { ATTACHMENTS_ALLOW_PDF: '1' } });

test('a PDF is shown in a frame that the policies of page and file allow', async () => {
  const staff = await product.staff();
  const { page } = await product.openPage();
  await page.setContent('<h1>SPECIMEN</h1>');
  const form = new FormData();
  form.append('file4', new File([new Uint8Array(await page.pdf())], 'form.pdf', { type: 'application/pdf' }));
  const { person, application } = await addApplicant(staff, 11, ['visa']);
  const attached = await staff.call('updateAttachments', { params: { id: application._id }, form });
  if (!attached.ok) throw new Error(attached.error.message);
  const url = attached.data.file4 ?? '';

  await page.goto(`${product.origin}/enquiry`);
  await page.fill('#passport', person.passport);
  await page.fill('#nationality', person.nationality);
  await page.fill('#birthDate-day', person.birthDate);
  await page.click('#enquiry button[data-busy]');
  await page.waitForURL('**/view-one');
  await expect.poll(() => page.locator('iframe').getAttribute('src')).toBe(url);
  await expect.poll(() => page.locator('iframe').getAttribute('title')).toBe('Visa Form');
  await expect.poll(() => page.locator('article li img').count()).toBe(1);

  const file = await page.request.get(product.origin + url);
  expect(file.headers()).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' });
  const policy = file.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).not.toContain('sandbox');

  // A phone would download the PDF, so there is only a link.
  const phone = await product.openPage({ hasTouch: true, isMobile: true });
  await phone.context.addCookies(await page.context().cookies());
  const requested: string[] = [];
  phone.page.on('request', (request) => requested.push(request.url()));
  await phone.page.goto(`${product.origin}/view-one`);
  await phone.page.locator('a[href^="/view-one/visaForm?"]').scrollIntoViewIfNeeded();
  await phone.page.waitForFunction(() => document.querySelector<HTMLImageElement>('article li img')?.naturalWidth);
  await expect.poll(() => phone.page.locator('iframe').isVisible()).toBe(false);
  expect(requested).not.toContain(product.origin + url);
  await phone.page.goto(`${product.origin}/view-one/visaForm`);
  await expect.poll(() => phone.page.locator('iframe').isVisible()).toBe(false);
  await expect.poll(() => phone.page.locator(`a[download][href="${url}"]`).isVisible()).toBe(true);
});
