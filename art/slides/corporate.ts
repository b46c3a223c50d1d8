// A harbour city at blue hour, seen from a terrace: colleagues with their cases, a train on its bridge, a plane's trail.
import { palette as p } from '../palette.ts';
import { type Random, seeded } from '../shapes.ts';
import { alpha, blend, type Canvas, fade, glow, haze, height, layer, polygon, width, within } from './canvas.ts';
import { suitcase } from './luggage.ts';
import { type Look, person } from './people.ts';
import { clouds, sky } from './sky.ts';
import { projection } from './space.ts';
import { glitter, mirror } from './water.ts';

const shore = 520;
const focal = 1150;
const at = projection({ horizon: 478, center: 800, focal, eye: 2.2 });

export function corporate(canvas: Canvas): void {
  sky(canvas, shore, [
    [0, p.night],
    [0.26, blend(p.night, p.deep, 0.8)],
    [0.52, blend(p.deep, p.lake, 0.7)],
    [0.72, blend(p.lake, p.rose, 0.45)],
    [0.88, blend(p.rose, p.apricot, 0.6)],
    [1, p.peach],
  ]);
  clouds(canvas, {
    horizon: shore,
    seed: 51,
    sun: [620, 530],
    cover: -0.14,
    long: 2.4,
    lit: p.rose,
    shade: blend(p.deep, p.rose, 0.25),
    burning: p.apricot,
    share: 0.8,
  });
  glow(canvas, 620, 505, 620, p.apricot, 0.55, 0.55);
  trail(canvas);
  const random = seeded(17);
  towers(canvas, random, 64, 150, 0.62, blend(blend(p.lake, p.rose, 0.5), p.deep, 0.25), 0.18);
  haze(canvas, shore - 20, 90, blend(p.rose, p.apricot, 0.5), 0.5);
  towers(canvas, random, 40, 250, 0.3, blend(p.deep, p.lake, 0.35), 0.45);
  needle(canvas);
  haze(canvas, shore, 70, blend(p.rose, p.gold, 0.4), 0.4);
  towers(canvas, random, 26, 200, 0.1, blend(p.night, p.deep, 0.5), 0.62);
  quay(canvas, seeded(29));
  train(canvas);
  mirror(canvas, { shore, seed: 25, ripple: 26, stretch: 1.15, bright: [0.95, 0.75] });
  canvas.fillStyle = fade(
    canvas,
    [0, shore, 0, 800],
    [
      [0, p.peach, 0.1],
      [0.25, p.deep, 0.2],
      [1, p.night, 0.6],
    ],
  );
  canvas.fillRect(0, shore, width, height - shore);
  glitter(canvas, seeded(6), { x: 620, shore, color: p.amber, count: 260, spread: 420 });
  haze(canvas, shore, 8, p.sun, 0.5);
  ferry(canvas);
  terrace(canvas);
  people(canvas);
  lanterns(canvas);
}

function trail(canvas: Canvas): void {
  const [from, to] = [
    [1015, 330],
    [1330, 96],
  ] as const;
  layer(canvas, { blur: 1.6 }, (aside) => {
    aside.lineCap = 'round';
    for (const shift of [-2.6, 2.6]) {
      aside.strokeStyle = fade(
        aside,
        [...from, ...to],
        [
          [0, p.rose, 0],
          [0.6, p.apricot, 0.55],
          [1, p.ivory, 0.95],
        ],
      );
      aside.lineWidth = 2.6;
      aside.beginPath();
      aside.moveTo(from[0] + shift, from[1] + shift);
      aside.lineTo(to[0] + shift, to[1] + shift);
      aside.stroke();
    }
  });
  canvas.save();
  canvas.translate(to[0] + 12, to[1] - 9);
  canvas.rotate(-0.64);
  canvas.fillStyle = p.ivory;
  canvas.fill(
    polygon(
      [
        [-15, -1.6],
        [12, -1.8],
        [17, 0],
        [12, 1.8],
        [-15, 1.6],
      ],
      true,
    ),
  );
  canvas.fill(
    polygon([
      [2, 0],
      [-8, -14],
      [-4, -14],
      [7, 0],
      [-4, 14],
      [-8, 14],
    ]),
  );
  canvas.fill(
    polygon([
      [-12, 0],
      [-17, -5],
      [-14, -5],
      [-9, 0],
      [-14, 5],
      [-17, 5],
    ]),
  );
  canvas.restore();
}

