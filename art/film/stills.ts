// The still pictures of the film: its first frame for those who wait or want no film, and the card others see of us.

import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { create } from 'fontkitten';
import sharp, { type Sharp } from 'sharp';
import { logoMark } from '../../web/ui/logo-mark.ts';
import { palette } from '../palette.ts';
import { develop } from './develop.ts';
import { paintFrame } from './frame.ts';
import { drawScene, type Scene } from './scene.ts';

const posterBytesMax = 25 * 1024;
const phonePosterBytesMax = 12 * 1024;
/** Share of the film's width that a narrow window leaves out on the left; the page's object-position says the same. */
const phonePosition = 0.7;

export async function drawStills(target: string): Promise<void> {
  await drawPosters(target);
  await drawCard(target);
}

function still(scene: Scene, phase: number, width: number, height: number): Sharp {
  const wide = 2 * Math.round((height * 8) / 9);
  const pixels = develop(paintFrame(scene, phase, wide, height));
  return sharp(Buffer.from(Uint8Array.from(pixels, (value) => value / 257)), {
    raw: { width: wide, height, channels: 3 },
  }).extract({ left: Math.round((wide - width) * phonePosition), top: 0, width, height });
}

async function drawPosters(target: string): Promise<void> {
  const to = (name: string) => path.join(target, name);
  const desktop = still(await drawScene(720), 0, 1280, 720);
  await squeeze(desktop, 'avif', posterBytesMax, to('hero-poster.avif'));
  await squeeze(desktop, 'webp', posterBytesMax, to('hero-poster.webp'));
  const phone = still(await drawScene(960), 0, 720, 960);
  await squeeze(phone, 'avif', phonePosterBytesMax, to('hero-poster-phone.avif'));
  await squeeze(phone, 'webp', posterBytesMax, to('hero-poster-phone.webp'));
}

/** Writes the best picture that the bytes allow. */
async function squeeze(picture: Sharp, format: 'avif' | 'webp', bytesMax: number, file: string): Promise<void> {
  for (let quality = format === 'avif' ? 66 : 86; quality > 20; quality -= 3) {
    const bytes =
      format === 'avif'
        ? await picture.clone().avif({ quality, effort: 8, chromaSubsampling: '4:2:0' }).toBuffer()
        : await picture.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (bytes.length > bytesMax) continue;
    writeFileSync(file, bytes);
    return;
  }
  throw new Error(`${file} does not fit into ${bytesMax} bytes.`);
}

async function drawCard(target: string): Promise<void> {
  const scene = await drawScene(675);
  const name = await wordmark(92);
  const lettering =
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">` +
    `<svg x="84" y="230" width="104" height="104" viewBox="${logoMark.viewBox}">` +
    `<path fill="${palette.night}" d="${logoMark.gate}"/><path fill="${palette.amber}" d="${logoMark.path}"/></svg>` +
    `<g transform="translate(208 316)" fill="${palette.ivory}">${name}</g></svg>`;
  const ground = await still(scene, 0.03, 1200, 675).toBuffer();
  await sharp(ground, { raw: { width: 1200, height: 675, channels: 3 } })
    .extract({ left: 0, top: 32, width: 1200, height: 630 })
    .composite([{ input: Buffer.from(lettering) }])
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(path.join(target, 'share-card.jpg'));
}

async function wordmark(size: number): Promise<string> {
  const file = new URL(import.meta.resolve('@fontsource/hind-siliguri/files/hind-siliguri-latin-600-normal.woff'));
  const font = create(await readFile(file));
  if (font.isCollection) throw new Error('The wordmark needs a single font.');
  const scale = size / font.unitsPerEm;
  let x = 0;
  let drawing = '';
  for (const glyph of font.glyphsForString('Maplegate')) {
    drawing += `<path transform="translate(${x * scale} 0) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`;
    x += glyph.advanceWidth;
  }
  return drawing;
}
