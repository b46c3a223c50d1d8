import { expect, test } from 'vitest';
import { buildPhoto } from '../../../test/build.ts';
import { photoOnAdd, photoOnEdit, photoProblem } from './photo-rule.ts';

const megabyte = 1024 * 1024;
const fileOf = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name);

async function photoOf(size: number): Promise<File> {
  const bytes = new Uint8Array(size);
  bytes.set(await buildPhoto());
  return fileOf(bytes, 'photo.jpg');
}

test('a photo may be as large as the limit and not a byte larger', async () => {
  expect(await photoProblem(await photoOf(10 * megabyte), photoOnAdd)).toBeNull();
  expect(await photoProblem(await photoOf(10 * megabyte + 1), photoOnAdd)).toBe('photo_too_large');
  expect(await photoProblem(await photoOf(2 * megabyte), photoOnEdit)).toBeNull();
  expect(await photoProblem(await photoOf(2 * megabyte + 1), photoOnEdit)).toBe('photo_too_large_on_edit');
});

test('the first bytes of a file say whether it is a photo, not its name', async () => {
  expect(await photoProblem(fileOf(await buildPhoto(), 'photo.gif'), photoOnAdd)).toBeNull();
  expect(
    await photoProblem(fileOf(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'photo'), photoOnAdd),
  ).toBeNull();
  for (const text of ['', 'GIF89a……', '%PDF-1.7', '<svg xmlns="http://www.w3.org/2000/svg"/>']) {
    expect(await photoProblem(fileOf(Buffer.from(text), 'photo.jpg'), photoOnAdd)).toBe('file_type');
  }
});