/** A row of towers, highest in the middle of town; their windows are lit here and there. */
function towers(
  canvas: Canvas,
  random: Random,
  count: number,
  high: number,
  floor: number,
  tone: string,
  lights: number,
): void {
  for (let tower = 0; tower < count; tower++) {
    const x = -30 + ((width + 60) * (tower + random() * 0.9)) / count;
    const town = 0.28 + 0.9 * Math.exp(-(((x - 900) / 430) ** 2)) + 0.32 * Math.exp(-(((x - 330) / 170) ** 2));
    const tall = high * town * (floor + (1.15 - floor) * random());
    const wide = (width / count) * (0.55 + random() * 0.75);
    block(canvas, random, x, tall, wide, tone, lights);
  }
}

function block(
  canvas: Canvas,
  random: Random,
  x: number,
  tall: number,
  wide: number,
  tone: string,
  lights: number,
): void {
  const top = shore - tall;
  const form = random();
  const shape =
    form < 0.2
      ? polygon([
          [x, shore],
          [x, top + wide * 0.4],
          [x + wide, top],
          [x + wide, shore],
        ])
      : form < 0.42
        ? polygon([
            [x, shore],
            [x, top + tall * 0.2],
            [x + wide * 0.18, top + tall * 0.2],
            [x + wide * 0.18, top],
            [x + wide * 0.82, top],
            [x + wide * 0.82, top + tall * 0.12],
            [x + wide, top + tall * 0.12],
            [x + wide, shore],
          ])
        : polygon([
            [x, shore],
            [x, top],
            [x + wide, top],
            [x + wide, shore],
          ]);
  if (form > 0.82) {
    canvas.fillStyle = tone;
    canvas.fillRect(x + wide * 0.48, top - tall * 0.14, 1.6, tall * 0.14);
  }
  within(canvas, shape, () => {
    const toSun = x < 620 ? 1 : -1;
    canvas.fillStyle = fade(
      canvas,
      [0, top, 0, shore],
      [
        [0, blend(tone, p.night, 0.25)],
        [1, blend(tone, p.rose, 0.32)],
      ],
    );
    canvas.fillRect(x, top, wide, tall);
    canvas.fillStyle = fade(canvas, toSun > 0 ? [x + wide, 0, x + wide * 0.45, 0] : [x, 0, x + wide * 0.55, 0], [
      [0, p.apricot, 0.5],
      [0.4, p.rose, 0.22],
      [1, p.rose, 0],
    ]);
    canvas.fillRect(x, top, wide, tall);
    const [stepX, stepY] = [4.6, 5.6];
    const isBanded = random() < 0.35;
    for (let y = top + 5; y < shore - 4; y += stepY) {
      const busy = random();
      for (let at = x + 2.5; at < x + wide - 3; at += stepX) {
        if (random() > lights * (isBanded ? (busy < 0.4 ? 1.5 : 0.15) : 0.72)) continue;
        canvas.fillStyle = alpha(
          random() < 0.72 ? p.amber : random() < 0.5 ? p.sun : blend(p.mist, p.ivory, 0.5),
          0.35 + 0.65 * random(),
        );
        canvas.fillRect(at, y, stepX - 1.7, stepY - 2.6);
      }
    }
  });
}

function needle(canvas: Canvas): void {
  const x = 1012;
  const tone = fade(
    canvas,
    [x - 16, 0, x + 16, 0],
    [
      [0, blend(p.apricot, p.rose, 0.4)],
      [0.4, blend(p.deep, p.rose, 0.25)],
      [1, blend(p.deep, p.night, 0.5)],
    ],
  );
  canvas.fillStyle = tone;
  canvas.fill(
    polygon([
      [x - 11, shore],
      [x - 4, 260],
      [x - 2.6, 196],
      [x - 0.8, 190],
      [x - 0.5, 112],
      [x + 0.5, 112],
      [x + 0.8, 190],
      [x + 2.6, 196],
      [x + 4, 260],
      [x + 11, shore],
    ]),
  );
  canvas.fill(
    polygon([
      [x - 8, 250],
      [x - 19, 240],
      [x - 19, 229],
      [x - 11, 222],
      [x + 11, 222],
      [x + 19, 229],
      [x + 19, 240],
      [x + 8, 250],
    ]),
  );
  canvas.fillStyle = p.amber;
  canvas.fillRect(x - 18, 233, 36, 2.6);
  glow(canvas, x, 235, 62, p.amber, 0.7);
  glow(canvas, x, 113, 26, p.maple, 0.9);
}

