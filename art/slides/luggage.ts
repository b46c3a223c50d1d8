// A case on wheels, standing on a point; `metre` is how many pixels a metre has there.
import { palette as p } from '../palette.ts';
import { alpha, blend, type Canvas, fade } from './canvas.ts';
import type { Point } from './space.ts';

export function suitcase(canvas: Canvas, [x, y]: Point, metre: number, color: string, edge: string): void {
  const m = metre;
  canvas.strokeStyle = p.ink;
  canvas.lineWidth = m * 0.022;
  canvas.strokeRect(x - m * 0.1, y - m * 0.95, m * 0.2, m * 0.4);
  const dark = blend(color, p.night, 0.5);
  canvas.fillStyle = fade(
    canvas,
    [x - m * 0.23, 0, x + m * 0.23, 0],
    [
      [0, edge],
      [0.07, color],
      [0.5, dark],
      [1, blend(dark, p.night, 0.4)],
    ],
  );
  canvas.beginPath();
  canvas.roundRect(x - m * 0.23, y - m * 0.66, m * 0.46, m * 0.64, m * 0.06);
  canvas.fill();
  canvas.fillStyle = alpha(p.night, 0.35);
  for (let groove = -2; groove <= 2; groove++)
    canvas.fillRect(x + groove * m * 0.075 - m * 0.008, y - m * 0.6, m * 0.016, m * 0.52);
  canvas.fillStyle = alpha(edge, 0.8);
  canvas.fillRect(x - m * 0.18, y - m * 0.665, m * 0.36, m * 0.016);
  canvas.fillStyle = p.ink;
  for (const wheel of [-0.17, 0.17]) {
    canvas.beginPath();
    canvas.ellipse(x + wheel * m, y + m * 0.02, m * 0.045, m * 0.05, 0, 0, 7);
    canvas.fill();
  }
}
