// The land of the sunrise: plain, road, wires and the grain elevator, and the view that all of it is seen in.
import { palette as p } from '../palette.ts';
import { seeded, waviness } from '../shapes.ts';
import { alpha, blend, type Canvas, fade, height, polygon, width, within } from './canvas.ts';
import { type Point, projection } from './space.ts';

export const horizon = 470;
export const at = projection({ horizon, center: 905, focal: 1150, eye: 2.1 });

export const sun: Point = [905, 432];

export function plain(canvas: Canvas): void {
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

export function elevator(canvas: Canvas): void {
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
  canvas.fillStyle = alpha(p.sun, 0.6);
  for (const [x, up] of [
    [18.2, 21.4],
    [18.2, 15],
    [33.4, 17.4],
  ] as const)
    canvas.fillRect(at(x, up, ahead)[0] - 3, at(x, up, ahead)[1], 6, 9);
  canvas.strokeStyle = blend(red, p.night, 0.45);
  canvas.lineWidth = 2.4;
  canvas.beginPath();
  canvas.moveTo(...at(20.6, 21, ahead));
  canvas.lineTo(...at(25.4, 12, ahead));
  canvas.lineTo(...at(33, 17.6, ahead));
  canvas.stroke();
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

export const edgeAt = (side: number, ahead: number): Point =>
  at(side * 2.15 + Math.sin(ahead * 0.045) * 1.1 - 0.9, 0, ahead);

export function road(canvas: Canvas): void {
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
        [0.12, blend(p.sun, p.apricot, 0.45)],
        [0.4, '#b98550'],
        [1, blend('#6a4526', p.night, 0.45)],
      ],
    );
    canvas.fillRect(0, horizon, width, height);
    const random = seeded(88);
    for (let rut = 0; rut < 2600; rut++) {
      const ahead = 2 + random() ** 2 * 50;
      const side = (random() - 0.5) * 2;
      const isTrack = Math.abs(Math.abs(side) - 0.46) < 0.17;
      const tone = isTrack ? (random() < 0.75 ? '#4a2d20' : p.sun) : random() < 0.5 ? '#7c5631' : p.apricot;
      canvas.strokeStyle = alpha(tone, isTrack ? 0.2 : 0.14);
      canvas.lineWidth = (16 + random() * 40) / ahead;
      canvas.beginPath();
      canvas.moveTo(...edgeAt(side, ahead));
      canvas.lineTo(...edgeAt(side + (random() - 0.5) * 0.04, ahead * (0.9 - random() * 0.1)));
      canvas.stroke();
    }
    canvas.strokeStyle = alpha('#8a7431', 0.55);
    for (let tuft = 0; tuft < 1500; tuft++) {
      const ahead = 2 + random() ** 2 * 45;
      const edge = random() < 0.6;
      const [x, y] = edgeAt(edge ? (random() < 0.5 ? -1 : 1) * (0.9 + random() * 0.14) : (random() - 0.5) * 0.3, ahead);
      canvas.lineWidth = Math.max(0.6, 8 / ahead);
      canvas.beginPath();
      canvas.moveTo(x, y);
      canvas.lineTo(x + ((random() - 0.3) * 60) / ahead, y - ((edge ? 330 : 130) * random()) / ahead);
      canvas.stroke();
    }
  });
}
