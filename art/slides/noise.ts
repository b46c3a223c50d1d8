// Smooth noise over a plane, and ground shaped by it.
import { seeded } from '../shapes.ts';

/** Value noise from -1 to 1 with its slopes: what erosion and clouds are made of. */
export function noise2(seed: number): (x: number, y: number) => readonly [value: number, dx: number, dy: number] {
  const random = seeded(seed);
  const size = 256;
  const knots = Float32Array.from({ length: size * size }, () => random() * 2 - 1);
  const knot = (x: number, y: number) => knots[(y & 255) * size + (x & 255)] ?? 0;
  return (x, y) => {
    const [cellX, cellY] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [x - cellX, y - cellY];
    const [fx, fy] = [u * u * u * (u * (u * 6 - 15) + 10), v * v * v * (v * (v * 6 - 15) + 10)];
    const [gx, gy] = [30 * u * u * (u * (u - 2) + 1), 30 * v * v * (v * (v - 2) + 1)];
    const [a, b] = [knot(cellX, cellY), knot(cellX + 1, cellY)];
    const [c, d] = [knot(cellX, cellY + 1), knot(cellX + 1, cellY + 1)];
    const twist = a - b - c + d;
    return [a + (b - a) * fx + (c - a) * fy + twist * fx * fy, gx * (b - a + twist * fy), gy * (c - a + twist * fx)];
  };
}

/** Clouds: octaves of noise, from -1 to 1. */
export function cloudy(seed: number, octaves = 5): (x: number, y: number) => number {
  const noise = noise2(seed);
  return (x, y) => {
    let [sum, weight, u, v] = [0, 0.5, x, y];
    for (let octave = 0; octave < octaves; octave++) {
      sum += noise(u, v)[0] * weight;
      [u, v] = [1.6 * u + 1.2 * v + 7.1, -1.2 * u + 1.6 * v + 3.7];
      weight *= 0.5;
    }
    return sum;
  };
}

/** Alpine ground from 0 up: steep places stay bare of fine detail, as eroded rock does. */
export function alpine(seed: number, octaves = 9): (x: number, y: number) => number {
  const noise = noise2(seed);
  return (x, y) => {
    let [sum, weight, slopeX, slopeY, u, v] = [0, 1, 0, 0, x, y];
    for (let octave = 0; octave < octaves; octave++) {
      const [value, dx, dy] = noise(u, v);
      slopeX += dx;
      slopeY += dy;
      sum += (weight * (value * 0.5 + 0.5)) / (1 + 0.6 * (slopeX * slopeX + slopeY * slopeY));
      weight *= 0.5;
      [u, v] = [1.6 * u - 1.2 * v, 1.2 * u + 1.6 * v];
    }
    return sum;
  };
}
