// A harbour city at blue hour, seen from a terrace: cases at the rail, a train on its bridge, a plane's trail.
import { palette as p } from '../palette.ts';
import { seeded } from '../shapes.ts';
import { alpha, blend, type Canvas, fade, glow, haze, height, layer, polygon, width } from './canvas.ts';
import { ferry, needle, quay, shore, towers, train } from './city.ts';
import { suitcase } from './luggage.ts';
import { clouds, sky } from './sky.ts';
import { projection } from './space.ts';
import { glitter, mirror } from './water.ts';

const focal = 1150;
const at = projection({ horizon: 478, center: 800, focal, eye: 2.3 });

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
  luggage(canvas);
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

/** Cases left at the rail while their owners are away: how far right, how far ahead, their size and colour. */
const cases: readonly (readonly [side: number, ahead: number, size: number, color: string])[] = [
  [-1.16, 8.9, 1, '#5b2a1f'],
  [-0.62, 8.75, 0.84, '#2c6470'],
  [1.36, 8.1, 1, '#4a3b2f'],
];

function luggage(canvas: Canvas): void {
  for (const [side, ahead, size, color] of cases) {
    const [x, y] = at(side, 0, ahead);
    layer(canvas, { blur: 4, share: 0.6 }, (aside) => {
      aside.fillStyle = '#06141b';
      aside.fill(
        polygon([
          [x - 26 * size, y - 3],
          [x + 26 * size, y - 3],
          [x + (x - 720) * 0.22 + 34 * size, y + 70],
          [x + (x - 720) * 0.22 - 34 * size, y + 70],
        ]),
      );
    });
    suitcase(canvas, [x, y], (focal * size) / ahead, color, '#ffd79a');
  }
}

function lanterns(canvas: Canvas): void {
  canvas.strokeStyle = p.night;
  canvas.lineWidth = 1.6;
  for (const [fromX, fromY, toX, toY, sag] of [
    [-40, 96, 900, -70, 92],
    [-40, 10, 470, -60, 60],
  ] as const) {
    canvas.beginPath();
    canvas.moveTo(fromX, fromY);
    canvas.quadraticCurveTo((fromX + toX) / 2, (fromY + toY) / 2 + sag * 2, toX, toY);
    canvas.stroke();
    for (let bulb = 0.5; bulb < 12; bulb++) {
      const t = bulb / 12;
      const x = fromX * (1 - t) ** 2 + (fromX + toX) * t * (1 - t) + toX * t * t;
      const y = fromY * (1 - t) ** 2 + ((fromY + toY) / 2 + sag * 2) * 2 * t * (1 - t) + toY * t * t;
      glow(canvas, x, y + 7, 44, p.amber, 0.7);
      canvas.fillStyle = '#fff2cc';
      canvas.beginPath();
      canvas.ellipse(x, y + 8, 5, 6.5, 0, 0, 7);
      canvas.fill();
    }
  }
}
