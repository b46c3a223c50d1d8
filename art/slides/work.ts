// Sunrise over the prairie: a crew walks out along the wheat, a grain elevator far ahead.
import { palette as p } from '../palette.ts';
import { bird, type Random, seeded, waviness } from '../shapes.ts';
import { alpha, blend, type Canvas, fade, glow, haze, height, layer, path, polygon, width, within } from './canvas.ts';
import { type Look, person } from './people.ts';
import { clouds, sky } from './sky.ts';
import { type Point, projection } from './space.ts';

const horizon = 470;
const at = projection({ horizon, center: 905, focal: 1150, eye: 2.1 });
const sun: Point = [905, 432];

export function work(canvas: Canvas): void {
  sky(canvas, horizon, [
    [0, blend(p.deep, p.lake, 0.75)],
    [0.28, blend(p.lake, p.mist, 0.55)],
    [0.52, blend(p.mist, p.peach, 0.7)],
    [0.76, p.peach],
    [1, p.apricot],
  ]);
  glow(canvas, ...sun, 900, p.sun, 0.75, 0.7);
  clouds(canvas, {
    horizon,
    seed: 33,
    sun: [905, 440],
    cover: -0.06,
    long: 1.7,
    lit: p.peach,
    shade: blend(p.lake, p.rose, 0.5),
    burning: '#fff3d6',
    share: 0.92,
  });
  glow(canvas, ...sun, 380, '#fff0cc', 0.95);
  canvas.fillStyle = '#fffaf0';
  canvas.beginPath();
  canvas.ellipse(sun[0], sun[1], 43, 43, 0, 0, 7);
  canvas.fill();
  geese(canvas);
  plain(canvas);
  elevator(canvas);
  haze(canvas, horizon + 2, 34, p.sun, 0.75);
  field(canvas, seeded(4), 80, 7.6);
  road(canvas);
  crew(canvas);
  field(canvas, seeded(6), 7.6, 2.2);
  glow(canvas, sun[0], sun[1] + 30, 640, p.amber, 0.4, 0.8);
  ears(canvas, seeded(21));
}

function geese(canvas: Canvas): void {
  canvas.fillStyle = alpha(blend(p.deep, p.night, 0.4), 0.8);
  for (let goose = 0; goose < 13; goose++) {
    const arm = goose % 2 ? 1 : -1;
    const far = Math.ceil(goose / 2);
    canvas.save();
    canvas.translate(470 + far * 21 * (arm > 0 ? 1 : 0.86), 190 + arm * far * 8 + far * 2);
    canvas.fill(path(bird(21 - far * 0.6, Math.sin(goose * 2.2) * 0.8)));
    canvas.restore();
  }
}

function plain(canvas: Canvas): void {
  const wave = waviness(12);
  for (const [lift, tint] of [
    [9, blend(p.rose, p.mist, 0.4)],
    [4, blend(p.rose, p.deep, 0.3)],
  ] as const) {
    canvas.fillStyle = tint;
    canvas.beginPath();
    canvas.moveTo(0, horizon + 4);
    for (let x = 0; x <= width; x += 4)
      canvas.lineTo(x, horizon - lift - lift * wave(x * 0.012 + lift) - (wave(x * 0.13 + lift) > 0.25 ? 3 : 0));
    canvas.lineTo(width, horizon + 4);
    canvas.fill();
  }
  canvas.fillStyle = fade(
    canvas,
    [0, horizon, 0, height],
    [
      [0, blend(p.sun, p.gold, 0.5)],
      [0.12, blend(p.gold, p.apricot, 0.4)],
      [0.4, blend(p.gold, '#6b3d1c', 0.5)],
      [1, blend('#3b2417', p.night, 0.5)],
    ],
  );
  canvas.fillRect(0, horizon, width, height);
}

