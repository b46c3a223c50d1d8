/** The slides that a test of the office begins with, and what the public sees of them. */
import { expect } from 'vitest';
import type { Slide } from '../../../contract/answers.ts';
import type { Staff } from '../../product.ts';
import { jpeg, slideForm } from '../../slides.ts';

/** Replaces all slides with these, in this order. */
export async function replaceSlides(staff: Staff, ...slides: Record<string, string>[]): Promise<Slide[]> {
  const before = await staff.call('slides');
  for (const { _id } of before.ok ? before.data : []) await staff.call('deleteSlide', { params: { id: _id } });
  for (const fields of slides) {
    const added = await staff.call('addSlide', { form: slideForm(fields, jpeg) });
    expect(added.status).toBe(201);
  }
  const after = await staff.call('slides');
  if (!after.ok) throw new Error(after.error.message);
  return after.data;
}

export const titled = (...titles: string[]) => titles.map((thumbnail) => ({ thumbnail }));

/** The titles in each carousel of a home page, as the public sees it. */
export async function carouselsAt(url: string): Promise<string[][]> {
  const html = await (await fetch(url)).text();
  return html
    .split('data-carousel=""')
    .slice(1)
    .map((part) => [...part.matchAll(/role="group"[^>]*slide"[\s\S]*?<h3>([^<]*)/g)].map(([, title = '']) => title));
}
