// Morning in an arrivals hall: light rakes through the glass, a traveller walks into it, somebody waits at the end.
import { palette as p } from '../palette.ts';
import { seeded } from '../shapes.ts';
import { alpha, blend, type Canvas, fade, glow, haze, height, layer, polygon, width, within } from './canvas.ts';
import { suitcase } from './luggage.ts';
import { type Look, person } from './people.ts';
import { clouds, sky } from './sky.ts';
import { type Point, projection } from './space.ts';
import { mirror } from './water.ts';

const horizon = 540;
const focal = 980;
const at = projection({ horizon, center: 860, focal, eye: 1.75 });
const [left, right, spring, end] = [-13, 13, 6.2, 46];
const bays = [3.2, 6.2, 9.6, 13.4, 17.6, 22.2, 27.2, 32.8, 39, end];
const sun: Point = [742, 430];

export function arrival(canvas: Canvas): void {
  outside(canvas);
  vault(canvas);
  sideWalls(canvas);
  endWall(canvas);
  floor(canvas);
  beams(canvas);
  people(canvas);
  glow(canvas, ...sun, 760, p.sun, 0.24);
  glow(canvas, sun[0], sun[1] + 40, 330, '#fff3d4', 0.5);
}

function outside(canvas: Canvas): void {
  sky(canvas, horizon + 20, [
    [0, blend(p.lake, p.mist, 0.5)],
    [0.45, blend(p.mist, p.peach, 0.45)],
    [0.75, p.peach],
    [1, p.apricot],
  ]);
  clouds(canvas, {
    horizon: horizon + 10,
    seed: 9,
    sun: [742, 470],
    cover: -0.1,
    long: 1.6,
    lit: p.ivory,
    shade: blend(p.lake, p.rose, 0.55),
    burning: '#fff6dd',
    share: 0.8,
  });
  glow(canvas, ...sun, 520, '#fff0c8', 1);
  for (const [high, tint, seed] of [
    [46, blend(p.mist, p.rose, 0.45), 2],
    [26, blend(p.lake, p.rose, 0.45), 7],
  ] as const) {
    const random = seeded(seed);
    canvas.fillStyle = tint;
    canvas.beginPath();
    canvas.moveTo(400, horizon + 20);
    for (let x = 400; x < 1400; x += 26) canvas.lineTo(x, horizon - high * (0.35 + 0.75 * random()));
    canvas.lineTo(1400, horizon + 20);
    canvas.fill();
  }
  canvas.fillStyle = blend(p.peach, p.lake, 0.35);
  canvas.fillRect(0, horizon + 2, width, 80);
  airliner(canvas, 985, horizon + 10, 262);
}

/** An aeroplane at its stand, seen from the side: body, fin, engine, the light along its back. */
function airliner(canvas: Canvas, x: number, y: number, long: number): void {
  canvas.save();
  canvas.translate(x, y);
  canvas.scale(long / 200, long / 200);
  const tone = fade(
    canvas,
    [0, -36, 0, 2],
    [
      [0, '#fff4dc'],
      [0.35, blend(p.lake, p.mist, 0.6)],
      [1, blend(p.deep, p.night, 0.3)],
    ],
  );
  canvas.fillStyle = blend('#0a5c4b', p.deep, 0.2);
  canvas.fill(
    polygon([
      [66, -24],
      [92, -62],
      [106, -62],
      [99, -22],
    ]),
  );
  canvas.fillStyle = tone;
  canvas.fill(
    polygon(
      [
        [-102, -14],
        [-90, -23],
        [-70, -28],
        [60, -28],
        [104, -23],
        [104, -20],
        [60, -9],
        [-60, -5],
        [-94, -8],
      ],
      true,
    ),
  );
  canvas.fillStyle = blend(p.deep, p.lake, 0.4);
  canvas.fill(
    polygon([
      [-14, -12],
      [26, -12],
      [64, -2],
      [56, 0],
    ]),
  );
  canvas.fill(
    polygon([
      [78, -21],
      [98, -20],
      [118, -15],
      [108, -14],
    ]),
  );
  canvas.beginPath();
  canvas.ellipse(2, -3, 13, 6, 0, 0, 7);
  canvas.fill();
  for (const wheel of [-74, 6, 14]) canvas.fillRect(wheel, -6, 2.5, 11);
  canvas.fillStyle = alpha(p.deep, 0.6);
  for (let window = -80; window < 62; window += 5) canvas.fillRect(window, -20, 2, 3);
  canvas.restore();
}

