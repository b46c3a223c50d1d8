// The still pictures of the film: its first frame for those who wait or want no film, and the card that is shown with
// a shared link to the site.

import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { create } from 'fontkitten';
import sharp, { type Sharp } from 'sharp';
import { logoMark } from '../../web/ui/logo-mark.ts';
import { palette } from '../palette.ts';
import { seeded } from '../shapes.ts';
import { toneMap } from './tone-mapping.ts';
import { encodeAvif } from './encode.ts';
import { paintFrame } from './frame.ts';
import { drawScene, type Scene } from './scene.ts';

const posterBytesMax = 25_000;
const phonePosterBytesMax = 12_000;
/** Share of the film's width that a narrow window leaves out on the left; the page's object-position says the same. */
const phonePosition = 0.7;

export async function drawStills(target: string): Promise<void> {
  await drawPosters(target);
  await drawCard(target);
}

interface Still {
  width: number;
  height: number;
  pixels: Uint16Array;
}

function still(scene: Scene, phase: number, width: number, height: number): Still {
  const wide = 2 * Math.round((height * 8) / 9);
  const all = toneMap(paintFrame(scene, phase, wide, height));
  const left = Math.round((wide - width) * phonePosition);
  const pixels = new Uint16Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const from = (row * wide + left) * 3;
    pixels.set(all.subarray(from, from + width * 3), row * width * 3);
  }
  return { width, height, pixels };
}

/** Eight bits are too few for an evening sky: a little even noise keeps its steps from showing. */
function inEightBits({ width, height, pixels }: Still): Sharp {
  const random = seeded(1);
  const bytes = Buffer.from(Uint8Array.from(pixels, (value) => Math.min(255, value / 257 + random())));
  return sharp(bytes, { raw: { width, height, channels: 3 } });
}

async function drawPosters(target: string): Promise<void> {
  const to = (name: string) => path.join(target, name);
  const desktop = still(await drawScene(720), 0, 1280, 720);
  encodeAvif(desktop.pixels, 1280, 720, posterBytesMax, to('hero-poster.avif'));
  await encodeWebp(inEightBits(desktop), posterBytesMax, to('hero-poster.webp'));
  const phone = still(await drawScene(960), 0, 720, 960);
  encodeAvif(phone.pixels, 720, 960, phonePosterBytesMax, to('hero-poster-phone.avif'));
  await encodeWebp(inEightBits(phone), posterBytesMax, to('hero-poster-phone.webp'));
}

/** Writes the best picture that the bytes allow. */
async function encodeWebp(picture: Sharp, bytesMax: number, file: string): Promise<void> {
  for (let quality = 88; quality > 20; quality -= 3) {
    const bytes = await picture.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
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
  await inEightBits(still(scene, 0.03, 1200, 675))
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
