// One frame of the film: from the far sky to the grass before the eye, each layer in the air that lies before it.

import { floatingObjects, paintFloatingObject, paintLamps } from './floating.ts';
import { paintBirds } from './flock.ts';
import { paintLayer } from './land.ts';
import { paintMist, paintShafts, paintWaterMist } from './mist.ts';
import type { Picture } from './picture.ts';
import type { Scene } from './scene.ts';
import { hazeAt, paintSky } from './sky.ts';
import { type Moment, momentAt, wide } from './timeline.ts';
import { paintWater } from './water.ts';

export function paintFrame(scene: Scene, phase: number, width: number, height: number): Picture {
  const picture: Picture = { width, height, light: new Float32Array(width * height * 3) };
  const moment = momentAt(phase);
  paintSky(picture, moment);
  const air = airOf(picture, moment);
  for (const layer of scene.behind) {
    paintLayer(picture, layer, moment, air);
    paintMist(picture, moment, air, layer.peaks ? 0.14 : 0.05, layer.peaks ? 0.5 : 0.34 - 0.6 * layer.pace, layer.pace);
  }
  paintShafts(picture, moment);
  paintBirds(picture, scene.birds, moment);
  const floating = floatingObjects(scene, moment, air);
  paintWater(picture, moment, floating);
  paintWaterMist(picture, moment, air);
  for (const thing of floating) paintFloatingObject(picture, thing);
  paintLamps(picture, moment);
  for (const layer of scene.before) paintLayer(picture, layer, moment, air);
  return picture;
}

/** The colour of the air low over the water for each column: what distance turns everything into. */
function airOf({ width }: Picture, moment: Moment): Float32Array {
  const air = new Float32Array(width * 3);
  for (let column = 0; column < width; column++) {
    const x = ((column + 0.5) / width) * wide;
    const hue = hazeAt(x, moment);
    for (let channel = 0; channel < 3; channel++) air[column * 3 + channel] = hue[channel] as number;
  }
  return air;
}
