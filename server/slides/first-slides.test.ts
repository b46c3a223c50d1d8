import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { parse } from '../../contract/fields.ts';
import { thumbnailUrl } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { newSlide } from '../../contract/slide.ts';
import { dataOf } from '../../test/data-of.ts';
import { onEachEngine, type TestHarness } from '../../test/harness.ts';
import { systemContext } from '../context.ts';
import { firstPicture, firstSlides } from './first-slides.ts';
import { ensureFirstSlides } from './slides.ts';

const published = async (harness: TestHarness) => dataOf(await harness.visitor().call('slides'));

onEachEngine('a first start', (open) => {
  it('has five published slides in both languages, whose pictures anybody can see', async () => {
    const harness = await open();
    await ensureFirstSlides(systemContext(harness));
    const slides = await published(harness);
    expect(slides.map((slide) => slide.position)).toEqual([1, 2, 3, 4, 5]);
    for (const slide of slides) {
      expect(slide.thumbnail && slide.title && slide.thumbnailBn && slide.titleBn).toBeTruthy();
      const picture = await harness.visitor().request(slide.image);
      await picture.arrayBuffer();
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      const onPhone = await harness
        .visitor()
        .request(thumbnailUrl(slide.image, limits.slideThumbnailWidths[0], 'avif'));
      expect((await onPhone.arrayBuffer()).byteLength, slide.thumbnail).toBeLessThan(15 * 1024);
    }
    const audit = await harness.database.db.selectFrom('audit').select(['action', 'actorId']).execute();
    expect(audit).toEqual(Array(5).fill({ action: 'slide.added', actorId: null }));
  });

  it('fills a new database only once, also after every slide was deleted', async () => {
    const harness = await open();
    await ensureFirstSlides(systemContext(harness));
    await ensureFirstSlides(systemContext(harness));
    expect(await published(harness)).toHaveLength(5);
    const staff = await harness.signIn('admin');
    for (const { _id } of await published(harness)) await staff.call('deleteSlide', { params: { id: _id } });
    await ensureFirstSlides(systemContext(harness));
    expect(await published(harness)).toEqual([]);
    expect(await harness.database.db.selectFrom('file').selectAll().execute()).toEqual([]);
  });

  it('adds nothing to slides that are there already', async () => {
    const harness = await open();
    await ensureFirstSlides(systemContext(harness));
    await harness.database.db.deleteFrom('setting').where('name', '=', 'first-slides').execute();
    await ensureFirstSlides(systemContext(harness));
    expect(await published(harness)).toHaveLength(5);
  });

  it('fills it once when two nodes start together, and keeps no picture twice', async () => {
    const harness = await open();
    const other = await open({ beside: harness });
    await Promise.all([ensureFirstSlides(systemContext(harness)), ensureFirstSlides(systemContext(other))]);
    expect(await published(harness)).toHaveLength(5);
    expect(await harness.database.db.selectFrom('file').select('id').execute()).toHaveLength(5);
  });
});

const picture = (name: string) => readFile(new URL(`first/${name}`, import.meta.url));

it('every first slide would pass the form for a new one, in both languages', () => {
  for (const { title, content, titleBangla, contentBangla, link } of firstSlides) {
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

it('the first slides have five different pictures of one size, each small enough for a repository', async () => {
  const pictures = await Promise.all(firstSlides.map((slide) => picture(slide.picture)));
  for (const bytes of pictures) {
    const { format, width, height } = await sharp(bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1600, height: 900 });
    expect(bytes.length).toBeLessThan(350 * 1024);
  }
  expect(new Set(pictures.map((bytes) => bytes.toString('base64'))).size).toBe(firstSlides.length);
});

it('the thumbnails of the first slides show their pictures as they are now, in every size and format', async () => {
  const pixels = async (bytes: Buffer, width: number) =>
    sharp(bytes)
      .resize({ width, height: Math.round((width * 9) / 16) })
      .removeAlpha()
      .raw()
      .toBuffer();
  for (const slide of firstSlides) {
    const shown = await pixels(await picture(slide.picture), 64);
    for (const { path, widthPx, format } of firstPicture(slide.picture).thumbnails) {
      const bytes = await readFile(path);
      const found = await sharp(bytes).metadata();
      expect([found.format, found.width, found.height], path).toEqual([
        format === 'avif' ? 'heif' : format,
        widthPx,
        (widthPx * 9) / 16,
      ]);
      const actual = await pixels(bytes, 64);
      const difference = actual.reduce((sum, value, at) => sum + Math.abs(value - (shown[at] ?? 0)), 0) / actual.length;
      expect(difference, `${path}: run node art/render-thumbnails.ts`).toBeLessThan(6);
    }
  }
});