function elevator(canvas: Canvas): void {
  const ahead = 105;
  const face = (left: number, right: number, points: readonly (readonly [number, number])[], tone: string) => {
    const shape = polygon(points.map(([x, up]) => at(x, up, ahead)));
    const [x0] = at(left, 0, ahead);
    const [x1] = at(right, 0, ahead);
    canvas.fillStyle = fade(
      canvas,
      [x0, 0, x1, 0],
      [
        [0, blend(tone, p.sun, 0.7)],
        [0.07, blend(tone, p.apricot, 0.3)],
        [0.5, tone],
        [1, blend(tone, p.deep, 0.3)],
      ],
    );
    canvas.fill(shape);
    within(canvas, shape, () => {
      canvas.fillStyle = alpha(p.night, 0.1);
      for (let x = x0; x < x1; x += 3.4) canvas.fillRect(x, 0, 1, height);
      canvas.fillStyle = fade(
        canvas,
        [0, horizon - 60, 0, horizon + 10],
        [
          [0, p.sun, 0],
          [1, p.sun, 0.35],
        ],
      );
      canvas.fillRect(x0, 0, x1 - x0, height);
    });
  };
  const red = blend(p.maple, p.deep, 0.5);
  const house = (left: number, wide: number, tall: number, tone: string) => {
    const right = left + wide;
    const middle = left + wide / 2;
    face(
      left,
      right,
      [
        [left, 0],
        [left, tall],
        [left + wide * 0.24, tall * 1.13],
        [left + wide * 0.24, tall * 1.32],
        [middle, tall * 1.42],
        [right - wide * 0.24, tall * 1.32],
        [right - wide * 0.24, tall * 1.13],
        [right, tall],
        [right, 0],
      ],
      tone,
    );
  };
  house(13.5, 9.5, 17, red);
  face(
    23,
    28,
    [
      [23, 0],
      [23, 7],
      [25.5, 9],
      [28, 7],
      [28, 0],
    ],
    blend(red, p.night, 0.3),
  );
  house(29.5, 8, 14, blend(red, p.lake, 0.35));
  for (const left of [39, 44])
    face(
      left,
      left + 4.6,
      [
        [left, 0],
        [left, 10],
        [left + 2.3, 12.4],
        [left + 4.6, 10],
        [left + 4.6, 0],
      ],
      blend(p.deep, p.mist, 0.35),
    );
  face(
    7.6,
    12.6,
    [
      [7.6, 0],
      [7.6, 3.4],
      [10, 5.4],
      [12.6, 3.4],
      [12.6, 0],
    ],
    blend(red, p.deep, 0.4),
  );
  canvas.fillStyle = alpha(blend(p.deep, p.rose, 0.3), 0.75);
  for (let pole = 0; pole < 8; pole++) {
    const [x, y] = at(-9 - pole * 1.5, 0, 22 + pole * 13);
    const top = at(-9 - pole * 1.5, 8.5, 22 + pole * 13)[1];
    const thick = Math.max(1, 150 / (22 + pole * 13) / 1.4);
    canvas.fillRect(x - thick / 2, top, thick, y - top);
    canvas.fillRect(x - thick * 4.5, top + thick * 2, thick * 9, Math.max(1, thick * 0.6));
    const [nextX, nextY] = [at(-10.5 - pole * 1.5, 0, 35 + pole * 13)[0], at(0, 8.5, 35 + pole * 13)[1]];
    canvas.strokeStyle = alpha(p.deep, 0.4);
    canvas.lineWidth = 0.9;
    canvas.beginPath();
    canvas.moveTo(x, top + thick * 2);
    canvas.quadraticCurveTo((x + nextX) / 2, Math.max(top, nextY) + 14 - pole, nextX, nextY + 2);
    canvas.stroke();
  }
}

const edgeAt = (side: number, ahead: number): Point => at(side * 2.15 + Math.sin(ahead * 0.045) * 1.1 - 0.9, 0, ahead);

function road(canvas: Canvas): void {
  const [left, right]: [Point[], Point[]] = [[], []];
  for (let ahead = 1.9; ahead < 95; ahead *= 1.12) {
    left.push(edgeAt(-1, ahead));
    right.unshift(edgeAt(1, ahead));
  }
  within(canvas, polygon([...left, ...right], true), () => {
    canvas.fillStyle = fade(
      canvas,
      [0, horizon, 0, height],
      [
        [0, '#fff0cf'],
        [0.14, blend(p.sun, p.apricot, 0.5)],
        [0.42, '#a9713f'],
        [1, blend('#5d3c22', p.night, 0.5)],
      ],
    );
    canvas.fillRect(0, horizon, width, height);
    const random = seeded(88);
    for (let rut = 0; rut < 1400; rut++) {
      const ahead = 2 + random() ** 2 * 50;
      const side = (random() - 0.5) * 2;
      const track = Math.exp(-(((Math.abs(side) - 0.48) / 0.16) ** 2));
      const [x, y] = edgeAt(side, ahead);
      canvas.fillStyle = alpha(random() < 0.35 + track * 0.4 ? '#4a2d20' : p.sun, 0.22);
      canvas.beginPath();
      canvas.ellipse(x, y, (60 + random() * 160) / ahead, 14 / ahead, 0, 0, 7);
      canvas.fill();
    }
    canvas.fillStyle = alpha('#6d5a26', 0.6);
    for (let tuft = 0; tuft < 500; tuft++) {
      const ahead = 2 + random() ** 2 * 40;
      const [x, y] = edgeAt((random() - 0.5) * 0.34, ahead);
      canvas.fillRect(x, y - (70 * random()) / ahead, 9 / ahead, 80 / ahead);
    }
  });
}

