// Turns linear light into the values of a film: soft highlights, and a shaded left side for the headline.

import type { Picture } from './picture.ts';
import { smooth } from './timeline.ts';

/** Red, green and blue of 16 bits each, sRGB curve. */
export function toneMap({ width, height, light }: Picture): Uint16Array {
  const out = new Uint16Array(light.length);
  for (let row = 0; row < height; row++) {
    const y = (row + 0.5) / height;
    for (let column = 0; column < width; column++) {
      const x = (column + 0.5) / width;
      const quiet = 0.56 + 0.44 * smooth(0.22, 0.66, x);
      const edge = 1 - 0.16 * smooth(0.55, 1, y) - 0.38 * smooth(0.46, 0.03, y);
      const at = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const value = (light[at + channel] as number) * quiet * edge;
        const soft = value < 0.62 ? value : 0.62 + 0.38 * (1 - Math.exp(-(value - 0.62) / 0.38));
        const coded = soft <= 0.0031308 ? soft * 12.92 : 1.055 * soft ** (1 / 2.4) - 0.055;
        out[at + channel] = Math.min(65535, Math.max(0, Math.round(coded * 65535)));
      }
    }
  }
  return out;
}