function quay(canvas: Canvas, random: Random): void {
  canvas.fillStyle = blend(p.night, p.deep, 0.35);
  canvas.beginPath();
  canvas.moveTo(-10, shore + 1);
  for (let x = -10; x < width + 20; x += 11) canvas.lineTo(x, shore - 7 - random() * 11 * (Math.sin(x * 0.013) + 1.2));
  canvas.lineTo(width + 20, shore + 1);
  canvas.fill();
  for (let lamp = 0; lamp < 90; lamp++) {
    const x = random() * width;
    glow(canvas, x, shore - 4 - random() * 5, 11 + random() * 12, random() < 0.85 ? p.amber : p.rose, 0.95);
  }
}

/** A lit train crossing a low bridge into town. */
function train(canvas: Canvas): void {
  const y = shore - 30;
  canvas.fillStyle = blend(p.night, p.deep, 0.25);
  canvas.fillRect(-10, y + 12, 560, 5);
  for (let pier = 10; pier < 560; pier += 62) {
    canvas.fill(
      polygon([
        [pier - 4, y + 15],
        [pier + 40, y + 15],
        [pier + 27, y + 21],
        [pier + 22, shore],
        [pier + 14, shore],
        [pier + 9, y + 21],
      ]),
    );
  }
  for (let car = 0; car < 6; car++) {
    const x = 96 + car * 66;
    canvas.fillStyle = fade(
      canvas,
      [0, y - 4, 0, y + 12],
      [
        [0, blend(p.ivory, p.rose, 0.4)],
        [0.5, blend('#0a5c4b', p.night, 0.3)],
        [1, p.night],
      ],
    );
    canvas.beginPath();
    canvas.roundRect(x, y - 5, 63, 17, car === 5 ? [3, 13, 3, 3] : 3);
    canvas.fill();
    canvas.fillStyle = '#ffe9b0';
    for (let window = 0; window < 9; window++) canvas.fillRect(x + 4.5 + window * 6.3, y - 0.5, 4.6, 5);
    glow(canvas, x + 32, y + 3, 46, p.amber, 0.4, 0.5);
  }
  glow(canvas, 492, y + 6, 62, '#fff1c9', 0.95, 0.5);
}

function ferry(canvas: Canvas): void {
  const [x, y] = [1205, 572];
  canvas.fillStyle = blend(p.night, p.deep, 0.4);
  canvas.fill(
    polygon([
      [x - 62, y - 10],
      [x + 66, y - 10],
      [x + 56, y + 4],
      [x - 54, y + 4],
    ]),
  );
  canvas.fillStyle = blend(p.ivory, p.deep, 0.42);
  canvas.fillRect(x - 48, y - 23, 92, 13);
  canvas.fillRect(x - 26, y - 33, 44, 10);
  canvas.fillStyle = p.amber;
  for (let window = 0; window < 13; window++) canvas.fillRect(x - 45 + window * 6.8, y - 20, 4.4, 5);
  for (let window = 0; window < 5; window++) canvas.fillRect(x - 22 + window * 8, y - 30, 5, 4.4);
  glow(canvas, x, y - 16, 80, p.amber, 0.4, 0.6);
  for (let streak = 0; streak < 26; streak++) {
    canvas.fillStyle = alpha(p.amber, 0.3 * (1 - streak / 26));
    canvas.fillRect(x - 46 + Math.sin(streak * 4.7) * 9, y + 6 + streak * 3, 88 - streak * 1.6, 1.4);
  }
}

