// The blue hour on a campus in autumn: wet path, maples, an old library lit from within, a student on the way to it.
import { palette as p } from '../palette.ts';
import { seeded } from '../shapes.ts';
import { alpha, blend, type Canvas, fade, glow, haze, height, layer, polygon, width, within } from './canvas.ts';
import { maple } from './maple.ts';
import { person } from './people.ts';
import { clouds, sky } from './sky.ts';
import { type Point, projection } from './space.ts';
import { mirror } from './water.ts';

const horizon = 520;
const at = projection({ horizon, center: 820, focal: 1150, eye: 1.75 });
const front = 62;
const stone = blend(p.deep, '#7d7468', 0.42);
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
  const [x, y] = at(-0.7, 0, 8.2);
  layer(canvas, { blur: 4, share: 0.6 }, (aside) => {
    aside.fillStyle = p.night;
    aside.fill(
      polygon([
        [x - 17, y - 3],
        [x + 19, y - 3],
        [x - 20, y + 190],
        [x - 108, y + 190],
      ]),
    );
  });
  const others: [number, number, number, number][] = [
    [1.1, 24, 1.7, 0.7],
    [1.75, 24.4, 1.62, -0.7],
    [-1.6, 40, 1.75, 0.5],
  ];
  for (const [right, ahead, tall, step] of others) {
    const [otherX, otherY] = at(right, 0, ahead);
    person(canvas, otherX, otherY, (1150 * tall) / ahead, {
      build: tall < 1.65 ? 'woman' : 'man',
      coat: blend(p.deep, p.ink, 0.4),
      legs: p.ink,
      hair: '#14100e',
      skin: '#6d4a3a',
      step,
      light: { color: p.amber, side: 0, share: 0.8, shade: p.night },
    });
  }
  person(canvas, x, y, (1150 * 1.76) / 8.2, {
    build: 'man',
    coat: '#2c5360',
    legs: '#202b36',
    hair: '#15110f',
    skin: '#7c5140',
    pack: '#a83a1e',
    scarf: '#d9a441',
    step: 0.85,
    light: { color: p.amber, side: 0, share: 0.75, shade: p.night },
  });
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

const warm = (canvas: Canvas, left: number, right: number, top: number, low: number) =>
  fade(
    canvas,
    [left, low, right * 0.3 + left * 0.7, top],
    [
      [0, '#fff0c4'],
      [0.4, p.amber],
      [1, blend(p.gold, p.maple, 0.3)],
    ],
  );

function wall(canvas: Canvas, left: number, right: number, top: number, ahead: number, isGabled = false): void {
  const [x0, y0] = at(left, 0, ahead);
  const [x1, y1] = at(right, top, ahead);
  const shape = isGabled
    ? polygon([[x0, y0], [x0, y1], at((left + right) / 2, top + (right - left) * 0.62, ahead), [x1, y1], [x1, y0]])
    : polygon([
        [x0, y0],
        [x0, y1],
        [x1, y1],
        [x1, y0],
      ]);
  within(canvas, shape, () => {
    canvas.fillStyle = fade(
      canvas,
      [0, y1 - 80, 0, y0],
      [
        [0, blend(stone, p.night, 0.72)],
        [0.6, blend(stone, p.night, 0.3)],
        [1, blend(stone, p.gold, 0.3)],
      ],
    );
    canvas.fillRect(x0 - 5, 0, x1 - x0 + 10, height);
    const random = seeded(Math.round(left * 10 + 900));
    for (let block = 0; block < 420; block++) {
      canvas.fillStyle = alpha(random() < 0.5 ? p.night : blend(stone, p.ivory, 0.4), 0.16);
      canvas.fillRect(x0 + random() * (x1 - x0), y1 - 90 + random() * (y0 - y1 + 90), 5 + random() * 9, 3);
    }
  });
}

