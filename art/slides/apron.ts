// What the hall looks out on: morning over hills, an aeroplane at its stand.
import { palette as p } from '../palette.ts';
import { waviness } from '../shapes.ts';
import { alpha, blend, type Canvas, fade, glow, polygon, width } from './canvas.ts';
import { horizon, sun } from './hall.ts';
import { clouds, sky } from './sky.ts';

export function outside(canvas: Canvas): void {
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
    const ridge = waviness(seed, 6);
    canvas.fillStyle = fade(
      canvas,
      [0, horizon - high * 1.6, 0, horizon + 8],
      [
        [0, tint],
        [1, blend(tint, p.sun, 0.6)],
      ],
    );
    canvas.beginPath();
    canvas.moveTo(400, horizon + 20);
    for (let x = 400; x < 1400; x += 3) canvas.lineTo(x, horizon - high * (0.75 + 1.15 * ridge(x * 0.012)));
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
