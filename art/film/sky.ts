// The sky of a moment: depth of air, the glow about the sun, thin clouds lit from below, stars when it is dark.

import { type Light, light } from '../palette.ts';
import { seeded } from '../shapes.ts';
import { tileableNoise } from './noise.ts';
import type { Picture } from './picture.ts';
import { horizon, type Moment, presence, sinceAct, smooth, travelled, wide } from './timeline.ts';

const veils = tileableNoise(11, 4, 7, 0.52);
const lumps = tileableNoise(23, 3, 6, 0.5);
const core = light('#ffdf9e');

/** Fills everything above the horizon. Only the sun has edges, so the rest is worked out for every other pixel. */
export function paintSky(picture: Picture, moment: Moment): void {
  const { width, height, light: out } = picture;
  const rows = Math.ceil(horizon * height);
  const clouds = (['dawn', 'dusk'] as const).map((act, index) => {
    const time = sinceAct(moment.phase, act);
    return { slide: travelled(time) * 0.5 + index * 0.37, share: presence(time, 0.12, 0.36) };
  });
  const total = clouds.reduce((sum, { share }) => sum + share, 0);
  const step = 2;
  const across = Math.ceil(width / step) + 1;
  const grid = new Float32Array(across * (Math.ceil(rows / step) + 1) * 3);
  for (let at = 0, row = 0; at < grid.length; row += step) {
    const y = (row + 0.5) / height;
    const up = Math.max(0, (horizon - y) / horizon);
    const air = airAt(up, moment);
    for (let column = 0; column < across; column++, at += 3) {
      const x = ((column * step + 0.5) / width) * wide;
      const glow = glowAt(x, y, up, moment);
      let cloud = 0;
      for (const { share, slide } of clouds) if (share > 0.001) cloud += (cloudAt(x, up, slide) * share) / total;
      const lit = glow.wide * 1.6 + glow.band * 0.45 + glow.near * 0.4 + glow.blush * 0.55;
      for (let channel = 0; channel < 3; channel++) {
        const sun = moment.sun[channel] as number;
        const open = (air[channel] as number) + sun * (blush[channel] as number) * glow.blush;
        grid[at + channel] =
          open * (1 - 0.4 * cloud) +
          sun * (glow.wide * 0.6 + glow.band * 0.5) +
          sun * (underside[channel] as number) * cloud * lit +
          (core[channel] as number) * glow.near * (0.35 + 0.65 * sun);
      }
    }
  }
  for (let row = 0; row < rows; row++) {
    const top = Math.floor(row / step) * across * 3;
    const b = (row % step) / step;
    for (let column = 0; column < width; column++) {
      const from = top + Math.floor(column / step) * 3;
      const under = from + across * 3;
      const a = (column % step) / step;
      const at = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const upper = (grid[from + channel] as number) * (1 - a) + (grid[from + 3 + channel] as number) * a;
        const lower = (grid[under + channel] as number) * (1 - a) + (grid[under + 3 + channel] as number) * a;
        out[at + channel] = upper * (1 - b) + lower * b;
      }
    }
  }
  if (moment.disc > 0) paintDisc(picture, moment);
  if (moment.stars > 0.02) paintStars(picture, moment.stars);
}

function paintDisc({ width, height, light: out }: Picture, { sunX, sunY, disc }: Moment): void {
  const radius = 0.03;
  const last = Math.min(Math.ceil(horizon * height), Math.ceil((sunY + radius) * height));
  for (let row = Math.floor((sunY - radius) * height); row < last; row++) {
    for (
      let column = Math.floor(((sunX - radius) / wide) * width);
      column < ((sunX + radius) / wide) * width;
      column++
    ) {
      if (column < 0 || column >= width || row < 0) continue;
      const far = Math.hypot(((column + 0.5) / width) * wide - sunX, (row + 0.5) / height - sunY);
      const share = smooth(radius, radius - 0.003, far) * disc;
      for (let channel = 0; channel < 3; channel++) {
        const at = (row * width + column) * 3 + channel;
        out[at] = (out[at] as number) + share * (core[channel] as number) * 2.2;
      }
    }
  }
}

