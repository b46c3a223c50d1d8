// The land along the water: low banks with palms and thickets at dawn, slopes and shores of spruce at dusk.
// Positions are in frame heights, x from the left edge of the frame in the middle of the act, y from the waterline.

import { coconutPalm, grass, type Random, seeded, skyline, spruce, thicket, waviness } from '../shapes.ts';
import { type Cutout, cutout } from './picture.ts';

const tint = (tone: number, rim = 0, lamp = 0) => `rgb(${Math.round(tone)},${rim},${lamp})`;

function stand(d: string, x: number, y: number, tone: number, flip = 1): string {
  return `<path transform="translate(${x} ${y}) scale(${0.001 * flip} .001)" d="${d}" fill="${tint(tone)}"/>`;
}

/** A shape `height` high in frame heights; shapes are drawn in thousandths to keep their rounding invisible. */
const tall = (height: number) => height * 1000;

const strip = { left: -1, right: 2.9, bottom: 0.004 };

/** The far side of the Padma: kilometres away, hardly more than a line with tree tops. */
export function farBank(scale: number): Promise<Cutout> {
  const random = seeded(31);
  const wave = waviness(8, 4);
  let markup = '';
  const land = (x: number) => 7 + 5 * wave(x / 400);
  markup += `<g transform="translate(-1 0) scale(.001)"><path fill="${tint(120)}" d="${skyline(3900, 4, 6, land)}"/></g>`;
  for (let x = -1; x < 2.9; x += 0.012 + random() * 0.04) {
    const crowd = wave(x * 3.1 + 50);
    if (crowd < -0.12) continue;
    const height = (0.016 + 0.028 * Math.max(0, crowd) + 0.008 * random()) * (x < 0.75 ? 0.75 : 1);
    markup += stand(thicket(random, tall(height * (1.6 + random())), tall(height)), x, -0.002, 105 + 30 * random());
    if (random() < 0.22)
      markup += stand(coconutPalm(random, tall(height * (1.5 + random() * 0.7))), x, -0.004, 100 + 30 * random());
  }
  return cutout(markup, { ...strip, top: -0.13 }, scale);
}

/** The near village bank with its cluster of palms, a hut and a thicket; low and empty under the headline. */
export function nearBank(scale: number): Promise<Cutout> {
  const random = seeded(57);
  const wave = waviness(21, 5);
  let markup = '';
  const swell = (x: number) => Math.exp(-(((x - 1.72) / 0.3) ** 2)) + 0.5 * Math.exp(-(((x + 0.25) / 0.4) ** 2));
  const land = (at: number) => {
    const x = at / 1000 - 1;
    return 26 * swell(x) * (1 + 0.3 * wave(x * 9)) - 2 + 1.5 * wave(x * 30);
  };
  for (let x = -0.6; x < 2.4; x += 0.02 + random() * 0.03) {
    const rise = swell(x);
    if (rise < 0.25) continue;
    const height = (0.035 + 0.05 * random()) * rise;
    markup += stand(thicket(random, tall(height * 1.8), tall(height)), x, -0.012 * rise, 60 + 40 * random());
  }
  for (const [x, height, flip] of palms(random))
    markup += stand(coconutPalm(random, tall(height)), x, -0.016, 52 + 30 * random(), flip);
  markup += hut(1.585, -0.016, 0.05) + hut(1.86, -0.018, 0.045);
  markup += `<g transform="translate(-1 0) scale(.001)"><path fill="${tint(70)}" d="${skyline(3900, 4, 5, land)}"/></g>`;
  for (let x = 1.4; x < 2.2; x += 0.03 + random() * 0.02)
    markup += stand(grass(random, tall(0.05), tall(0.028 + 0.02 * random()), 16), x, -0.004, 62);
  return cutout(markup, { ...strip, top: -0.34 }, scale);
}

