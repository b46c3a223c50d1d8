import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ThumbnailFormat } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { childProcesses, contentOf, processField, withoutDescriptors } from '../../test/child-processes.ts';
import { newId } from '../identifiers.ts';
import { decodePicture, type Picture, type PictureJob, requirePlainPdf } from './picture.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maplegate-picture-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function decode(
  bytes: Buffer,
  type: PictureJob['type'],
  widths: number[] = [],
  format: ThumbnailFormat = 'webp',
): Promise<Picture> {
  const input = join(folder, newId());
  await writeFile(input, bytes);
  const thumbnails = widths.map((widthPx) => ({ widthPx, format, path: join(folder, newId()) }));
  return decodePicture({ input, type, output: join(folder, newId()), thumbnails });
}

/** Red on the left, blue on the right. */
async function halves(widthPx = 400, heightPx = 200): Promise<Sharp> {
  const left = { create: { width: widthPx / 2, height: heightPx, channels: 3, background: '#f00' } } as const;
  return sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: '#00f' } }).composite([
    { input: left, left: 0, top: 0 },
  ]);
}

async function pixel(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, check]);
}

function crc(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}

/** A true PNG header of any size, with hardly any pixels behind it; `form` is depth, colours and interlacing. */
function hugePng(widthPx: number, heightPx: number, form = [8, 2, 0, 0, 0]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set(form, 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const pixels = deflateSync(Buffer.alloc(10_000_000));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** The JPEG with another size in its header. */
function resized(jpeg: Buffer, widthPx: number, heightPx: number): Buffer {
  const frame = jpeg.indexOf(Buffer.from('ffc2', 'hex'));
  jpeg.writeUInt16BE(heightPx, frame + 5);
  jpeg.writeUInt16BE(widthPx, frame + 7);
  return jpeg;
}

function chunkTypes(png: Buffer): string[] {
  const types: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) types.push(png.toString('latin1', at + 4, at + 8));
  return [...new Set(types)];
}

describe('a decoded picture', () => {
  test('keeps nothing of a jpeg but its pixels and its resolution', async () => {
    const markup = '<script>alert(1)</script>';
    const jpeg = await (await halves())
      .withExif({ IFD0: { ImageDescription: markup, Artist: 'canary' }, IFD3: { GPSLatitude: '23/1 48/1 0/1' } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${markup}</x:xmpmeta>`)
      .withDensity(300)
      .jpeg()
      .toBuffer();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, markup.length + 2]), Buffer.from(markup)]);
    const zip = Buffer.from('PK\x03\x04 canary in a zip');
    const input = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), zip, Buffer.from(markup)]);

    const picture = await decode(input, 'image/jpeg', [100]);

    for (const path of [picture.path, ...picture.thumbnails.map((thumbnail) => thumbnail.path)]) {
      const bytes = await readFile(path);
      for (const trace of ['script', 'canary', 'Exif', 'xmp', 'ICC_PROFILE', 'PK\x03\x04'])
        expect(bytes.includes(trace)).toBe(false);
    }
    const bytes = await readFile(picture.path);
    expect(picture).toMatchObject({
      widthPx: 400,
      heightPx: 200,
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', density: 300, space: 'srgb', width: 400 });
    expect(metadata.exif).toBeUndefined();
    expect(metadata.comments).toBeUndefined();
  });

  test('keeps nothing of a png but its pixels and its resolution', async () => {
    const png = await (await halves()).withDensity(200).png().toBuffer();
    const text = chunk('tEXt', Buffer.from('Comment\0<script>canary</script>'));
    const end = png.length - 12;
    const input = Buffer.concat([png.subarray(0, end), text, png.subarray(end), Buffer.from('<html>canary')]);

    const picture = await decode(input, 'image/png');

    const bytes = await readFile(picture.path);
    expect(bytes.includes('canary')).toBe(false);
    expect(chunkTypes(bytes)).toEqual(['IHDR', 'pHYs', 'IDAT', 'IEND']);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', density: 200 });
    expect(await pixel(bytes, 10, 10)).toEqual([255, 0, 0, 255]);
  });

  test('is turned upright', async () => {
    const sideways = await (await halves()).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const picture = await decode(sideways, 'image/jpeg', [100]);
    const bytes = await readFile(picture.path);
    expect(picture).toMatchObject({ widthPx: 200, heightPx: 400 });
    expect((await pixel(bytes, 100, 20))[0]).toBeGreaterThan(200);
    expect((await sharp(bytes).metadata()).orientation).toBeUndefined();
    const thumbnail = await sharp(await readFile(picture.thumbnails[0]?.path ?? '')).metadata();
    expect(thumbnail).toMatchObject({ format: 'webp', width: 100, height: 200 });
  });

  test('has the colours of its profile, in sRGB', async () => {
    const wide = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#c83c28' } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    expect((await sharp(wide).metadata()).hasProfile).toBe(true);
    const bytes = await readFile((await decode(wide, 'image/png')).path);
    expect((await sharp(bytes).metadata()).hasProfile).toBe(false);
    const [red = 0, green = 0] = await pixel(bytes, 5, 5);
    expect(Math.abs(red - 200) + Math.abs(green - 60)).toBeLessThanOrEqual(4);
  });

  test('has thumbnails in the requested widths, never enlarged, and of a bounded height', async () => {
    const picture = await decode(await (await halves(400, 200)).jpeg().toBuffer(), 'image/jpeg', [100, 320, 800]);
    const sizes = await Promise.all(picture.thumbnails.map(async ({ path }) => sharp(await readFile(path)).metadata()));
    expect(sizes.map(({ width }) => width)).toEqual([100, 320, 400]);
    const strip = await decode(await (await halves(2, 30_000)).png().toBuffer(), 'image/png', [200]);
    const { height } = await sharp(await readFile(strip.thumbnails[0]?.path ?? '')).metadata();
    expect(height).toBe(800);
  });

  test('has its thumbnails in the requested format', async () => {
    for (const [format, compression] of [
      ['webp', undefined],
      ['avif', 'av1'],
    ] as const) {
      const { thumbnails } = await decode(
        await (await halves(400, 200))
          .withExif({ IFD0: { Copyright: 'canary' } })
          .jpeg()
          .toBuffer(),
        'image/jpeg',
        [100, 800],
        format,
      );
      for (const [at, width] of [100, 400].entries()) {
        const bytes = await readFile(thumbnails[at]?.path ?? '');
        expect(await sharp(bytes).metadata()).toMatchObject({ width, height: width / 2 });
        expect((await sharp(bytes).metadata()).compression).toBe(compression);
        expect(bytes.includes('canary')).toBe(false);
        const [red = 0, , blue = 0] = await pixel(bytes, 5, 5);
        expect([red > 200, blue < 50], format).toEqual([true, true]);
      }
      expect(thumbnails.map((thumbnail) => thumbnail.format)).toEqual([format, format]);
    }
  });

  test('of four channels or of sixteen bits is decoded, too', async () => {
    const cmyk = await (await halves()).toColourspace('cmyk').jpeg().toBuffer();
    const deep = await (await halves()).toColourspace('rgb16').png().toBuffer();
    const grey = await (await halves()).toColourspace('b-w').png().toBuffer();
    for (const [bytes, type] of [
      [cmyk, 'image/jpeg'],
      [deep, 'image/png'],
      [grey, 'image/png'],
    ] as const) {
      const { path } = await decode(bytes, type, [50]);
      expect(await sharp(await readFile(path)).metadata()).toMatchObject({ depth: 'uchar' });
    }
  });
});

describe('refused', () => {
  test('more than 50 megapixels, by the header alone, with little work and memory', async () => {
    // Those of earlier tests may have decoded large pictures.
    endDecoders();
    await decode(await (await halves()).png().toBuffer(), 'image/png');
    const isLinux = process.platform === 'linux';
    const before = isLinux ? childrensSeconds() : 0;
    await expect(decode(hugePng(30_000, 30_000), 'image/png')).rejects.toMatchObject({ code: 'too_many_pixels' });
    await expect(decode(hugePng(10_000, 5_001), 'image/png')).rejects.toMatchObject({ code: 'too_many_pixels' });
    await expect(decode(hugePng(limits.pictureSidePxMax + 1, 9), 'image/png')).rejects.toMatchObject({
      code: 'picture_needs_memory',
    });
    if (!isLinux) return;
    expect(childrensSeconds() - before).toBeLessThan(2);
    for (const kilobytes of childrensMemory()) expect(kilobytes).toBeLessThan(300_000);
  });

  test('a picture of fewer pixels that would have to be held as a whole: interlaced, progressive or turned', async () => {
    const [widthPx, heightPx] = [7_000, 7_000];
    const interlaced = hugePng(widthPx, heightPx, [16, 6, 0, 0, 1]);
    await expect(decode(interlaced, 'image/png')).rejects.toMatchObject({ code: 'picture_needs_memory' });
    const jpeg = (await halves()).toColourspace('cmyk').jpeg({ progressive: true });
    const progressive = resized(await jpeg.toBuffer(), widthPx, heightPx);
    await expect(decode(progressive, 'image/jpeg')).rejects.toMatchObject({ code: 'picture_needs_memory' });
    const turned = resized(
      await (await halves()).jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
      widthPx,
      heightPx,
    );
    await expect(decode(turned, 'image/jpeg')).rejects.toMatchObject({ code: 'picture_needs_memory' });
  });

  test('a file that is cut, damaged, empty or of another format than it seemed', async () => {
    const jpeg = await (await halves()).jpeg().toBuffer();
    const png = await (await halves()).png().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>');
    const gif = await (await halves()).gif().toBuffer();
    const tiff = await (await halves()).tiff().toBuffer();
    const webp = await (await halves()).webp().toBuffer();
    for (const bytes of [
      Buffer.alloc(0),
      jpeg.subarray(0, jpeg.length / 2),
      jpeg.subarray(0, 3),
      svg,
      gif,
      tiff,
      webp,
      png,
    ])
      await expect(decode(bytes, 'image/jpeg')).rejects.toMatchObject({ code: 'file_damaged' });
    for (const bytes of [png.subarray(0, png.length / 2), png.subarray(0, 33), hugePng(5_000, 5_000), jpeg])
      await expect(decode(bytes, 'image/png')).rejects.toMatchObject({ code: 'file_damaged' });
  });
});

describe.skipIf(process.platform !== 'linux')('the decoder processes', () => {
  test.each([
    ['a progressive JPEG of 50 megapixels', 7_071, 7_071, 'jpeg'],
    ['an interlaced scan of A4 at 600 dots per inch', 4_960, 7_016, 'png'],
    ['a progressive JPEG of the longest side', limits.pictureSidePxMax, 1_666, 'jpeg'],
  ] as const)('take %s, and no more memory than the operator is told', async (_, width, height, format) => {
    endDecoders();
    const create = { width, height, channels: 3, background: '#c83c28' } as const;
    const picture = sharp({ create, limitInputPixels: false });
    const bytes =
      format === 'jpeg'
        ? await picture.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
        : await picture.png({ progressive: true }).toBuffer();
    expect(await decode(bytes, `image/${format}`, [200])).toMatchObject({ widthPx: width, heightPx: height });
    for (const kilobytes of childrensMemory()) expect(kilobytes).toBeLessThan(480 * 1024);
    endDecoders();
  });

  test('are at most two, get none of our environment variables, and are replaced when one dies', async () => {
    process.env.CANARY_SECRET = 'canary';
    const jpeg = await (await halves()).jpeg().toBuffer();
    await Promise.all(Array.from({ length: 6 }, () => decode(jpeg, 'image/jpeg')));
    const children = decoders();
    expect(children.length).toBeGreaterThan(0);
    expect(children.length).toBeLessThanOrEqual(2);
    for (const child of children) {
      expect((await readFile(`/proc/${child}/environ`, 'latin1')).includes('canary')).toBe(false);
    }
    endDecoders();
    expect((await decode(jpeg, 'image/jpeg')).widthPx).toBe(400);
  });

  test('that the system cannot start refuse their pictures as overloaded, and end nothing else', async () => {
    const input = join(folder, newId());
    await writeFile(input, '%PDF-1.4');
    // The next job is sent to a decoder that has ended, which has to be replaced.
    endDecoders();
    const isRefused = () => expect(requirePlainPdf(input)).rejects.toMatchObject({ code: 'overloaded' });
    await withoutDescriptors(isRefused, isRefused, isRefused);
    expect((await decode(await (await halves()).jpeg().toBuffer(), 'image/jpeg')).widthPx).toBe(400);
  });

  test('take a bounded number of waiting pictures and refuse the rest as overloaded', async () => {
    const jpeg = await (await halves(1_200, 800)).jpeg().toBuffer();
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => decode(jpeg, 'image/jpeg')));
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(reasons.length).toBeGreaterThan(0);
    expect(results.length - reasons.length).toBeGreaterThanOrEqual(60);
    for (const reason of reasons) expect(reason).toMatchObject({ code: 'overloaded' });
    expect((await readdir(folder)).length).toBe(200 - reasons.length);
  });
});

function endDecoders(): void {
  for (const child of decoders()) process.kill(child, 'SIGKILL');
}

const decoders = () => childProcesses('picture.process');

/** The peak memory of each decoder, in kilobytes. */
function childrensMemory(): number[] {
  return decoders().map((pid) => Number.parseInt(processField(pid, 'VmHWM') || '0', 10));
}

/** The processor time of the decoders so far, which does not depend on other load. */
function childrensSeconds(): number {
  const ticks = decoders().flatMap((pid) => {
    const [, after = ''] = contentOf(pid, 'stat').split(') ');
    return after.split(' ').slice(11, 13).map(Number);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}