function crew(canvas: Canvas): void {
  const morning: Look['light'] = { color: '#ffe9b0', side: 0, share: 0.95, shade: '#1c2024' };
  const common = { legs: '#2a3140', hair: '#17110e', skin: '#7d4d36', light: morning };
  const people: readonly [number, number, number, Look][] = [
    [-0.15, 12.6, 1.7, { ...common, build: 'woman', coat: '#8f3a22', hat: 'brim', hatColor: '#c79a55', step: -0.7 }],
    [-1.5, 11.2, 1.78, { ...common, build: 'man', coat: '#2d5a5c', hat: 'cap', hatColor: '#27404a', step: 0.8 }],
    [
      -2.25,
      8.8,
      1.74,
      {
        ...common,
        build: 'man',
        coat: '#b5762d',
        hat: 'brim',
        hatColor: '#a87f45',
        step: -0.9,
        rightHand: [0.13, 0.86],
      },
    ],
    [
      -1.2,
      8.1,
      1.64,
      { ...common, build: 'woman', coat: '#31596a', hat: 'tuque', hatColor: '#a83a1e', pack: '#584634', step: 0.85 },
    ],
    [
      -0.1,
      8.5,
      1.8,
      {
        ...common,
        build: 'man',
        coat: '#5b4636',
        hat: 'cap',
        hatColor: '#7d2f1c',
        step: 0.8,
        rightHand: [0.165, 0.46],
      },
    ],
  ];
  layer(canvas, { blur: 4, share: 0.62 }, (aside) => {
    aside.fillStyle = '#2a1a16';
    for (const [right, ahead, tall] of people) {
      const [x, y] = at(right, 0, ahead);
      const [endX, endY] = at(right * 1.02 - 0.05, 0, ahead * 0.56);
      aside.fill(
        polygon([
          [x - 13, y - 3],
          [x + 13, y - 3],
          [endX + tall * 15, endY],
          [endX - tall * 15, endY],
        ]),
      );
    }
  });
  for (const [right, ahead, tall, look] of people) {
    const [x, y] = at(right, 0, ahead);
    glow(canvas, x, y - 4, 52, p.sun, 0.4, 0.3);
    person(canvas, x, y, (1150 * tall) / ahead, look);
  }
  shovel(canvas, at(-2.12, 1.46, 8.8), at(-2.5, 2.25, 8.8), at(-1.96, 1.08, 8.8));
  const [bagX, bagY] = at(0.2, 0.74, 8.5);
  canvas.fillStyle = fade(
    canvas,
    [bagX - 14, 0, bagX + 16, 0],
    [
      [0, '#1d2a33'],
      [0.8, '#7d2f1c'],
      [1, '#ffd58a'],
    ],
  );
  canvas.fillRect(bagX - 14, bagY, 30, 24);
}

function shovel(canvas: Canvas, grip: Point, blade: Point, low: Point): void {
  canvas.lineCap = 'round';
  for (const [tone, thick, shift] of [
    ['#2a1d16', 4.5, 0],
    ['#f3c27a', 1.4, 1.4],
  ] as const) {
    canvas.strokeStyle = tone;
    canvas.lineWidth = thick;
    canvas.beginPath();
    canvas.moveTo(low[0] + shift, low[1]);
    canvas.lineTo(grip[0] + shift, grip[1]);
    canvas.lineTo(blade[0] + shift, blade[1]);
    canvas.stroke();
  }
  canvas.save();
  canvas.translate(...blade);
  canvas.rotate(-0.42);
  canvas.fillStyle = '#33312f';
  canvas.fill(
    polygon(
      [
        [-8, 4],
        [-9, -16],
        [0, -30],
        [9, -16],
        [8, 4],
      ],
      true,
    ),
  );
  canvas.fillStyle = alpha(p.sun, 0.7);
  canvas.fill(
    polygon(
      [
        [5, 2],
        [6, -16],
        [1, -29],
        [9, -16],
        [8, 4],
      ],
      true,
    ),
  );
  canvas.restore();
}