/** A pointed window with its bars; light stands in it. */
function lancet(
  canvas: Canvas,
  middle: number,
  sill: number,
  wide: number,
  tall: number,
  ahead: number,
  bars: number,
): void {
  const [x0, y0] = at(middle - wide / 2, sill, ahead);
  const [x1] = at(middle + wide / 2, sill, ahead);
  const spring = at(0, sill + tall * 0.62, ahead)[1];
  const top = at(0, sill + tall, ahead)[1];
  const x = (x0 + x1) / 2;
  const shape = new Path2D();
  shape.moveTo(x0, y0);
  shape.lineTo(x0, spring);
  shape.quadraticCurveTo(x0, (spring + top) / 2 - 2, x, top);
  shape.quadraticCurveTo(x1, (spring + top) / 2 - 2, x1, spring);
  shape.lineTo(x1, y0);
  shape.closePath();
  canvas.strokeStyle = blend(stone, p.amber, 0.3);
  canvas.lineWidth = 5;
  canvas.stroke(shape);
  within(canvas, shape, () => {
    canvas.fillStyle = warm(canvas, x0, x1, top, y0);
    canvas.fillRect(x0, top, x1 - x0, y0 - top);
    canvas.fillStyle = alpha(blend(p.maple, p.night, 0.55), 0.42);
    const random = seeded(Math.round(middle * 97) + 3000);
    for (let shelf = 0; shelf < 3; shelf++) {
      const y = y0 - (y0 - top) * (0.06 + shelf * 0.2);
      for (let book = x0; book < x1; book += 3) canvas.fillRect(book, y - 5 - random() * 8, 2.2, 12);
    }
    canvas.strokeStyle = blend(stone, p.night, 0.6);
    canvas.lineWidth = 2;
    for (let bar = 1; bar < bars; bar++) {
      const barX = x0 + ((x1 - x0) * bar) / bars;
      canvas.beginPath();
      canvas.moveTo(barX, y0);
      canvas.lineTo(barX, top);
      canvas.stroke();
    }
    for (const share of [0.3, 0.58]) canvas.strokeRect(x0 - 3, y0 - (y0 - top) * share, x1 - x0 + 6, 0.5);
  });
  glow(canvas, x, (y0 + top) / 2, (y0 - top) * 1.1, p.amber, 0.28);
}

function battlement(canvas: Canvas, left: number, right: number, top: number, teeth: number): void {
  const wide = (right - left) / (teeth * 2 - 1);
  for (let tooth = 0; tooth < teeth; tooth++) {
    wall(canvas, left + tooth * 2 * wide, left + (tooth * 2 + 1) * wide, top + 0.85, front - 1.4);
  }
}

function library(canvas: Canvas): void {
  const roof = (left: number, right: number, low: number, top: number) => {
    canvas.fillStyle = fade(
      canvas,
      [0, at(0, top, front)[1], 0, at(0, low, front)[1]],
      [
        [0, blend(p.night, p.deep, 0.5)],
        [1, blend(p.night, p.lake, 0.35)],
      ],
    );
    canvas.fill(
      polygon([
        at(left - 0.4, low, front),
        at(left + 1.4, top, front),
        at(right - 1.4, top, front),
        at(right + 0.4, low, front),
      ]),
    );
  };
  roof(-27, 27, 9.6, 13.6);
  wall(canvas, -27, 27, 9.8, front);
  for (const middle of [-24, -20, -16, -12, 12, 16, 20, 24]) {
    lancet(canvas, middle, 1.6, 2.2, 6.4, front, 3);
    wall(canvas, middle - 2.2, middle - 1.75, 9.2, front - 0.6);
  }
  wall(canvas, -7.2, 7.2, 21, front - 1);
  for (const side of [-7.6, 7.6]) {
    wall(canvas, side - 1.1, side + 1.1, 23.4, front - 1.4);
    battlement(canvas, side - 1.1, side + 1.1, 23.4, 3);
    for (const sill of [9, 13, 17]) lancet(canvas, side, sill, 0.7, 2.2, front - 1.5, 1);
  }
  battlement(canvas, -6.4, 6.4, 21, 9);
  for (const middle of [-3.6, 0, 3.6]) lancet(canvas, middle, 16.4, 1.9, 3.4, front - 1.1, 2);
  for (const middle of [-3.7, 0, 3.7]) lancet(canvas, middle, 6.2, 2.9, 8.6, front - 1.1, 3);
  lancet(canvas, 0, 0.3, 3.6, 4.7, front - 1.2, 1);
  for (let step = 0; step < 4; step++) {
    canvas.fillStyle = blend(stone, p.gold, 0.4 - step * 0.07);
    const [x0, y0] = at(-4 - step * 0.8, 0.5 - step * 0.14, front - 3 - step);
    const [x1, y1] = at(4 + step * 0.8, 0.36 - step * 0.14, front - 3 - step);
    canvas.fillRect(x0, y0, x1 - x0, Math.max(2, y1 - y0));
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
  for (let leaf = 0; leaf < 34; leaf++) {
    canvas.fillStyle = alpha(tones[4 + Math.floor(random() * 4)] ?? p.maple, 0.85);
    canvas.beginPath();
    const size = 2.5 + random() ** 3 * 10;
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