function airAt(up: number, { zenith, upper, far }: Moment): Light {
  const low = Math.exp(-up / 0.2);
  const high = smooth(0.2, 1.05, up);
  const channel = (index: 0 | 1 | 2) => {
    const body = upper[index] + (zenith[index] - upper[index]) * high;
    return body + (far[index] - body) * low;
  };
  return [channel(0), channel(1), channel(2)];
}

/** The colour distance turns everything into, low over the water at x: the sun's own brightness stays out of it. */
export function hazeAt(x: number, moment: Moment): Light {
  const air = airAt(0.06, moment);
  const glow = glowAt(x, horizon - 0.035, 0.06, moment);
  const channel = (index: 0 | 1 | 2) =>
    air[index] + moment.sun[index] * (glow.wide * 0.42 + glow.band * 0.42) * (fringe[index] as number);
  return [channel(0), channel(1), channel(2)];
}

const fringe = [1, 0.94, 0.9];
/** High up the light of a low sun turns rosy; clouds catch it from below. */
const blush = [0.17, 0.09, 0.2];
const underside = [1.1, 0.82, 0.72];
const found = { wide: 0, band: 0, near: 0, blush: 0 };

function glowAt(x: number, y: number, up: number, { sunX, sunY, disc }: Moment): typeof found {
  const dx = x - sunX;
  const dy = y - sunY;
  const far = Math.hypot(dx * 0.95, dy * 1.8);
  const near = Math.hypot(dx, dy);
  const leftward = smooth(-1.25, 0.1, dx);
  found.wide = Math.exp(-far / 0.2) * (0.35 + 0.65 * leftward);
  found.band = Math.exp(-Math.abs(dx) / 0.42) * Math.exp(-up / 0.12) * (0.3 + 0.7 * leftward);
  found.near = (Math.exp(-near / 0.045) * 0.9 + Math.exp(-near / 0.14) * 0.35) * disc;
  found.blush = Math.exp(-((Math.hypot(dx * 0.55, dy) / 0.36) ** 2)) * (0.25 + 0.75 * leftward);
  return found;
}

/** Clouds lie on a far flat ceiling: they draw together and flatten towards the horizon. */
function cloudAt(x: number, up: number, slide: number): number {
  const depth = 1 / (up + 0.16);
  const u = (x - 1.15) * depth * 0.11 + slide * 0.3;
  const v = depth * 0.42;
  const warp = lumps(u * 0.5 + 0.13, v * 0.6) - 0.5;
  const body = veils(u * 0.55 + warp * 0.1, v * 0.75 + warp * 0.16);
  const mass = lumps(u * 0.6 + 0.31, v * 0.45 + 0.2);
  const shown = smooth(0.44, 0.78, body * 0.6 + mass * 0.5);
  return shown * smooth(0.015, 0.14, up) * (1 - 0.55 * smooth(0.55, 1, up));
}

function paintStars({ width, height, light: out }: Picture, share: number): void {
  const random = seeded(77);
  for (let star = 0; star < 70; star++) {
    const x = Math.floor(random() * width);
    const y = Math.floor(random() ** 1.4 * height * 0.42);
    const strength = share * 0.9 * random() ** 3 * (1 - y / (height * 0.5));
    const at = (y * width + x) * 3;
    for (let channel = 0; channel < 3; channel++) {
      for (const [step, part] of [
        [0, 1],
        [3, 0.4],
        [-3, 0.4],
        [width * 3, 0.4],
      ] as const) {
        const spot = at + step + channel;
        if (spot >= 0 && spot < out.length) out[spot] = (out[spot] as number) + strength * part;
      }
    }
  }
}