function palms(random: Random): [number, number, number][] {
  const at: [number, number][] = [
    [1.5, 0.12],
    [1.535, 0.17],
    [1.62, 0.215],
    [1.66, 0.16],
    [1.7, 0.25],
    [1.76, 0.2],
    [1.82, 0.15],
    [1.93, 0.19],
    [-0.22, 0.1],
    [-0.3, 0.13],
  ];
  return at.map(([x, height]) => [x, height * 0.92, random() < 0.5 ? -1 : 1]);
}

function hut(x: number, y: number, size: number): string {
  return (
    `<g transform="translate(${x} ${y}) scale(${size})"><path fill="${tint(60)}" d="M-.55 0L-.5 -.42L.5 -.42L.55 0Z"/>` +
    `<path fill="${tint(88)}" d="M-.75 -.36C-.5 -.55 -.36 -.85 -.24 -.9L.26 -.9C.4 -.82 .55 -.52 .77 -.35Z"/></g>`
  );
}

/** Kash in front of the eye, out of focus; its plumes hold the light. */
export function kash(scale: number): Promise<Cutout> {
  const random = seeded(63);
  let markup = '';
  for (const [x, height] of [
    [1.46, 0.13],
    [1.55, 0.2],
    [1.64, 0.27],
    [1.73, 0.24],
    [1.82, 0.3],
    [1.95, 0.28],
    [2.1, 0.3],
  ] as const) {
    markup += stand(grass(random, tall(0.16), tall(height), 26), x, 0.05, 36 + random() * 20);
    for (let stem = 0; stem < 7; stem++) {
      const foot = x + (random() - 0.5) * 0.13;
      const top = height * (0.6 + 0.45 * random());
      const bend = top * (0.05 + 0.2 * random());
      markup += `<path fill="none" stroke="${tint(44)}" stroke-width=".0016" d="M${foot} .05Q${foot} ${-top * 0.6} ${foot + bend} ${-top}"/>`;
      markup += plume(random, foot + bend, -top, top * 0.24);
    }
  }
  return cutout(markup, { left: 1.2, right: 2.4, top: -0.4, bottom: 0.06 }, scale, 0.0012);
}

function plume(random: Random, x: number, y: number, length: number): string {
  let wisps = '';
  for (let wisp = 0; wisp < 26; wisp++) {
    const along = random();
    const wide = length * 0.16 * Math.sin(Math.PI * (0.12 + 0.8 * along)) * (random() - 0.35);
    const fromX = x + along * length * 0.3;
    const fromY = y - along * length * 0.8;
    wisps += `M${fromX} ${fromY}q${wide * 0.3} ${-length * 0.06} ${wide + length * 0.05} ${-length * 0.1}`;
  }
  return `<path fill="none" stroke="${tint(110, 70)}" stroke-width=".0022" stroke-linecap="round" d="${wisps}"/>`;
}

/** The first hills on the way, one soft wooded line behind another, higher to the right. */
export function hills(scale: number, seed: number, height: number): Promise<Cutout> {
  const wave = waviness(seed, 3);
  const leaves = waviness(seed + 50, 6);
  const land = (at: number) => {
    const x = at / 1000 - 1;
    const rise = 0.3 + 0.7 / (1 + Math.exp(-(x - 0.95) * 4));
    return 1000 * height * rise * (0.62 + 0.62 * wave(x * 2.6 + seed) + 0.035 * leaves(x * 26));
  };
  const markup = `<g transform="translate(-1 0) scale(.001)"><path fill="${tint(95)}" d="${skyline(3900, 4, 3, land)}"/></g>`;
  return cutout(markup, { ...strip, top: -height * 1.4 }, scale);
}

