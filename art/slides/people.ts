// People seen from behind, small and whole: proportions, clothes and the light on their edges; never a face.
import { alpha, blend, type Canvas, createCanvas, fade, within } from './canvas.ts';
import { figure } from './figure.ts';
import type { Point } from './space.ts';

export interface Light {
  color: string;
  /** Where it comes from: -1 left, 1 right, 0 from ahead around both edges. */
  side: -1 | 0 | 1;
  share: number;
  /** What shade takes on. */
  shade: string;
}

export interface Look {
  build: 'man' | 'woman' | 'child' | 'sari';
  coat: string;
  legs: string;
  hair: string;
  skin: string;
  scarf?: string;
  hat?: 'cap' | 'brim' | 'helmet' | 'tuque';
  hatColor?: string;
  pack?: string;
  /** Which way somebody looks and leans a little, -1 left to 1 right. */
  facing?: number;
  /** How far a step is taken, -1 to 1; 0 stands. */
  step?: number;
  /** Hands, measured in heights from the feet: to hold something or somebody. */
  leftHand?: Point;
  rightHand?: Point;
  light: Light;
}

/** Draws somebody standing on (x, y). */
export function person(canvas: Canvas, x: number, y: number, tall: number, look: Look): void {
  const { light } = look;
  const [wide, high] = [Math.ceil(tall * 1.2), Math.ceil(tall * 1.25)];
  const scale = 2;
  const aside = createCanvas(wide * scale, high * scale);
  aside.translate((wide * scale) / 2, tall * 1.15 * scale);
  aside.scale(tall * scale, tall * scale);
  figure(look, look.step ?? 0, (shape, color, depth = 0.35) => {
    within(aside, shape, () => {
      const dark = blend(color, light.shade, light.side === 0 ? 0.62 : 0.5);
      aside.fillStyle = fade(
        aside,
        [0, -1, 0, 0],
        [
          [0, dark],
          [1, blend(dark, light.shade, depth)],
        ],
      );
      aside.fillRect(-2, -2, 4, 4);
      aside.strokeStyle = alpha(light.shade, 0.5);
      aside.lineWidth = 0.014;
      aside.stroke(shape);
      if (light.side === 0) return;
      aside.fillStyle = fade(
        aside,
        [-0.14 * light.side, 0, 0.1 * light.side, 0],
        [
          [0, light.shade, 0.65],
          [1, color, 0.55],
        ],
      );
      aside.fillRect(-2, -2, 4, 4);
    });
  });
  const size = Math.max(1.1, tall * 0.011) * scale;
  edge(aside, light, size * 3, light.share * 0.24);
  edge(aside, light, size, light.share);
  canvas.save();
  canvas.imageSmoothingQuality = 'high';
  canvas.drawImage(aside.canvas, x - wide / 2, y - tall * 1.15, wide, high);
  canvas.restore();
}

/** Lays light along the outline of the whole figure, where it looks towards the light. */
function edge(figure: Canvas, light: Light, size: number, share: number): void {
  const { width: wide, height: high } = figure.canvas;
  for (const side of light.side === 0 ? [-1, 1] : [light.side]) {
    const rim = createCanvas(wide, high);
    rim.drawImage(figure.canvas, 0, 0);
    rim.globalCompositeOperation = 'destination-out';
    rim.drawImage(figure.canvas, -side * size * (light.side === 0 ? 0.42 : 1), size * (light.side === 0 ? 0.75 : 0.45));
    rim.globalCompositeOperation = 'source-in';
    const low = light.side === 0 ? 0.25 : 0.7;
    rim.fillStyle = fade(
      rim,
      [0, high * 0.15, 0, high],
      [
        [0, light.color],
        [0.35, light.color, 0.9],
        [1, light.color, low],
      ],
    );
    rim.fillRect(0, 0, wide, high);
    const result = createCanvas(wide, high);
    result.filter = `blur(${size * 0.18}px)`;
    result.drawImage(rim.canvas, 0, 0);
    figure.save();
    figure.resetTransform();
    figure.globalCompositeOperation = 'source-atop';
    figure.globalAlpha = share;
    figure.drawImage(result.canvas, 0, 0);
    figure.restore();
  }
}