function terrace(canvas: Canvas): void {
  const back = 9.6;
  const edge = at(0, 0, back)[1];
  canvas.fillStyle = fade(
    canvas,
    [0, edge, 0, height],
    [
      [0, blend(p.deep, p.rose, 0.25)],
      [0.3, blend(p.deep, p.night, 0.6)],
      [1, blend(p.night, p.ink, 0.6)],
    ],
  );
  canvas.fillRect(0, edge, width, height);
  for (let ahead = back; ahead > 3.6; ahead -= 0.3) {
    const [, y] = at(0, 0, ahead);
    canvas.fillStyle = alpha(p.apricot, 0.22 * (ahead / back) ** 2);
    canvas.fillRect(0, y, width, Math.max(1, 10 / ahead));
  }
  for (const [x, share] of [
    [620, 0.5],
    [1012, 0.28],
  ] as const)
    glow(canvas, x, edge + 12, 430, p.apricot, share, 0.22);
  const top = at(0, 1.08, back)[1];
  canvas.fillStyle = alpha(blend(p.mist, p.lake, 0.4), 0.1);
  canvas.fillRect(0, top, width, edge - top);
  canvas.fillStyle = p.night;
  for (let post = -8; post <= 8; post += 1.6) {
    const [x] = at(post + 0.4, 0, back);
    canvas.fillRect(x - 3, top, 6, edge - top + 4);
    canvas.fillStyle = alpha(p.apricot, 0.7);
    canvas.fillRect(x - 3, top, 1.4, edge - top);
    canvas.fillStyle = p.night;
  }
  canvas.fillRect(0, top - 3, width, 8);
  canvas.fillStyle = alpha(p.sun, 0.75);
  canvas.fillRect(0, top - 3, width, 1.8);
}

const dusk: Look['light'] = { color: '#ffd79a', side: 0, share: 0.85, shade: '#0a1d28' };

function people(canvas: Canvas): void {
  const common = { hair: '#14100e', skin: '#7c5140', light: dusk };
  const team: readonly [number, number, number, Look, number | null][] = [
    [
      -1.55,
      6.7,
      1.66,
      { ...common, build: 'woman', coat: '#8f3020', legs: '#1c2630', facing: 1, rightHand: [0.16, 0.47] },
      0.3,
    ],
    [-0.62, 6.9, 1.8, { ...common, build: 'man', coat: '#24505a', legs: '#1b2730', scarf: '#d9a441', facing: 1 }, null],
    [
      1.05,
      6.5,
      1.74,
      { ...common, build: 'man', coat: '#4a4038', legs: '#1a222b', facing: -1, step: 0.25, rightHand: [0.165, 0.47] },
      0.31,
    ],
  ];
  for (const [side, ahead, tall, look, luggage] of team) {
    const [x, y] = at(side, 0, ahead);
    layer(canvas, { blur: 4, share: 0.6 }, (aside) => {
      aside.fillStyle = '#06141b';
      aside.fill(
        polygon([
          [x - 16, y - 3],
          [x + 16, y - 3],
          [x + (x - 700) * 0.12 + 26, y + 120],
          [x + (x - 700) * 0.12 - 26, y + 120],
        ]),
      );
    });
    if (luggage) suitcase(canvas, at(side + luggage, 0.06, ahead + 0.15), focal / ahead, '#5b2a1f', dusk.color);
    person(canvas, x, y, (focal * tall) / ahead, look);
  }
}

function lanterns(canvas: Canvas): void {
  canvas.strokeStyle = p.night;
  canvas.lineWidth = 1.6;
  for (const [fromX, fromY, toX, toY, sag] of [
    [-30, 150, 560, 60, 90],
    [560, 60, 1120, 30, 96],
    [1120, 30, 1640, 170, 80],
  ] as const) {
    canvas.beginPath();
    canvas.moveTo(fromX, fromY);
    canvas.quadraticCurveTo((fromX + toX) / 2, (fromY + toY) / 2 + sag * 2, toX, toY);
    canvas.stroke();
    for (let bulb = 0.5; bulb < 9; bulb++) {
      const t = bulb / 9;
      const x = fromX * (1 - t) ** 2 + (fromX + toX) * t * (1 - t) + toX * t * t;
      const y = fromY * (1 - t) ** 2 + ((fromY + toY) / 2 + sag * 2) * 2 * t * (1 - t) + toY * t * t;
      glow(canvas, x, y + 7, 46, p.amber, 0.75);
      canvas.fillStyle = '#fff2cc';
      canvas.beginPath();
      canvas.ellipse(x, y + 8, 5, 6.5, 0, 0, 7);
      canvas.fill();
    }
  }
}