/** A wooded slope above the lake: rows of spruce from far to near, each a little darker. */
export function slope(scale: number): Promise<Cutout> {
  const random = seeded(71);
  const wave = waviness(34, 5);
  const rise = (x: number) =>
    0.014 +
    0.16 * Math.exp(-(((x - 2.05) / 0.55) ** 2)) +
    0.03 * Math.exp(-(((x - 1.28) / 0.3) ** 2)) +
    0.07 * Math.exp(-(((x + 0.35) / 0.5) ** 2)) +
    0.02 * wave(x * 2.2) * (1 + x) +
    0.012 * wave(x * 7);
  let markup = '';
  const rows = 9;
  for (let row = 0; row < rows; row++) {
    const share = 1 - row / (rows - 1);
    const tone = 42 + 62 * share;
    const height = (x: number) => Math.max(0.002, rise(x) * (0.06 + 0.94 * share));
    markup += `<g transform="translate(-1 0) scale(.001)"><path fill="${tint(tone)}" d="${skyline(3900, 4, 6, (at) => 1000 * height(at / 1000 - 1))}"/></g>`;
    for (let x = -1; x < 2.9; x += 0.006 + random() * 0.009) {
      const size = (0.021 + 0.02 * random() ** 1.6) * (1.15 - 0.3 * share);
      const foot = -height(x) + 0.006;
      markup += stand(spruce(random, tall(size), 1.05), x, foot, tone * (0.58 + 0.34 * random()));
    }
  }
  return cutout(markup, { ...strip, top: -0.26 }, scale);
}

/** The near shore at the right with the cabin whose windows are lit. */
export function shore(scale: number): Promise<Cutout> {
  const random = seeded(83);
  const rise = (x: number) =>
    0.004 + 0.03 * Math.exp(-(((x - 1.95) / 0.34) ** 2)) + 0.012 * Math.exp(-(((x - 1.37) / 0.1) ** 2));
  let markup = '';
  for (let row = 0; row < 3; row++) {
    for (let x = 1.2 + row * 0.03; x < 2.6; x += 0.011 + random() * 0.02) {
      if (row > 0 && Math.abs(x - 1.345) < 0.05) continue;
      const near = 1 - Math.exp(-Math.max(0, x - 1.26) / 0.3);
      const size = (0.028 + 0.13 * near * (0.45 + 0.75 * random())) * (1 - 0.12 * row);
      markup += stand(spruce(random, tall(size)), x, -rise(x) + 0.004, 40 + 22 * random() - row * 7);
    }
  }
  markup += cabin(1.345, -0.009, 0.03);
  markup += `<g transform="translate(-1 0) scale(.001)"><path fill="${tint(46)}" d="${skyline(3900, 4, 5, (at) => {
    const x = at / 1000 - 1;
    return 1000 * (rise(x) * Math.min(1, Math.max(0, (x - 1.15) / 0.1)) - 0.002);
  })}"/></g>`;
  return cutout(markup, { left: 1.1, right: 2.6, top: -0.26, bottom: 0.004 }, scale);
}

function cabin(x: number, y: number, size: number): string {
  const lit = tint(255, 0, 255);
  return (
    `<g transform="translate(${x} ${y}) scale(${size})"><path fill="${tint(50)}" d="M-.8 .2L-.8 -.5L.8 -.5L.8 .2Z"/>` +
    `<path fill="${tint(24, 10)}" d="M-1.02 -.44L-.42 -1.08L.72 -1.08L1.02 -.44Z"/><path fill="${tint(70)}" d="M.3 -1L.3 -1.4L.52 -1.4L.52 -1Z"/>` +
    `<path fill="${lit}" d="M-.55 -.1V-.38H-.2V-.1ZM.12 -.1V-.38H.5V-.1Z"/></g>`
  );
}

/** Spruces close to the eye at the right edge, out of focus. */
export function closeSpruces(scale: number): Promise<Cutout> {
  const random = seeded(95);
  let markup = '';
  for (const [x, height] of [
    [1.61, 0.34],
    [1.69, 0.58],
    [1.76, 0.46],
    [1.83, 0.8],
    [1.95, 0.66],
    [2.08, 0.85],
  ] as const)
    for (let layer = 0; layer < 2; layer++)
      markup += stand(spruce(random, tall(height), 1 + 0.25 * layer), x, 0.1, 24 + random() * 14);
  return cutout(markup, { left: 1.4, right: 2.5, top: -0.8, bottom: 0.06 }, scale, 0.0018);
}
