import sharp from 'sharp';
import { expect, test } from 'vitest';
import { slots } from '../contract/application-form.ts';
import { limits } from '../contract/limits.ts';
import { applicant } from './applicants.ts';
import { pageSize } from './document/page.ts';
import { drawDocument } from './documents.ts';

const one = applicant(4, 60, '2026-03-18');

test.each(Object.values(slots).map((slot) => slot.name))(
  '%s is a JPEG page of the promised size, the same each time',
  async (kind) => {
    const page = await drawDocument(kind, one);
    const { format, width, height } = await sharp(page).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', ...pageSize });
    expect(page.length).toBeGreaterThan(80_000);
    expect(page.length).toBeLessThan(Math.min(450_000, limits.attachmentBytesMax));
    expect(await drawDocument(kind, one)).toEqual(page);
  },
);

test('a document carries the details of its applicant', async () => {
  const other = { ...one, passport: 'EB0000001' };
  for (const { name } of Object.values(slots))
    expect(await drawDocument(name, other)).not.toEqual(await drawDocument(name, one));
});

test('a document can be drawn for applicants in every status, wherever they work', async () => {
  for (let index = 0; index < 60; index += 7) {
    const page = await drawDocument('airTicket', applicant(index, 60, '2026-03-18'));
    expect((await sharp(page).metadata()).width).toBe(pageSize.width);
  }
});
