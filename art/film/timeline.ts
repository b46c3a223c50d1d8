// Where the film stands at a moment: phase 0 to 1 is one round, and everything returns to where it began.
// Two acts half a round apart share it: dawn on the Padma around phase 0, dusk on the lake around phase 0.5.
// On the way from one to the other, at noon, there is little but light, mist and the first hills.

import { type Light, light, palette } from '../palette.ts';

export const filmSeconds = 12;
/** Lengths are in frame heights: x runs from 0 to `wide`, y from 0 (top) to 1. */
export const wide = 16 / 9;
export const horizon = 0.635;
/** How far the nearest water slides by in one round. */
export const journey = 1.5 * wide;

export function smooth(from: number, to: number, value: number): number {
  const part = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return part * part * (3 - 2 * part);
}

export type Act = 'dawn' | 'noon' | 'dusk';
const middles: Record<Act, number> = { dawn: 0, noon: 0.25, dusk: 0.5 };

/** Time since the middle of an act, from -0.5 to 0.5. */
export function sinceAct(phase: number, act: Act): number {
  const time = phase - middles[act];
  return time - Math.floor(time + 0.5);
}

/** The eye never stops, but lingers at both acts and hurries between them. */
export function travelled(time: number): number {
  return time - (0.7 / (4 * Math.PI)) * Math.sin(4 * Math.PI * time);
}

/** 1 in the middle of an act, 0 once more than `stay + fade` has passed; slow to come, slow to go. */
export function presence(time: number, stay: number, fade: number): number {
  return 1 - smooth(stay, stay + fade, Math.abs(time));
}

type Key = readonly [phase: number, ...values: number[]];

/** A smooth closed curve through keys given in rising order of phase. */
function curve(keys: readonly Key[], phase: number): number[] {
  const count = keys.length;
  const at = (index: number) => keys[((index % count) + count) % count] as Key;
  let after = keys.findIndex(([when]) => when > phase);
  if (after < 0) after = count;
  const when = (index: number) => at(index)[0] + Math.floor(index / count);
  const begin = when(after - 1);
  const span = when(after) - begin;
  const t = (phase - begin) / span;
  const before = span / (when(after) - when(after - 2));
  const behind = span / (when(after + 1) - begin);
  return at(after - 1)
    .slice(1)
    .map((from, channel) => {
      const value = (index: number) => at(index)[channel + 1] ?? 0;
      const to = value(after);
      const leave = (to - value(after - 2)) * before;
      const arrive = (value(after + 1) - from) * behind;
      const t2 = t * t;
      const t3 = t2 * t;
      return (2 * t3 - 3 * t2 + 1) * from + (t3 - 2 * t2 + t) * leave + (3 * t2 - 2 * t3) * to + (t3 - t2) * arrive;
    });
}

const colour = (hex: string, strength = 1) => light(hex).map((value) => value * strength);

//                   phase  zenith           upper sky        far horizon      light of the sun
const skies: Key[] = [
  key(0.0, '#0c2f39', '#175a60', '#3a807a', palette.apricot, 1.15),
  key(0.13, '#0e3d45', '#256d6e', '#5b9286', '#fbbf82', 1.35),
  key(0.27, '#10434a', '#2d7372', '#7a9a86', '#fcc27c', 1.25),
  key(0.4, '#0f3d48', '#2c6a70', '#7f918a', palette.apricot, 1.25),
  key(0.5, '#0d3340', '#2a5b67', '#6f868a', '#f19a72', 1.05),
  key(0.6, '#0a2733', '#1b4a57', '#46666f', palette.rose, 0.55),
  key(0.72, '#081d27', '#0f3541', '#20545a', '#7d8f88', 0.22),
  key(0.83, '#081c26', '#0e333d', '#1c5053', '#c08a74', 0.24),
  key(0.92, '#0a2530', '#12464e', '#2a6a68', palette.rose, 0.62),
];

function key(phase: number, zenith: string, upper: string, far: string, sun: string, strength: number): Key {
  return [phase, ...colour(zenith), ...colour(upper), ...colour(far), ...colour(sun, strength)];
}

//                     phase   x   height  disc  mist  stars  peaks' light, its lower edge
const moments: Key[] = [
  [0.0, 0.7, 0.022, 1, 0.8, 0, 0.9, -0.05],
  [0.11, 0.735, 0.105, 1, 1, 0, 0.9, -0.05],
  [0.2, 0.79, 0.155, 0.6, 1.2, 0, 1, -0.05],
  [0.27, 0.86, 0.17, 0, 1.15, 0, 1.1, -0.02],
  [0.38, 0.95, 0.1, 0, 0.62, 0, 1.25, 0.03],
  [0.48, 0.99, 0.03, 0, 0.45, 0, 1.3, 0.1],
  [0.57, 0.99, -0.03, 0, 0.42, 0, 1.15, 0.2],
  [0.65, 0.92, -0.07, 0, 0.5, 0.2, 0.5, 0.34],
  [0.74, 0.8, -0.1, 0, 0.75, 0.8, 0, 0.4],
  [0.84, 0.72, -0.09, 0, 0.9, 0.55, 0, 0.2],
  [0.94, 0.7, -0.03, 0.7, 0.85, 0, 0.3, 0],
];

export interface Moment {
  phase: number;
  zenith: Light;
  upper: Light;
  far: Light;
  /** Colour and strength of the light around the sun. */
  sun: Light;
  sunX: number;
  sunY: number;
  disc: number;
  mist: number;
  stars: number;
  peaks: number;
  /** How high above the water the last sunlight ends, in frame heights. */
  shadow: number;
}

export function momentAt(phase: number): Moment {
  const sky = curve(skies, phase).map((value) => Math.max(0, value));
  const [x = 0, height = 0, disc = 0, mist = 0, stars = 0, peaks = 0, shadow = 0] = curve(moments, phase);
  const part = (from: number): Light => [sky[from] ?? 0, sky[from + 1] ?? 0, sky[from + 2] ?? 0];
  return {
    phase,
    zenith: part(0),
    upper: part(3),
    far: part(6),
    sun: part(9),
    sunX: x * wide,
    sunY: horizon - height,
    disc: Math.min(1, Math.max(0, disc)),
    mist: Math.max(0, mist),
    stars: Math.max(0, stars),
    peaks: Math.max(0, peaks),
    shadow,
  };
}
