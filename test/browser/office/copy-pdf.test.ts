/** PDFs as documents, where the owner's settings allow them. */
import { expect, test } from 'vitest';
import { openProduct } from '../open-product.ts';

const product = openProduct({ environment: { ATTACHMENTS_ALLOW_PDF: '1' } });

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
