// The birds that fly ahead of the eye from the river towards the hills.

import { type Cutout, sampler, type Picture, type Placement, forEachPixel } from './picture.ts';
import { type Moment, presence, sinceAct } from './timeline.ts';

/** Place behind the leader and size. */
const flock: [number, number, number][] = [
  [0, 0, 1],
  [-0.034, 0.014, 0.96],
  [-0.066, 0.03, 0.92],
  [-0.1, 0.04, 0.95],
  [-0.03, -0.016, 0.93],
  [-0.064, -0.026, 0.9],
  [-0.14, 0.058, 0.9],
];

export function paintBirds(picture: Picture, birds: Cutout[], moment: Moment): void {
  const time = sinceAct(moment.phase, 'dawn');
  const here = presence(time - 0.08, 0.17, 0.12);
  if (here <= 0.01) return;
  flock.forEach(([dx, dy, size], index) => {
    const beat = Math.sin(2 * Math.PI * (moment.phase * 15 + index * 0.19));
    const cut = birds[Math.round((beat * 0.9 + 1) * 6)] as Cutout;
    const place: Placement = {
      x: 1.24 + 0.3 * time + dx + 0.006 * Math.sin(2 * Math.PI * (moment.phase * 2 + index * 0.31)),
      y: 0.3 - 0.08 * time + dy * 0.8 + beat * -0.0015,
      size: size * 1.05,
    };
    const look = sampler(cut, place);
    forEachPixel(picture, cut, place, (x, y, at) => {
      const share = look(x, y).cover * 0.8 * here;
      if (share <= 0) return;
      for (let channel = 0; channel < 3; channel++) {
        const dark = (moment.zenith[channel] as number) * 0.7;
        picture.light[at + channel] = (picture.light[at + channel] as number) * (1 - share) + dark * share;
      }
    });
  });
}
