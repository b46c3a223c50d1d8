/** Draws the icons of browsers and phones from the mark into `web/public/`: `node art/render-brand.ts`. */
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { logoMark } from '../web/ui/logo-mark.ts';
import { palette } from './palette.ts';

const spruce = '#0a5c4b';
const publicFolder = new URL('../web/public/', import.meta.url);

const svg = (viewBox: string, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><title>Maplegate</title>${content}</svg>`;

/** A spruce gate full of light by day; on a dark tab bar the gate itself shines. */
const tab = (style: string) =>
  svg(
    logoMark.viewBox,
    `${style}<path id="l" fill="${palette.amber}" d="${logoMark.gate}"/>` +
      `<path id="g" fill="${spruce}" d="${logoMark.path}"/>`,
  );
const darkTab = `<style>@media(prefers-color-scheme:dark){#l{fill:${palette.night}}#g{fill:${palette.amber}}}</style>`;

/** Phones cut the corners themselves, so the ground fills the square and the gate stands well within it. */
const tile = svg(
  '0 0 60 60',
  `<rect width="60" height="60" fill="${spruce}"/>` +
    `<g transform="translate(11.45 8.2) scale(1.325)"><path fill="${spruce}" d="${logoMark.gate}"/>` +
    `<path fill="${palette.amber}" d="${logoMark.path}"/></g>`,
);

const raster = (drawing: string, size: number) =>
  sharp(Buffer.from(drawing), { density: 1200 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

/** An .ico of PNG pictures: a header of 6 bytes, an entry of 16 for each picture, then the pictures. */
function ico(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [at, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * at;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

const small = await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await raster(tab(''), size) })));
await writeFile(new URL('favicon.svg', publicFolder), `${tab(darkTab)}\n`);
await writeFile(new URL('favicon.ico', publicFolder), ico(small));
await writeFile(new URL('apple-touch-icon.png', publicFolder), await raster(tile, 180));
