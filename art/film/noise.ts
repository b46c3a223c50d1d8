// Clouds of noise that tile without a seam, made once and looked up many million times.

import { seeded } from '../shapes.ts';

const size = 1024;

export type Noise = (u: number, v: number) => number;

/** Noise from 0 to 1 repeating every 1 in u and v; `cells` is how many lumps its coarsest octave has across. */
export function tileableNoise(seed: number, cells: number, octaves: number, gain = 0.5): Noise {
  const values = new Float32Array(size * size);
  let weight = 1;
  let total = 0;
  for (let octave = 0, count = cells; octave < octaves && count <= size / 2; octave++, count *= 2, weight *= gain) {
    add(values, seed + octave * 7919, count, weight);
    total += weight;
  }
  for (let index = 0; index < values.length; index++) {
    const value = 0.5 + ((values[index] as number) / total) * 0.9;
    values[index] = Math.min(1, Math.max(0, value));
  }
  return (u, v) => {
    const x = (u - Math.floor(u)) * size;
    const y = (v - Math.floor(v)) * size;
    const left = x | 0;
    const top = y | 0;
    const a = x - left;
    const b = y - top;
    const row = (top & 1023) << 10;
    const below = ((top + 1) & 1023) << 10;
    const right = (left + 1) & 1023;
    const here = left & 1023;
    const upper = (values[row + here] as number) * (1 - a) + (values[row + right] as number) * a;
    const lower = (values[below + here] as number) * (1 - a) + (values[below + right] as number) * a;
    return upper * (1 - b) + lower * b;
  };
}

function add(values: Float32Array, seed: number, cells: number, weight: number): void {
  const random = seeded(seed);
  const slopes = Float32Array.from({ length: cells * cells * 2 });
  for (let index = 0; index < slopes.length; index += 2) {
    const turn = random() * Math.PI * 2;
    slopes[index] = Math.cos(turn);
    slopes[index + 1] = Math.sin(turn);
  }
  const corner = (column: number, row: number, x: number, y: number) => {
    const at = ((row % cells) * cells + (column % cells)) * 2;
    return (slopes[at] as number) * x + (slopes[at + 1] as number) * y;
  };
  const ease = (t: number) => t * t * t * (t * (t * 6 - 15) + 10);
  for (let py = 0; py < size; py++) {
    const v = (py / size) * cells;
    const row = v | 0;
    const y = v - row;
    const fy = ease(y);
    for (let px = 0; px < size; px++) {
      const u = (px / size) * cells;
      const column = u | 0;
      const x = u - column;
      const fx = ease(x);
      const top = corner(column, row, x, y) * (1 - fx) + corner(column + 1, row, x - 1, y) * fx;
      const bottom = corner(column, row + 1, x, y - 1) * (1 - fx) + corner(column + 1, row + 1, x - 1, y - 1) * fx;
      const at = py * size + px;
      values[at] = (values[at] as number) + (top * (1 - fy) + bottom * fy) * weight;
    }
  }
}
