/** Calls the API about slides, for tests. */
import sharp from 'sharp';
import type { Slide } from '../contract/answers.ts';
import { dataOf } from './data-of.ts';
import type { Caller } from './harness.ts';

const canvas = (background: string) => sharp({ create: { width: 64, height: 36, channels: 3, background } });
export const jpeg = await canvas('#c8442f').jpeg().toBuffer();
export const otherPicture = await canvas('#2f7f86').png().toBuffer();

export function slideForm(
  fields: Record<string, string>,
  image?: Buffer,
  name = 'slide.jpg',
  type = 'image/jpeg',
): FormData {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.append(field, value);
  if (image) data.append('image', new File([new Uint8Array(image)], name, { type }));
  return data;
}

export const addSlide = async (staff: Caller, fields: Record<string, string> = {}): Promise<Slide> =>
  dataOf(await staff.call('addSlide', { form: slideForm({ thumbnail: 'Work in Canada', ...fields }, jpeg) }));
export const changeSlide = (staff: Caller, id: string, json: unknown) =>
  staff.call('updateSlide', { params: { id }, json });
export const listSlides = async (caller: Caller): Promise<Slide[]> => dataOf(await caller.call('slides'));
