/** The size limits of the pictures of the home page, for readers who pay for every megabyte. */
import { readFileSync, statSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const media = (name: string) => new URL(`./media/${name}`, import.meta.url);

test.each([
  ['hero.webm', 700_000],
  ['hero.mp4', 700_000],
  ['hero-poster.avif', 25_000],
  ['hero-poster.webp', 25_000],
  ['hero-poster-phone.avif', 12_000],
  ['hero-poster-phone.webp', 25_000],
  ['share-card.jpg', 100_000],
])('%s stays within %i bytes', (name, bytesMax) => {
  const { size } = statSync(media(name));
  expect(size).toBeGreaterThan(1000);
  expect(size).toBeLessThanOrEqual(bytesMax);
});

test('the film for older browsers can begin before it has loaded completely', () => {
  const film = readFileSync(media('hero.mp4'));
  expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'));
});

test('the films carry no sound', () => {
  expect(readFileSync(media('hero.mp4')).indexOf('soun')).toBe(-1);
  const webm = readFileSync(media('hero.webm'));
  for (const codec of ['A_OPUS', 'A_VORBIS']) expect(webm.indexOf(codec)).toBe(-1);
});

test.each([
  ['hero-poster.webp', 1280, 720],
  ['hero-poster-phone.webp', 720, 960],
  ['share-card.jpg', 1200, 630],
])('%s is as large as the page says', async (name, width, height) => {
  expect(await sharp(readFileSync(media(name))).metadata()).toMatchObject({ width, height });
});
