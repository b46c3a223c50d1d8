// An old library of stone, all its windows lit, and the view that the campus is seen in.
import { palette as p } from '../palette.ts';
import { seeded } from '../shapes.ts';
import { alpha, blend, type Canvas, fade, glow, height, polygon, within } from './canvas.ts';
import { projection } from './space.ts';

export const horizon = 520;
export const at = projection({ horizon, center: 820, focal: 1150, eye: 1.75 });

export const front = 62;
const stone = blend(p.deep, '#7d7468', 0.42);

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

export function library(canvas: Canvas): void {
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
