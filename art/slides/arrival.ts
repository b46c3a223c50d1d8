// Morning in an arrivals hall: light rakes through the glass and over luggage that waits to be taken home.
import { palette as p } from '../palette.ts';
import { outside } from './apron.ts';
import { alpha, blend, type Canvas, fade, glow, haze, height, layer, polygon, width } from './canvas.ts';
import { at, bays, end, endWall, focal, horizon, left, right, sideWalls, spring, sun, vault } from './hall.ts';
import { suitcase } from './luggage.ts';
import { mirror } from './water.ts';

export function arrival(canvas: Canvas): void {
  outside(canvas);
  vault(canvas);
  sideWalls(canvas);
  endWall(canvas, outside);
  floor(canvas);
  beams(canvas);
  luggage(canvas);
  glow(canvas, ...sun, 760, p.sun, 0.24);
  glow(canvas, sun[0], sun[1] + 20, 300, '#fff3d4', 0.55);
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
  layer(canvas, { blur: 3, share: 0.8, mode: 'soft-light' }, (aside) => patches(aside, '#ffe9c4'));
  layer(canvas, { blur: 2.5, share: 0.85, mode: 'screen' }, (aside) => patches(aside, '#e58a4e'));
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

const morning = '#fff0c4';

/** Luggage that waits in the light: how far right, how far ahead, its height beside a usual case, its colour. */
const cases: readonly (readonly [side: number, ahead: number, size: number, color: string])[] = [
  [5.1, 26, 1, '#2d4a55'],
  [-2.6, 17.4, 0.9, '#8a6a2f'],
  [-2.05, 17.1, 1.12, '#7b3a2a'],
  [0.05, 7.3, 0.82, '#1f5f58'],
  [0.62, 6.7, 1, p.maple],
];

function luggage(canvas: Canvas): void {
  layer(canvas, { blur: 4, share: 0.6 }, (aside) => {
    aside.fillStyle = p.night;
    for (const [side, ahead, size] of cases) {
      aside.fill(
        polygon([
          at(side - 0.2 * size, 0, ahead + 0.1),
          at(side + 0.22 * size, 0, ahead - 0.1),
          at(side + size * 1.75, 0, ahead * 0.86),
          at(side + size * 1.45, 0, ahead * 0.89),
        ]),
      );
    }
  });
  for (const [side, ahead, size, color] of cases) {
    const [footX, footY] = at(side, 0, ahead);
    const metre = (focal * size) / ahead;
    layer(canvas, { blur: 2.2, share: 0.28 }, (aside) => {
      aside.translate(0, 2 * footY);
      aside.scale(1, -1);
      suitcase(aside, [footX, footY], metre, color, morning);
    });
    suitcase(canvas, [footX, footY], metre, color, morning);
  }
  haze(canvas, horizon + 20, 40, p.sun, 0.3);
}
