// The range behind the lake: a land of ridges raised from noise, looked at from the side, with true light and shadow.

import { seeded } from '../shapes.ts';
import type { Cutout } from './picture.ts';
import { smooth } from './timeline.ts';

interface Peak {
  x: number;
  z: number;
  height: number;
  breadth: number;
}

/** Places along x in frame heights from the left edge of the frame, z from 0 (near) to 1 (far). */
const peaks: Peak[] = [
  { x: 1.19, z: 0.55, height: 0.365, breadth: 0.47 },
  { x: 1.58, z: 0.62, height: 0.28, breadth: 0.44 },
  { x: 0.8, z: 0.7, height: 0.19, breadth: 0.4 },
  { x: 0.42, z: 0.75, height: 0.11, breadth: 0.42 },
  { x: 0.02, z: 0.7, height: 0.13, breadth: 0.45 },
  { x: 2.0, z: 0.6, height: 0.26, breadth: 0.45 },
  { x: 1.4, z: 0.28, height: 0.15, breadth: 0.3 },
  { x: 0.98, z: 0.3, height: 0.12, breadth: 0.28 },
];

const left = -0.35;
const right = 2.35;
const deep = 0.9;
const tilt = 0.05;

/** `rim` is the light of the low sun on each slope, `tone` the light of the sky, `lamp` the share of snow. */
export function mountains(scale: number): Cutout {
  const columns = Math.round((right - left) * scale);
  const layers = Math.round(deep * scale);
  const land = heightMap(columns, layers);
  const rows = Math.round(0.5 * scale);
  const shade = illuminate(land, columns, layers, scale);
  const parts = new Float32Array(columns * rows * 4);
  for (let column = 0; column < columns; column++) {
    let filled = 0;
    for (let layer = 0; layer < layers; layer++) {
      const at = layer * columns + column;
      const top = ((land[at] as number) + (layer / layers) * tilt) * scale;
      if (top <= filled) continue;
      for (let y = Math.floor(filled); y <= Math.floor(top); y++) {
        const row = rows - 1 - y;
        if (row < 0) continue;
        const share = Math.min(y + 1, top) - Math.max(y, filled);
        const to = (row * columns + column) * 4;
        parts[to] = (parts[to] as number) + share;
        for (let part = 0; part < 3; part++)
          parts[to + 1 + part] = (parts[to + 1 + part] as number) + (shade[at * 3 + part] as number) * share;
      }
      filled = top;
    }
  }
  return { width: columns, height: rows, parts, scale, anchorX: -left * scale, anchorY: rows };
}

function heightMap(columns: number, layers: number): Float32Array {
  const noise = lattice(5);
  const land = new Float32Array(columns * layers);
  for (let layer = 0; layer < layers; layer++) {
    const z = (layer / layers) * deep;
    for (let column = 0; column < columns; column++) {
      const x = left + (column / columns) * (right - left);
      const bendX = x + 0.09 * noise(x * 3.1 + 9, z * 3.1);
      const bendZ = z + 0.09 * noise(x * 3.1, z * 3.1 + 40);
      let envelope = 0;
      for (const peak of peaks) {
        const far = Math.hypot((bendX - peak.x) / peak.breadth, (bendZ - peak.z * deep) / (peak.breadth * 0.85));
        const part = peak.height * Math.max(0, 1 - far);
        envelope = Math.max(envelope, part) + Math.min(envelope, part) * 0.25;
      }
      let sum = 0;
      let carry = 1;
      for (let octave = 0, weight = 0.52, step = 3.4; octave < 8; octave++, weight *= 0.49, step *= 2.07) {
        const sharp = 1 - Math.abs(noise(bendX * step + octave * 7, bendZ * step + octave * 13));
        const ridge = sharp * sharp * carry;
        sum += ridge * weight;
        carry = Math.min(1, ridge * 1.25);
      }
      const foot = 0.03 * smooth(0, 0.5, z);
      land[layer * columns + column] = foot * sum + envelope * (0.4 + 0.83 * sum);
    }
  }
  return land;
}

