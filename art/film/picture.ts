// Pictures in linear light without rounding, and cut-outs laid onto them: no step between two tones is ever lost.

import sharp from 'sharp';
import { wide } from './timeline.ts';

export interface Picture {
  width: number;
  height: number;
  /** Red, green, blue per pixel in linear light. */
  light: Float32Array;
}

/** A cut-out: coverage, and how much of it is tone (own colour), rim (light caught on edges) and lamp (light given). */
export interface Cutout {
  width: number;
  height: number;
  /** Coverage, tone, rim, lamp per pixel; the last three already multiplied by coverage. */
  parts: Float32Array;
  /** Pixels of the cut-out per frame height. */
  scale: number;
  /** Where the anchor stands in the cut-out, in pixels. */
  anchorX: number;
  anchorY: number;
}

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Draws SVG markup whose red, green and blue mean tone, rim and lamp; units are frame heights, (0, 0) the anchor. */
export async function cutout(markup: string, area: Area, scale: number, blur = 0): Promise<Cutout> {
  const width = Math.ceil((area.right - area.left) * scale);
  const height = Math.ceil((area.bottom - area.top) * scale);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="${area.left} ${area.top} ${width / scale} ${height / scale}">${markup}</svg>`;
  let image = sharp(Buffer.from(svg), { unlimited: true }).ensureAlpha();
  if (blur > 0) image = image.blur(Math.max(0.3, blur * scale));
  const pixels = await image.raw().toBuffer();
  const parts = new Float32Array(width * height * 4);
  for (let at = 0; at < parts.length; at += 4) {
    const cover = (pixels[at + 3] as number) / 255;
    parts[at] = cover;
    for (let part = 1; part < 4; part++) parts[at + part] = ((pixels[at + part - 1] as number) / 255) * cover;
  }
  return { width, height, parts, scale, anchorX: -area.left * scale, anchorY: -area.top * scale };
}

export interface Placement {
  x: number;
  y: number;
  turn?: number;
  size?: number;
  /** Sideways smear of a moving layer, in frame heights. */
  smear?: number;
}

export interface Parts {
  cover: number;
  tone: number;
  rim: number;
  lamp: number;
}

/** What a placed cut-out shows at a point of the frame. The same object is filled again at each call. */
export function sampler(cut: Cutout, place: Placement): (x: number, y: number) => Parts {
  const turn = place.turn ?? 0;
  const zoom = cut.scale / (place.size ?? 1);
  const cos = Math.cos(turn) * zoom;
  const sin = Math.sin(turn) * zoom;
  const taps = (place.smear ?? 0) * cut.scale > 1.5 ? 3 : 1;
  const found: Parts = { cover: 0, tone: 0, rim: 0, lamp: 0 };
  const sum = new Float32Array(4);
  const { parts, width, height } = cut;
  return (x, y) => {
    sum.fill(0);
    for (let tap = 0; tap < taps; tap++) {
      const dx = x - place.x + (taps > 1 ? ((tap - 1) / 3) * (place.smear ?? 0) : 0);
      const dy = y - place.y;
      const u = dx * cos + dy * sin + cut.anchorX - 0.5;
      const v = dy * cos - dx * sin + cut.anchorY - 0.5;
      const left = Math.floor(u);
      const top = Math.floor(v);
      if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
      const a = u - left;
      const b = v - top;
      const at = (top * width + left) * 4;
      const under = at + width * 4;
      const w00 = (1 - a) * (1 - b);
      const w10 = a * (1 - b);
      const w01 = (1 - a) * b;
      const w11 = a * b;
      for (let part = 0; part < 4; part++)
        sum[part] =
          (sum[part] as number) +
          (parts[at + part] as number) * w00 +
          (parts[at + 4 + part] as number) * w10 +
          (parts[under + part] as number) * w01 +
          (parts[under + 4 + part] as number) * w11;
    }
    found.cover = (sum[0] as number) / taps;
    found.tone = (sum[1] as number) / taps;
    found.rim = (sum[2] as number) / taps;
    found.lamp = (sum[3] as number) / taps;
    return found;
  };
}

function reach(cut: Cutout, place: Placement): Area {
  const grow = (place.size ?? 1) / cut.scale;
  const slack = Math.abs(Math.sin(place.turn ?? 0)) * Math.max(cut.width, cut.height) * grow + (place.smear ?? 0);
  return {
    left: place.x - cut.anchorX * grow - slack,
    top: place.y - cut.anchorY * grow - slack,
    right: place.x + (cut.width - cut.anchorX) * grow + slack,
    bottom: place.y + (cut.height - cut.anchorY) * grow + slack,
  };
}

/** Visits every pixel that a placed cut-out can touch; what moves smears over a little more. */
export function forEachPixel(
  { width, height }: Picture,
  cut: Cutout,
  place: Placement,
  visit: (x: number, y: number, at: number, column: number) => void,
): void {
  const area = reach(cut, place);
  const top = Math.max(0, Math.floor(area.top * height));
  const bottom = Math.min(height, Math.ceil(area.bottom * height));
  const left = Math.max(0, Math.floor((area.left / wide) * width));
  const right = Math.min(width, Math.ceil((area.right / wide) * width));
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++)
      visit(((column + 0.5) / width) * wide, (row + 0.5) / height, (row * width + column) * 3, column);
}
