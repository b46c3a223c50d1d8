// Everything that is drawn once before the first frame, and how each layer stands in its act.

import { bird } from '../shapes.ts';
import { closeSpruces, farBank, hills, kash, nearBank, shore, slope } from './banks.ts';
import { type Boats, drawBoats } from './boats.ts';
import { mountains } from './mountains.ts';
import { type Cutout, cutout } from './picture.ts';
import type { Act } from './timeline.ts';

export interface Layer {
  cut: Cutout;
  act: Act;
  /** Share of the near water's way that the layer slides by. */
  pace: number;
  /** How much of it the air swallows, 0 to 1. */
  haze: number;
  stay: number;
  fade: number;
  peaks?: boolean;
  /** It leaves below the frame instead of fading. */
  sinks?: boolean;
}

export interface Scene {
  behind: Layer[];
  before: Layer[];
  boats: Boats;
  /** One bird at rising positions of its wings. */
  birds: Cutout[];
}

export async function drawScene(height: number): Promise<Scene> {
  const fine = height * 1.35;
  const wings = Array.from({ length: 13 }, (_, step) =>
    cutout(
      `<path fill="rgb(40,0,0)" transform="scale(.001)" d="${bird(26, step / 6 - 1)}"/>`,
      { left: -0.02, top: -0.02, right: 0.02, bottom: 0.02 },
      height * 3,
    ),
  );
  return {
    behind: [
      { cut: mountains(height), act: 'dusk', pace: 0.1, haze: 0.19, stay: 0.12, fade: 0.21, peaks: true },
      { cut: await hills(fine, 3, 0.17), act: 'noon', pace: 0.13, haze: 0.62, stay: 0.04, fade: 0.11 },
      { cut: await hills(fine, 4, 0.1), act: 'noon', pace: 0.2, haze: 0.42, stay: 0.04, fade: 0.11 },
      { cut: await farBank(fine), act: 'dawn', pace: 0.2, haze: 0.5, stay: 0.12, fade: 0.13 },
      { cut: await slope(fine), act: 'dusk', pace: 0.24, haze: 0.2, stay: 0.14, fade: 0.2 },
      { cut: await nearBank(fine), act: 'dawn', pace: 0.36, haze: 0.16, stay: 0.11, fade: 0.12 },
      { cut: await shore(fine), act: 'dusk', pace: 0.36, haze: 0.05, stay: 0.15, fade: 0.18 },
    ],
    before: [
      { cut: await kash(height), act: 'dawn', pace: 0.85, haze: 0, stay: 0.04, fade: 0.2, sinks: true },
      { cut: await closeSpruces(height), act: 'dusk', pace: 0.5, haze: 0, stay: 0.14, fade: 0.12 },
    ],
    boats: await drawBoats(height * 2),
    birds: await Promise.all(wings),
  };
}