function illuminate(land: Float32Array, columns: number, layers: number, scale: number): Float32Array {
  const shade = new Float32Array(columns * layers * 3);
  const sun = [0.86, 0.27, -0.43] as const;
  const noise = lattice(91);
  const at = (column: number, layer: number) =>
    land[Math.min(layers - 1, Math.max(0, layer)) * columns + Math.min(columns - 1, Math.max(0, column))] as number;
  for (let layer = 0; layer < layers; layer++) {
    for (let column = 0; column < columns; column++) {
      const here = at(column, layer);
      const slopeX = ((at(column + 1, layer) - at(column - 1, layer)) * scale) / 2;
      const slopeZ = ((at(column, layer + 1) - at(column, layer - 1)) * scale) / 2;
      const size = Math.hypot(slopeX, 1, slopeZ);
      const facing = (-slopeX * sun[0] + sun[1] - slopeZ * sun[2]) / size;
      let open = 1;
      for (let step = 3; step < 0.5 * scale && open > 0; step = step * 1.12 + 1.5) {
        const run = step / scale;
        const ray = here + (run * sun[1]) / 0.96;
        const over = at(column + Math.round((step * sun[0]) / 0.96), layer + Math.round((step * sun[2]) / 0.96)) - ray;
        open = Math.min(open, 1 - smooth(-0.002 - run * 0.02, 0.004 + run * 0.03, over));
      }
      let around = 0;
      for (const far of [6, 14, 30])
        around += at(column - far, layer) + at(column + far, layer) + at(column, layer - far) + at(column, layer + far);
      const hollow = smooth(-0.03, 0.035, here - around / 12);
      const x = column / scale;
      const z = layer / scale;
      const patch = noise(x * 22, z * 22) * 0.45 + noise(x * 75, z * 75) * 0.3;
      const snow =
        smooth(0.055, 0.15, here + patch * 0.05) * smooth(3.0, 1.65, Math.hypot(slopeX, slopeZ) + patch * 1.1);
      const to = (layer * columns + column) * 3;
      shade[to] = (0.45 + 0.55 * hollow) * (0.55 + 0.45 / size + 0.1 * patch);
      shade[to + 1] = Math.max(0, facing) ** 0.85 * open;
      shade[to + 2] = snow;
    }
  }
  return shade;
}

function lattice(seed: number): (x: number, z: number) => number {
  const random = seeded(seed);
  const order = Uint16Array.from({ length: 512 }, (_, index) => index & 255);
  for (let index = 255; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    const kept = order[index] as number;
    order[index] = order[other] as number;
    order[other] = kept;
  }
  for (let index = 0; index < 256; index++) order[index + 256] = order[index] as number;
  const slope = Float32Array.from({ length: 512 }, (_, index) => {
    const turn = ((index >> 1) / 256) * Math.PI * 2;
    return index & 1 ? Math.sin(turn) : Math.cos(turn);
  });
  const corner = (column: number, row: number, x: number, z: number) => {
    const turn = (order[((order[column & 255] as number) + row) & 255] as number) * 2;
    return (slope[turn] as number) * x + (slope[turn + 1] as number) * z;
  };
  return (x, z) => {
    const column = Math.floor(x);
    const row = Math.floor(z);
    const a = x - column;
    const b = z - row;
    const fa = a * a * a * (a * (a * 6 - 15) + 10);
    const fb = b * b * b * (b * (b * 6 - 15) + 10);
    const near = corner(column, row, a, b) * (1 - fa) + corner(column + 1, row, a - 1, b) * fa;
    const far = corner(column, row + 1, a, b - 1) * (1 - fa) + corner(column + 1, row + 1, a - 1, b - 1) * fa;
    return (near + (far - near) * fb) * 1.4;
  };
}
