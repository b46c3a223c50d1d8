import sharp from 'sharp';
import { expect, test } from 'vitest';
import { parse } from '../contract/fields.ts';
import { newSlide } from '../contract/slide.ts';
import { slideSize, slides } from './slides.ts';

test('there are five slides, each accepted by the form for a new one', () => {
  expect(slides.length).toBe(5);
  for (const { title, content, titleBangla, contentBangla, link } of slides) {
    const parsed = parse(newSlide, {
      thumbnail: title,
      title: content,
      thumbnailBn: titleBangla,
      titleBn: contentBangla,
      link,
    });
    if (!parsed.ok) expect.fail(`${title}: ${JSON.stringify(parsed.errorCodes)}`);
    expect(parsed.value).toMatchObject({ thumbnailBn: titleBangla, titleBn: contentBangla, link });
    expect(titleBangla + contentBangla).toMatch(/^[^A-Za-z]+$/);
  }
});

test('each slide draws another JPEG of the promised size, the same each time', async () => {
  const drawn = await Promise.all(slides.map((slide) => slide.draw()));
  for (const [at, picture] of drawn.entries()) {
    const { format, width, height } = await sharp(picture).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', ...slideSize });
    expect(await slides[at]?.draw()).toEqual(picture);
  }
  expect(new Set(drawn.map((picture) => picture.toString('base64'))).size).toBe(slides.length);
});
