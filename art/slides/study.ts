// The blue hour on a campus in autumn: wet path, maples, an old library lit from within, its door open to whoever comes.
import { palette as p } from '../palette.ts';
import { seeded } from '../shapes.ts';
import { alpha, blend, type Canvas, fade, glow, haze, height, layer, polygon, width, within } from './canvas.ts';
import { at, front, horizon, library } from './library.ts';
import { maple } from './maple.ts';
import { clouds, sky } from './sky.ts';
import type { Point } from './space.ts';
import { mirror } from './water.ts';

const door: Point = at(0, 2.5, front);

export function study(canvas: Canvas): void {
  const random = seeded(42);
  sky(canvas, horizon, [
    [0, p.night],
    [0.3, blend(p.night, p.deep, 0.85)],
    [0.62, blend(p.deep, p.lake, 0.75)],
    [0.84, blend(p.lake, p.apricot, 0.42)],
    [1, blend(p.apricot, p.rose, 0.35)],
  ]);
  clouds(canvas, {
    horizon,
    seed: 12,
    sun: [420, 560],
    cover: -0.12,
    long: 2.1,
    lit: p.rose,
    shade: blend(p.deep, p.night, 0.4),
    burning: p.apricot,
    share: 0.75,
  });
  stars(canvas, seeded(5));
  farWoods(canvas, seeded(15));
  library(canvas);
  haze(canvas, horizon + 8, 40, blend(p.lake, p.apricot, 0.5), 0.35);
  lawn(canvas, seeded(8));
  trees(canvas, random);
  path(canvas);
  lamps(canvas);
  fallen(canvas, seeded(19));
  glow(canvas, door[0], door[1], 480, p.gold, 0.22, 0.8);
  drifting(canvas, seeded(66));
}

function stars(canvas: Canvas, random: () => number): void {
  for (let star = 0; star < 60; star++) {
    canvas.fillStyle = alpha(p.ivory, random() * 0.55);
    const size = 0.8 + random() * 1.3;
    canvas.fillRect(random() * width, random() * 260, size, size);
  }
}

function farWoods(canvas: Canvas, random: () => number): void {
  for (const [tint, high, share] of [
    [blend(p.lake, p.rose, 0.3), 66, 0.5],
    [blend(p.deep, p.maple, 0.2), 46, 0.85],
  ] as const) {
    layer(canvas, { blur: 1.5, share }, (aside) => {
      aside.fillStyle = tint;
      for (let x = -20; x < width + 20; x += 9) {
        const tall = high * (0.6 + random() * 0.6);
        aside.beginPath();
        aside.ellipse(x, horizon + 8 - tall * 0.5, 14 + random() * 18, tall * 0.62, 0, 0, 7);
        aside.fill();
      }
    });
  }
}

const pathLine = (side: number, ahead: number): Point =>
  at(side * (2.25 + 14 / ahead ** 1.2) + Math.sin(ahead * 0.06) * 0.5, 0, ahead);

function pathShape() {
  const [left, right]: [Point[], Point[]] = [[], []];
  for (let ahead = 2.2; ahead < front; ahead *= 1.16) {
    left.push(pathLine(-1, ahead));
    right.unshift(pathLine(1, ahead));
  }
  return polygon([...left, ...right]);
}

function path(canvas: Canvas): void {
  within(canvas, pathShape(), () => {
    canvas.fillStyle = p.night;
    canvas.fillRect(0, horizon, width, height);
    const shore = Math.round(at(0, 0, front - 6)[1]);
    mirror(canvas, { shore, seed: 4, ripple: 9, stretch: 1.25, bright: [0.85, 0.72] });
    canvas.fillStyle = fade(
      canvas,
      [0, shore, 0, height],
      [
        [0, p.gold, 0.16],
        [0.4, p.deep, 0.26],
        [1, p.night, 0.5],
      ],
    );
    canvas.fillRect(0, shore, width, height);
    const random = seeded(2);
    for (let row = 3; row < 50; row *= 1.055) {
      canvas.fillStyle = alpha(p.night, 0.2);
      const y = at(0, 0, row)[1];
      canvas.fillRect(0, y, width, 7 / row);
      for (let joint = -3; joint < 3; joint += 0.5) {
        const [x] = at(joint + random() * 0.4, 0, row);
        canvas.fillRect(x, y, 5 / row, 60 / row);
      }
    }
  });
}

