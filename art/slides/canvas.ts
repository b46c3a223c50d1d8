// What the pictures are drawn with: light that falls off, soft layers, shapes. All of it draws on a canvas of 1600 x 900.
import { hex, light, mix } from '../palette.ts';

export type Canvas = OffscreenCanvasRenderingContext2D;
export type Stop = readonly [at: number, color: string, alpha?: number];

export const width = 1600;
export const height = 900;

export function createCanvas(wide = width, high = height): Canvas {
  const canvas = new OffscreenCanvas(wide, high).getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('This browser draws no pictures.');
  return canvas;
}

export function alpha(color: string, share: number): string {
  return (
    color +
    Math.round(Math.min(1, Math.max(0, share)) * 255)
      .toString(16)
      .padStart(2, '0')
  );
}

/** A mix of two colours as light mixes. */
export const blend = (from: string, to: string, share: number) => hex(mix(light(from), light(to), share));

type Line = readonly [x0: number, y0: number, x1: number, y1: number];

export function fade(canvas: Canvas, [x0, y0, x1, y1]: Line, stops: readonly Stop[]): CanvasGradient {
  const gradient = canvas.createLinearGradient(x0, y0, x1, y1);
  for (const [at, color, share = 1] of stops) gradient.addColorStop(at, alpha(color, share));
  return gradient;
}

/** Light around a point, falling off softly; `squash` below 1 flattens it. */
export function glow(
  canvas: Canvas,
  x: number,
  y: number,
  radius: number,
  color: string,
  share: number,
  squash = 1,
): void {
  const gradient = canvas.createRadialGradient(0, 0, 0, 0, 0, radius);
  for (let at = 0; at <= 10; at++) gradient.addColorStop(at / 10, alpha(color, share * (1 - at / 10) ** 2.2));
  canvas.save();
  canvas.globalCompositeOperation = 'screen';
  canvas.translate(x, y);
  canvas.scale(1, squash);
  canvas.fillStyle = gradient;
  canvas.fillRect(-radius, -radius, 2 * radius, 2 * radius);
  canvas.restore();
}

interface Layer {
  blur?: number;
  share?: number;
  mode?: GlobalCompositeOperation;
}

/** Draws aside and lays the result on as one. */
export function layer(
  canvas: Canvas,
  { blur = 0, share = 1, mode = 'source-over' }: Layer,
  draw: (aside: Canvas) => void,
): void {
  const aside = createCanvas(canvas.canvas.width, canvas.canvas.height);
  aside.setTransform(canvas.getTransform());
  draw(aside);
  canvas.save();
  canvas.resetTransform();
  canvas.globalAlpha = share;
  canvas.globalCompositeOperation = mode;
  if (blur > 0) canvas.filter = `blur(${blur}px)`;
  canvas.drawImage(aside.canvas, 0, 0);
  canvas.restore();
}

/** Keeps `draw` within a shape. */
export function within(canvas: Canvas, shape: Path2D, draw: () => void): void {
  canvas.save();
  canvas.clip(shape);
  draw();
  canvas.restore();
}

/** A veil of haze lying at a height. */
export function haze(canvas: Canvas, y: number, thick: number, color: string, share: number): void {
  canvas.fillStyle = fade(
    canvas,
    [0, y - thick, 0, y + thick],
    [
      [0, color, 0],
      [0.5, color, share],
      [1, color, 0],
    ],
  );
  canvas.fillRect(0, y - thick, width, 2 * thick);
}

export function path(data: string): Path2D {
  return new Path2D(data);
}

/** A polygon; smooth ones pass through their points in curves. */
export function polygon(points: readonly (readonly [number, number])[], isSmooth = false): Path2D {
  const shape = new Path2D();
  const at = (index: number) => points[(index + points.length) % points.length] ?? [0, 0];
  shape.moveTo(...at(0));
  for (let index = 0; index < points.length; index++) {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    if (isSmooth)
      shape.bezierCurveTo(
        b[0] + (c[0] - a[0]) / 6,
        b[1] + (c[1] - a[1]) / 6,
        c[0] - (d[0] - b[0]) / 6,
        c[1] - (d[1] - b[1]) / 6,
        c[0],
        c[1],
      );
    else shape.lineTo(...c);
  }
  shape.closePath();
  return shape;
}