const archHeight = (share: number) => spring + 7.6 * Math.sqrt(Math.max(0, 1 - share * share));

function arc(ahead: number, inset = 0): Point[] {
  const points: Point[] = [];
  for (let turn = 0; turn <= 32; turn++) {
    const share = -Math.cos((Math.PI * turn) / 32);
    points.push(at(share * (right - inset), archHeight(share) - inset, ahead));
  }
  return points;
}

function vault(canvas: Canvas): void {
  for (let bay = bays.length - 1; bay > 0; bay--) {
    const [near, far] = [bays[bay - 1] ?? 3, bays[bay] ?? end];
    const deep = 1 - far / (end + 8);
    const [nearArc, farArc] = [arc(near), arc(far)];
    for (let slat = 0; slat < 32; slat++) {
      const tone = Math.sin((Math.PI * (slat + 0.5)) / 32);
      const fromSun = 1 - slat / 32;
      const base = blend(
        blend(p.apricot, p.peach, 0.3),
        blend(p.night, p.deep, 0.85),
        Math.min(0.98, 0.5 + deep * 0.75 + tone * 0.14 - (1 - fromSun) * 0.2),
      );
      const [a, b, c, d] = [nearArc[slat], nearArc[slat + 1], farArc[slat + 1], farArc[slat]];
      if (!a || !b || !c || !d) continue;
      canvas.fillStyle = slat % 2 ? base : blend(base, p.night, 0.12);
      canvas.fill(polygon([a, b, c, d]));
      canvas.strokeStyle = canvas.fillStyle;
      canvas.lineWidth = 0.8;
      canvas.stroke(polygon([a, b, c, d]));
    }
    rib(canvas, far, deep);
  }
}

function rib(canvas: Canvas, ahead: number, deep: number): void {
  const [outer, inner] = [arc(ahead), arc(ahead, 0.75)];
  const foot = (side: number, inset: number) => at(side * (right - inset), 0, ahead);
  const shape = polygon([foot(-1, 0), ...outer, foot(1, 0), foot(1, 0.75), ...inner.toReversed(), foot(-1, 0.75)]);
  const dark = blend(blend(p.deep, p.rose, 0.45), p.night, Math.min(1, deep * 1.05));
  canvas.fillStyle = fade(
    canvas,
    [at(left, 0, ahead)[0], 0, at(right, 0, ahead)[0], 0],
    [
      [0, blend(dark, p.night, 0.35)],
      [0.55, blend(dark, p.rose, 0.2)],
      [1, blend(dark, p.apricot, 0.75)],
    ],
  );
  canvas.fill(shape);
  canvas.strokeStyle = alpha(p.sun, 0.5);
  canvas.lineWidth = Math.max(0.8, 26 / ahead);
  canvas.beginPath();
  for (const point of inner) canvas.lineTo(...point);
  canvas.stroke();
}