function lawn(canvas: Canvas, random: () => number): void {
  const top = at(0, 0, front)[1];
  canvas.fillStyle = fade(
    canvas,
    [0, top, 0, height],
    [
      [0, blend(p.deep, p.gold, 0.26)],
      [0.2, blend(p.deep, p.night, 0.3)],
      [1, blend(p.night, p.ink, 0.6)],
    ],
  );
  canvas.fillRect(0, top - 1, width, height);
  for (let blade = 0; blade < 9000; blade++) {
    const near = random() ** 2;
    const y = top + near * (height - top);
    canvas.strokeStyle = alpha(
      blend(p.deep, random() < 0.3 ? p.gold : p.lake, 0.3 + random() * 0.3),
      0.3 * (1 - near * 0.6),
    );
    canvas.lineWidth = 0.6 + near * 1.2;
    const x = random() * width;
    canvas.beginPath();
    canvas.moveTo(x, y);
    canvas.lineTo(x + (random() - 0.5) * 8 * near, y - 3 - near * 16);
    canvas.stroke();
  }
}

const tones = ['#1a1d26', '#3a1d1f', '#6b2418', '#96301a', p.maple, '#e0642a', p.gold, p.amber];

function trees(canvas: Canvas, random: () => number): void {
  for (const [right, ahead, tall] of [
    [-13, 46, 11],
    [12.5, 44, 11],
    [-10.5, 31, 10],
    [11, 29, 10.5],
    [-8.2, 19.5, 10],
    [9.4, 18, 10],
    [-7.2, 11.5, 9.4],
    [8.4, 10.4, 9.6],
  ] as const) {
    const [x, y] = at(right, 0, ahead);
    const pixels = (1150 * tall) / ahead;
    maple(canvas, random, {
      x,
      y,
      tall: pixels,
      tones,
      bark: blend(p.night, '#2a1a16', 0.5),
      barkLit: p.gold,
      leaf: Math.max(2, 62 / ahead + 1.2),
      lamp: [820 + (x - 820) * 0.42, horizon - 900 / ahead],
      reach: 150 + 4200 / ahead,
    });
  }
}

function lamps(canvas: Canvas): void {
  for (const [right, ahead] of [
    [-4.1, 40],
    [4.2, 34],
    [-4.4, 22],
    [4.6, 15.5],
  ] as const) {
    const [x, low] = at(right, 0, ahead);
    const top = at(right, 3.5, ahead)[1];
    canvas.fillStyle = p.ink;
    canvas.fillRect(x - 26 / ahead, top, 52 / ahead, low - top);
    canvas.fillRect(x - 120 / ahead, low - 200 / ahead, 240 / ahead, 200 / ahead);
    glow(canvas, x, top, 3000 / ahead, p.amber, 0.75);
    glow(canvas, x, low, 3400 / ahead, p.gold, 0.45, 0.2);
    canvas.fillStyle = '#fff4d2';
    canvas.beginPath();
    canvas.ellipse(x, top, 190 / ahead, 230 / ahead, 0, 0, 7);
    canvas.fill();
  }
}

function fallen(canvas: Canvas, random: () => number): void {
  for (let leaf = 0; leaf < 1500; leaf++) {
    const ahead = 2.4 + random() ** 1.6 * 40;
    const side = (random() + random() - 1) * 13;
    if (Math.abs(side) < 2.4 && random() < 0.72) continue;
    const [x, y] = at(side, 0, ahead);
    canvas.fillStyle = alpha(tones[2 + Math.floor(random() * 5)] ?? p.maple, 0.9);
    canvas.beginPath();
    canvas.ellipse(x, y, 62 / ahead, 24 / ahead, random() * 3, 0, 7);
    canvas.fill();
  }
}

function drifting(canvas: Canvas, random: () => number): void {
  for (let leaf = 0; leaf < 22; leaf++) {
    canvas.fillStyle = alpha(tones[4 + Math.floor(random() * 4)] ?? p.maple, 0.85);
    canvas.beginPath();
    const size = 2.2 + random() ** 3 * 7;
    canvas.ellipse(
      140 + random() * 1320,
      120 + random() * 520,
      size,
      size * (0.3 + random() * 0.4),
      random() * 3,
      0,
      7,
    );
    canvas.fill();
  }
}
