import sharp from 'sharp';
import { expect, test } from 'vitest';
import { person } from './applicants.ts';
import { traitsOf } from './portrait/traits.ts';
import { portrait, portraitSize } from './portrait.ts';

test('a portrait is a JPEG of the promised size', async () => {
  for (const index of [0, 2, 3, 4, 13]) {
    const picture = await portrait(index);
    const { format, width, height } = await sharp(picture).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', ...portraitSize });
    expect((await sharp(picture).stats()).entropy).toBeGreaterThan(1);
    expect(picture.length).toBeLessThan(200_000);
  }
});

test('a portrait is the same bytes each time, and another person is another picture', async () => {
  expect(await portrait(5)).toEqual(await portrait(5));
  expect(await portrait(5)).not.toEqual(await portrait(6));
});

test('a portrait matches the sex of its person', () => {
  const womens = ['bun', 'long', 'braid', 'bob', 'hijab'];
  for (let index = 0; index < 400; index++) {
    const one = person(index);
    const traits = traitsOf(one);
    expect(womens.includes(traits.hairStyle)).toBe(one.sex === 'Female');
    expect(['sari', 'kameez'].includes(traits.outfit)).toBe(one.sex === 'Female');
    if (one.sex === 'Female') expect(traits.beard).toBe('none');
  }
});