function sideWalls(canvas: Canvas): void {
  for (let bay = bays.length - 1; bay > 0; bay--) {
    const [near, far] = [bays[bay - 1] ?? 3, bays[bay] ?? end];
    const deep = 1 - far / (end + 8);
    const pane = (side: number, top: number, low: number) =>
      polygon([at(side, low, near), at(side, top, near), at(side, top, far), at(side, low, far)]);
    const bright = pane(left, spring, 0.2);
    canvas.fillStyle = fade(
      canvas,
      [0, at(0, spring, near)[1], 0, horizon + 30],
      [
        [0, blend(p.mist, p.lake, 0.3)],
        [0.5, blend(p.mist, p.peach, 0.6)],
        [1, p.peach],
      ],
    );
    canvas.fill(bright);
    within(canvas, bright, () => {
      canvas.strokeStyle = alpha(blend(p.deep, p.night, deep), 0.75);
      for (let bar = 1; bar < 4; bar++) {
        canvas.lineWidth = Math.max(0.8, 70 / near);
        const ahead = near + ((far - near) * bar) / 4;
        canvas.lineWidth = Math.max(0.8, 60 / ahead);
        canvas.beginPath();
        canvas.moveTo(...at(left, 0, ahead));
        canvas.lineTo(...at(left, spring, ahead));
        canvas.stroke();
      }
      for (const up of [2.2, 4.2]) {
        canvas.beginPath();
        canvas.moveTo(...at(left, up, near));
        canvas.lineTo(...at(left, up, far));
        canvas.stroke();
      }
    });
    const wall = blend(blend(p.apricot, p.rose, 0.35), blend(p.deep, p.night, 0.45), Math.min(1, 0.5 + deep));
    canvas.fillStyle = fade(
      canvas,
      [0, at(0, spring, near)[1], 0, at(0, 0, near)[1]],
      [
        [0, blend(wall, p.night, 0.3)],
        [1, wall],
      ],
    );
    canvas.fill(pane(right, spring, 0));
    canvas.fillStyle = alpha(p.gold, 0.6);
    const slant = (far - near) * 0.5;
    canvas.fill(
      polygon([
        at(right, 0.4, near + slant * 0.5),
        at(right, 3.4, near + slant * 1.1),
        at(right, 3.4, far),
        at(right, 0.4, far - slant * 0.6),
      ]),
    );
    const column = (side: number) => {
      const x0 = at(side, 0, far);
      const x1 = at(side - Math.sign(side) * 0.75, 0, far);
      canvas.fillStyle = blend(blend(p.deep, p.rose, 0.4), p.night, Math.min(1, deep * 1.1 + (side < 0 ? 0.25 : 0)));
      canvas.fillRect(
        Math.min(x0[0], x1[0]),
        at(0, spring, far)[1],
        Math.abs(x1[0] - x0[0]),
        x0[1] - at(0, spring, far)[1],
      );
    };
    if (bay < bays.length - 1) {
      column(left);
      column(right);
    }
  }
}

function endWall(canvas: Canvas): void {
  const shape = polygon([at(left + 0.75, 0, end), ...arc(end, 0.75), at(right - 0.75, 0, end)]);
  within(canvas, shape, () => outside(canvas));
  within(canvas, shape, () => {
    canvas.strokeStyle = alpha(blend(p.deep, p.rose, 0.35), 0.8);
    for (let bar = -12; bar <= 12; bar += 3) {
      canvas.lineWidth = 2.2;
      canvas.beginPath();
      canvas.moveTo(...at(bar, 0, end));
      canvas.lineTo(...at(bar, 15, end));
      canvas.stroke();
    }
    for (const up of [3, 6.2, 9.5]) {
      canvas.beginPath();
      canvas.moveTo(...at(left, up, end));
      canvas.lineTo(...at(right, up, end));
      canvas.stroke();
    }
  });
}

function floor(canvas: Canvas): void {
  const shore = Math.round(at(0, 0, end)[1]);
  mirror(canvas, { shore, seed: 14, ripple: 3, stretch: 1.05, bright: [0.96, 0.6] });
  canvas.fillStyle = fade(
    canvas,
    [0, shore, 0, height],
    [
      [0, p.peach, 0.4],
      [0.22, blend(p.deep, p.rose, 0.5), 0.5],
      [1, blend(p.deep, p.night, 0.7), 0.84],
    ],
  );
  canvas.fillRect(0, shore, width, height);
  canvas.strokeStyle = alpha(p.night, 0.16);
  canvas.lineWidth = 1.2;
  for (let ahead = 2.4; ahead < end; ahead *= 1.13) {
    canvas.beginPath();
    canvas.moveTo(...at(left, 0, ahead));
    canvas.lineTo(...at(right, 0, ahead));
    canvas.stroke();
  }
  for (let side = left; side <= right; side += 2) {
    canvas.beginPath();
    canvas.moveTo(...at(side, 0, 1.8));
    canvas.lineTo(...at(side, 0, end));
    canvas.stroke();
  }
}

