// The water that is river and lake in one: it mirrors whatever was painted above it, broken by slow waves.

import { type Light, light, mix } from '../palette.ts';
import { tileableNoise } from './noise.ts';
import type { Parts, Picture } from './picture.ts';
import { horizon, journey, type Moment, sinceAct, smooth, travelled, wide } from './timeline.ts';

const swell = tileableNoise(41, 6, 4, 0.5);
const ripple = tileableNoise(47, 14, 5, 0.55);

/** A thing floating on the water: what it shows at a point, and where it touches the water. */
export interface FloatingObject {
  left: number;
  right: number;
  waterline: number;
  height: number;
  at: (x: number, y: number) => Parts;
  /** How present it is, 0 to 1. */
  share: number;
  /** Its light, given what it shows there, already weighed by its coverage. */
  shade: (parts: Parts, glint?: number) => Light;
}

const deepWater = light('#0a343b');
const lakeWater = light('#0d5456');

export function paintWater(picture: Picture, moment: Moment, floating: FloatingObject[]): void {
  const { width, height, light: out } = picture;
  const first = Math.ceil(horizon * height);
  const pan = travelled(moment.phase) * journey;
  const turn = moment.phase;
  const dawn = Math.cos(sinceAct(moment.phase, 'dawn') * 2 * Math.PI) * 0.5 + 0.5;
  const dusk = 1 - dawn;
  const calm = 0.55 + 0.45 * dawn;
  const body = mix(lakeWater, deepWater, dawn);
  const bright = 0.25 + 1.1 * (moment.upper[1] + moment.far[1]);
  const unit = journey / 3;
  for (let row = first; row < height; row++) {
    const y = (row + 0.5) / height;
    const down = (y - horizon) / (1 - horizon);
    const depth = 1 / (down + 0.035);
    const fine = 1 / (1 + (depth * 0.19) ** 2);
    const mirror = 0.97 - 0.55 * down ** 0.8;
    for (let column = 0; column < width; column++) {
      const x = ((column + 0.5) / width) * wide;
      const along = ((x - 0.65 * wide) * depth * 0.55 + pan) / unit;
      const away = depth * 1.05;
      const big =
        swell(along / 3 + turn, away * 0.42 + turn) + swell((along * 2) / 3 - turn * 2, away * 0.5 - turn) - 1;
      const small =
        (ripple(along * 2 + turn * 2, away * 1.7 - turn * 2) + ripple(along - turn * 2, away * 0.9 + turn * 3) - 1) *
        fine;
      const spark = (ripple(along * 4 + turn * 3, away * 4.2 + turn * 4) - 0.5) * fine;
      const patch = smooth(0.35, 0.65, swell(along / 3 - turn, away * 0.08));
      const wave = (big * 0.6 + small * (0.5 + 0.9 * patch)) * calm;
      const shiftY = wave * (0.012 + 0.21 * down);
      const shiftX = (small * 0.6 + big * 0.3) * calm * (0.006 + 0.04 * down);
      const spread = (0.003 + 0.006 * down) * (small > 0 ? 1 : -1);
      const blur = 0.004 + 0.02 * down * calm;
      const mirroredY = horizon - (y - horizon) * 0.98 + shiftY;
      const at = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++) out[at + channel] = 0;
      for (let tap = -2; tap <= 2; tap++) {
        const fy = Math.min(first - 2, Math.max(0, (mirroredY + tap * blur * 0.55) * height - 0.5));
        const fx = Math.min(width - 1.01, Math.max(0, ((x + shiftX + tap * spread) / wide) * width - 0.5));
        const top = fy | 0;
        const from = fx | 0;
        const b = fy - top;
        const a = fx - from;
        const i = (top * width + from) * 3;
        const j = i + width * 3;
        for (let channel = 0; channel < 3; channel++) {
          const upper = (out[i + channel] as number) * (1 - a) + (out[i + 3 + channel] as number) * a;
          const lower = (out[j + channel] as number) * (1 - a) + (out[j + 3 + channel] as number) * a;
          out[at + channel] = (out[at + channel] as number) + (upper * (1 - b) + lower * b) / 5;
        }
      }
      const steep = Math.min(1, Math.max(0, mirror - wave * 0.5 * down));
      const glance = glitter(x, down, small, big, spark, moment);
      for (let channel = 0; channel < 3; channel++) {
        const deep = (body[channel] as number) * bright;
        const seen = out[at + channel] as number;
        out[at + channel] = deep + (seen * 0.88 - deep) * steep + glance * (moment.sun[channel] as number);
      }
      for (const thing of floating)
        mirrorThing(out, at, x + shiftX * 1.2, y, shiftY * 0.24 + wave * 0.005, thing, 0.82 - 0.15 * dusk);
    }
  }
}

/** Sparks of the low sun on wave crests, in a path that widens towards the eye. */
function glitter(
  x: number,
  down: number,
  small: number,
  big: number,
  spark: number,
  { sunX, sunY, disc }: Moment,
): number {
  if (disc <= 0) return 0;
  const path = Math.exp(-(((x - sunX) / (0.03 + 0.13 * down)) ** 2));
  if (path < 0.01) return 0;
  const crest = smooth(0.06, 0.3, spark * 0.9 + small * 0.55 + big * 0.15);
  return disc * path * (crest * (1.7 - 0.8 * down) + 0.14) * smooth(0.24, 0.02, horizon - sunY);
}

function mirrorThing(
  out: Float32Array,
  at: number,
  x: number,
  y: number,
  shift: number,
  thing: FloatingObject,
  strength: number,
): void {
  if (x < thing.left || x > thing.right || y < thing.waterline - 0.002) return;
  const seenAt = 2 * thing.waterline - y + shift;
  if (seenAt > thing.waterline || seenAt < thing.waterline - thing.height) return;
  const parts = thing.at(x, seenAt);
  if (parts.cover <= 0.003) return;
  const hue = thing.shade(parts, 0.25);
  const share = parts.cover * strength * thing.share;
  for (let channel = 0; channel < 3; channel++)
    out[at + channel] = (out[at + channel] as number) * (1 - share) + (hue[channel] as number) * strength;
}