/** Wheat from `far` to `near`: stalks against the light, lit through at their tips. */
function field(canvas: Canvas, random: Random, far: number, near: number): void {
  const wave = waviness(3);
  for (let ahead = far; ahead > near; ahead *= 0.982) {
    const half = 900 / ahead + 3;
    const count = Math.round(170 + 22 * ahead ** 0.5);
    const share = Math.min(1, 3.2 / ahead + 0.35);
    const [leftEdge] = edgeAt(-1.06, ahead);
    const [rightEdge] = edgeAt(1.06, ahead);
    for (let stalk = 0; stalk < count; stalk++) {
      const x = (random() - 0.5) * 2 * half;
      const [footX, footY] = at(x, 0, ahead);
      if ((footX > leftEdge && footX < rightEdge) || footX < -20 || footX > width + 20) continue;
      const tall = (0.72 + 0.2 * random() + 0.14 * wave(x * 0.16 + ahead * 0.09)) * (1150 / ahead);
      const lean = tall * (0.12 + 0.16 * wave(x * 0.09 + ahead * 0.05) + 0.1 * (random() - 0.5));
      const warmth = Math.exp(-Math.abs(footX - sun[0]) / 620);
      const base = blend(blend('#4b2f18', p.night, 0.25), p.gold, Math.min(0.8, ahead / 45) * (0.4 + warmth * 0.6));
      const tip = blend(blend(p.gold, '#8a5a24', 0.4), p.sun, warmth * (0.55 + 0.45 * random()));
      canvas.globalAlpha = share;
      canvas.strokeStyle = base;
      canvas.lineWidth = Math.max(0.7, 11 / ahead);
      canvas.beginPath();
      canvas.moveTo(footX, footY);
      canvas.quadraticCurveTo(footX, footY - tall * 0.6, footX + lean, footY - tall);
      canvas.stroke();
      canvas.fillStyle = tip;
      canvas.beginPath();
      canvas.ellipse(
        footX + lean * 1.12,
        footY - tall * 1.05,
        Math.max(0.8, 15 / ahead),
        Math.max(1.6, 72 / ahead),
        0.3 + lean / tall,
        0,
        7,
      );
      canvas.fill();
    }
  }
  canvas.globalAlpha = 1;
}

function ears(canvas: Canvas, random: Random): void {
  layer(canvas, { blur: 1.6 }, (aside) => {
    for (let stalk = 0; stalk < 64; stalk++) {
      const side = stalk % 2 ? 1 : -1;
      const out = random() ** 0.8;
      const x = side < 0 ? 420 - out * 470 : 1220 + out * 420;
      const tall = 150 + out * 210 * random() + 40 * random();
      const lean = (random() - 0.25) * 90;
      const tone = blend('#3a2415', p.gold, 0.08 + random() * 0.12);
      aside.strokeStyle = tone;
      aside.lineWidth = 3;
      aside.beginPath();
      aside.moveTo(x, height + 10);
      aside.quadraticCurveTo(x, height - tall * 0.6, x + lean, height - tall);
      aside.stroke();
      ear(aside, random, x + lean, height - tall, Math.atan2(lean, tall * 0.6));
    }
  });
}

function ear(canvas: Canvas, random: Random, x: number, y: number, turn: number): void {
  canvas.save();
  canvas.translate(x, y);
  canvas.rotate(turn);
  for (let grain = 0; grain < 9; grain++) {
    for (const side of [-1, 1]) {
      canvas.fillStyle = blend('#7a4a1c', p.gold, random() * 0.8);
      canvas.beginPath();
      canvas.ellipse(side * 4.4, -grain * 7.5, 4, 7.5, side * 0.4, 0, 7);
      canvas.fill();
      canvas.strokeStyle = alpha(p.gold, 0.6);
      canvas.lineWidth = 0.9;
      canvas.beginPath();
      canvas.moveTo(side * 5, -grain * 7.5 - 5);
      canvas.lineTo(side * (12 + grain), -grain * 7.5 - 42);
      canvas.stroke();
    }
  }
  canvas.restore();
}
