// Perspective, and mountains seen in it: ground marched from near to far, shaded by a low sun and by the air between.
import { type Light, mix } from '../palette.ts';
import { type Canvas, createCanvas, height, width } from './canvas.ts';

export type Point = readonly [x: number, y: number];
/** Metres to the right, up from the ground, and ahead. */
export type Projection = (right: number, up: number, ahead: number) => Point;

export function projection(view: { horizon: number; center: number; focal: number; eye: number }): Projection {
  return (right, up, ahead) => [
    view.center + (view.focal * right) / ahead,
    view.horizon + (view.focal * (view.eye - up)) / ahead,
  ];
}

export interface Ground {
  horizon: number;
  center: number;
  focal: number;
  eye: number;
  near: number;
  far: number;
  steps: number;
  heightAt(right: number, ahead: number): number;
  /** Where the sun stands: to the right, up, ahead. */
  sun: readonly [number, number, number];
  paint(spot: Spot): Light;
}

export interface Spot {
  right: number;
  ahead: number;
  height: number;
  /** From 0 (turned away, or in the shadow of another height) to 1 (facing the sun). */
  lit: number;
  /** From 0 (a wall) to 1 (level). */
  level: number;
}

const coded = Uint8ClampedArray.from({ length: 4097 }, (_, at) => {
  const value = at / 4096;
  return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));
});

export function paintGround(canvas: Canvas, ground: Ground): void {
  const { heightAt, near, far, steps, focal, horizon, eye, sun } = ground;
  const aside = createCanvas();
  const image = aside.createImageData(width, height);
  const ratio = (far / near) ** (1 / steps);
  for (let x = 0; x < width; x++) {
    const side = (x - ground.center) / focal;
    let top = Math.min(height, Math.round(horizon + (focal * eye) / near));
    for (let step = 0, ahead = near; step < steps; step++, ahead *= ratio) {
      const right = side * ahead;
      const high = heightAt(right, ahead);
      if (high <= 0) continue;
      const y = Math.max(0, Math.round(horizon - (focal * (high - eye)) / ahead));
      if (y >= top) continue;
      const color = ground.paint(spotAt(heightAt, right, ahead, high, sun, ahead / focal));
      for (let row = y; row < top; row++) {
        const at = (row * width + x) * 4;
        for (let channel = 0; channel < 3; channel++) {
          image.data[at + channel] = coded[Math.max(0, Math.min(4096, Math.round((color[channel] ?? 0) * 4096)))] ?? 0;
        }
        image.data[at + 3] = 255;
      }
      top = y;
    }
  }
  aside.putImageData(image, 0, 0);
  canvas.drawImage(aside.canvas, 0, 0);
}

function spotAt(
  heightAt: Ground['heightAt'],
  right: number,
  ahead: number,
  high: number,
  sun: Ground['sun'],
  pixel: number,
): Spot {
  const near = pixel * 2.2;
  const slopeX = (heightAt(right + near, ahead) - high) / near;
  const slopeZ = (heightAt(right, ahead + near) - high) / near;
  const size = Math.hypot(slopeX, 1, slopeZ);
  const facing = (-slopeX * sun[0] + sun[1] - slopeZ * sun[2]) / size / Math.hypot(...sun);
  let open = 1;
  for (let step = 1; step <= 7; step++) {
    const away = pixel * 9 * step * step;
    const above = high + sun[1] * away - heightAt(right + sun[0] * away, ahead + sun[2] * away);
    open = Math.min(open, 0.5 + above / (pixel * 14 * step));
  }
  return { right, ahead, height: high, lit: Math.max(0, facing) * Math.max(0, open), level: 1 / size };
}

/** What the air between adds: the further, the more of its colour. */
export function through(color: Light, air: Light, ahead: number, clearness: number): Light {
  return mix(color, air, 1 - Math.exp(-ahead / clearness));
}
