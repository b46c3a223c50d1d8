// Sunrise over the prairie: a crew walks out along the wheat, a grain elevator far ahead.
import { palette as p } from '../palette.ts';
import { bird, seeded } from '../shapes.ts';
import { alpha, blend, type Canvas, fade, glow, haze, layer, path, polygon } from './canvas.ts';
import { type Look, person } from './people.ts';
import { at, elevator, horizon, plain, road, sun } from './prairie.ts';
import { clouds, sky } from './sky.ts';
import type { Point } from './space.ts';
import { ears, field } from './wheat.ts';

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
  field(canvas, seeded(4), 112, 7.6);
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

function crew(canvas: Canvas): void {
  const morning: Look['light'] = { color: '#ffe9b0', side: 0, share: 0.95, shade: '#1c2024' };
  const common = { legs: '#2a3140', hair: '#17110e', skin: '#7d4d36', light: morning };
  const people: readonly [number, number, number, Look][] = [
    [
      0.32,
      12.6,
      1.7,
      { ...common, build: 'woman', coat: '#8f3a22', hat: 'brim', hatColor: '#c79a55', step: -0.7, facing: 0.5 },
    ],
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
        facing: 0.7,
        rightHand: [0.085, 0.77],
      },
    ],
    [
      -1.2,
      8.1,
      1.64,
      {
        ...common,
        build: 'man',
        coat: '#31596a',
        hat: 'tuque',
        hatColor: '#b5421f',
        pack: '#6b4a2c',
        step: 0.85,
        facing: -0.6,
      },
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
  shovel(canvas, at(-2.13, 1.34, 8.8), at(-2.62, 2.2, 8.8), at(-2, 1.08, 8.8));
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
