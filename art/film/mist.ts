// What hangs in the air: banks of mist over land and water, and the shafts of light they make visible.

import { tileableNoise } from './noise.ts';
import type { Picture } from './picture.ts';
import { horizon, type Moment, smooth, travelled, wide } from './timeline.ts';

export const drifts = tileableNoise(61, 5, 6, 0.5);
const shafts = tileableNoise(67, 24, 3, 0.5);

/** A bank of mist standing on the horizon, `thick` frame heights. */
export function paintMist(
  picture: Picture,
  moment: Moment,
  air: Float32Array,
  thick: number,
  strength: number,
  pace: number,
): void {
  const { width, height, light: out } = picture;
  const slide = travelled(moment.phase);
  const last = Math.ceil(horizon * height);
  for (let row = Math.floor((horizon - thick * 3.2) * height); row < last; row++) {
    const y = (row + 0.5) / height;
    const up = Math.max(0, horizon - y);
    const fall = Math.exp(-((up / thick) ** 1.4)) * strength * moment.mist;
    if (fall < 0.002) continue;
    for (let column = 0; column < width; column++) {
      const x = ((column + 0.5) / width) * wide;
      const lumps = drifts(x * 0.36 + slide + pace * 3, up * (1.6 / (thick * 10 + 0.5)) + pace * 5);
      const share = Math.min(0.92, fall * (0.25 + 1.5 * smooth(0.3, 0.75, lumps)));
      const at = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const colour = (air[column * 3 + channel] as number) * 1.04;
        out[at + channel] = (out[at + channel] as number) * (1 - share) + colour * share;
      }
    }
  }
}

export function paintWaterMist(picture: Picture, moment: Moment, air: Float32Array): void {
  const { width, height, light: out } = picture;
  const slide = travelled(moment.phase);
  const first = Math.ceil(horizon * height);
  for (let row = first; row < Math.min(height, first + 0.2 * height); row++) {
    const down = Math.max(0, (row + 0.5) / height - horizon);
    const fall = (Math.exp(-((down / 0.018) ** 1.1)) * 0.62 + Math.exp(-((down / 0.075) ** 2)) * 0.3) * moment.mist;
    for (let column = 0; column < width; column++) {
      const x = ((column + 0.5) / width) * wide;
      const lumps = drifts(x * 0.36 + slide + 0.5, down * 3.2 + 0.27);
      const share = Math.min(0.9, fall * (0.2 + 1.5 * smooth(0.32, 0.75, lumps)));
      const at = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const colour = air[column * 3 + channel] as number;
        out[at + channel] = (out[at + channel] as number) * (1 - share) + colour * share;
      }
    }
  }
}

/** Shafts of light fanning out from the sun where there is mist to show them. */
export function paintShafts({ width, height, light: out }: Picture, moment: Moment): void {
  if (moment.disc <= 0.01) return;
  const last = Math.ceil(horizon * height);
  const strength = 0.085 * moment.disc * Math.min(1, moment.mist) * smooth(0, 0.06, horizon - moment.sunY);
  for (let row = 0; row < last; row++) {
    const dy = (row + 0.5) / height - moment.sunY;
    for (let column = 0; column < width; column++) {
      const dx = ((column + 0.5) / width) * wide - moment.sunX;
      const far = Math.hypot(dx, dy);
      if (far > 1.2) continue;
      const turn = Math.atan2(dy, dx) / (2 * Math.PI);
      const shaft = smooth(0.45, 0.8, shafts(turn, 0.3 + Math.sin(moment.phase * 2 * Math.PI) * 0.05));
      const share = strength * shaft * Math.exp(-far / 0.32) * smooth(0.03, 0.16, far);
      const at = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++)
        out[at + channel] = (out[at + channel] as number) + share * (moment.sun[channel] as number);
    }
  }
}
