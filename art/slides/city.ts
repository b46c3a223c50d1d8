// A city of towers on the water at blue hour, and what moves there: a train on its bridge, a ferry.
import { palette as p } from '../palette.ts';
import type { Random } from '../shapes.ts';
import { alpha, blend, type Canvas, fade, glow, polygon, width, within } from './canvas.ts';

export const shore = 520;

/** A row of towers, highest in the middle of town; their windows are lit here and there. */
export function towers(
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

export function needle(canvas: Canvas): void {
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

export function quay(canvas: Canvas, random: Random): void {
  canvas.fillStyle = blend(p.night, p.deep, 0.35);
  canvas.beginPath();
  canvas.moveTo(-10, shore + 1);
  for (let x = -10; x < width + 20; x += 11) canvas.lineTo(x, shore - 7 - random() * 11 * (Math.sin(x * 0.013) + 1.2));
  canvas.lineTo(width + 20, shore + 1);
  canvas.fill();
  for (let lamp = 0; lamp < 64; lamp++) {
    const x = random() * width;
    glow(canvas, x, shore - 4 - random() * 5, 11 + random() * 12, random() < 0.85 ? p.amber : p.rose, 0.95);
  }
}

/** A lit train crossing a low bridge into town. */
export function train(canvas: Canvas): void {
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

export function ferry(canvas: Canvas): void {
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