/** Light through the left wall, lying in long slanted patches across the floor. */
function beams(canvas: Canvas): void {
  layer(canvas, { blur: 3, share: 0.8, mode: 'soft-light' }, (aside) => patches(aside, '#fff3cf'));
  layer(canvas, { blur: 2.5, share: 0.85, mode: 'screen' }, (aside) => patches(aside, p.gold));
  layer(canvas, { blur: 22, share: 0.3, mode: 'screen' }, (aside) => {
    for (let bay = 1; bay < bays.length; bay++) {
      const [near, far] = [(bays[bay - 1] ?? 3) + 0.7, bays[bay] ?? end];
      const [from, to] = [at(left, spring, far), at(left + 17, 0, near * 0.62)];
      aside.fillStyle = fade(
        aside,
        [from[0], from[1], to[0], to[1]],
        [
          [0, p.sun, 0.8],
          [1, p.sun, 0],
        ],
      );
      aside.fill(
        polygon([
          at(left, spring, near),
          at(left, spring, far),
          at(left + 17, 0, far * 0.66),
          at(left + 17, 0, near * 0.62),
        ]),
      );
    }
  });
}

function patches(canvas: Canvas, color: string): void {
  for (let bay = 1; bay < bays.length; bay++) {
    const [near, far] = [(bays[bay - 1] ?? 3) + 0.5, bays[bay] ?? end];
    for (let pane = 0; pane < 4; pane++) {
      const from = near + ((far - near) * pane) / 4;
      const to = from + ((far - near) / 4) * 0.86;
      const [a, b] = [at(left + 1, 0, from), at(left + 24, 0, from * 0.6)];
      canvas.fillStyle = fade(
        canvas,
        [a[0], a[1], b[0], b[1]],
        [
          [0, color, 0.95],
          [0.75, color, 0.45],
          [1, color, 0],
        ],
      );
      canvas.fill(polygon([a, at(left + 1, 0, to), at(left + 24, 0, to * 0.6), b]));
    }
  }
}

const morning: Look['light'] = { color: '#fff0c4', side: -1, share: 0.9, shade: p.night };

function people(canvas: Canvas): void {
  const common = { hair: '#17110e', skin: '#845440', light: morning };
  const [x, y] = [0.25, 6.9];
  const crowd: readonly [number, number, number, Look, 'case' | null][] = [
    [-5.4, 34, 1.7, { ...common, build: 'woman', coat: '#7b3a2a', legs: p.ink, step: 0.5 }, null],
    [5.2, 27, 1.75, { ...common, build: 'man', coat: '#2d4a55', legs: p.ink, step: 0.6 }, 'case'],
    [6.0, 26.5, 1.62, { ...common, build: 'woman', coat: '#a86d35', legs: p.ink, step: -0.6 }, null],
    [-2.1, 17.6, 1.62, { ...common, build: 'sari', coat: '#b23a1c', legs: p.ink, scarf: '#e9b257' }, null],
    [-2.8, 17.9, 1.74, { ...common, build: 'man', coat: '#e6d8c0', legs: '#3a4650' }, null],
    [-1.55, 17.2, 1.12, { ...common, build: 'child', coat: '#d9982f', legs: '#26343c', rightHand: [0.24, 1.04] }, null],
    [
      x,
      y,
      1.74,
      {
        ...common,
        build: 'man',
        coat: '#1f5f58',
        legs: '#27303c',
        scarf: '#d98a34',
        pack: '#7d3420',
        step: 0.85,
        rightHand: [0.18, 0.48],
      },
      'case',
    ],
  ];
  layer(canvas, { blur: 4, share: 0.6 }, (aside) => {
    aside.fillStyle = p.night;
    for (const [side, ahead, tall] of crowd) {
      aside.fill(
        polygon([
          at(side - 0.2, 0, ahead + 0.1),
          at(side + 0.2, 0, ahead - 0.1),
          at(side + tall * 2.3, 0, ahead * 0.79),
          at(side + tall * 2.15, 0, ahead * 0.82),
        ]),
      );
    }
  });
  for (const [side, ahead, tall, look, luggage] of crowd) {
    const [footX, footY] = at(side, 0, ahead);
    layer(canvas, { blur: 2.2, share: 0.28 }, (aside) => {
      aside.translate(0, 2 * footY);
      aside.scale(1, -1);
      person(aside, footX, footY, (focal * tall) / ahead, look);
    });
    if (luggage) suitcase(canvas, at(side + 0.42, 0.06, ahead - 0.25), focal / (ahead - 0.25), p.maple, morning.color);
    person(canvas, footX, footY, (focal * tall) / ahead, look);
  }
  haze(canvas, horizon + 20, 40, p.sun, 0.3);
}
