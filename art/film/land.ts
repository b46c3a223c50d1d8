// Land between the eye and the sky: cut-outs that slide at their own pace and come out of the mist and go back into it.

import { light, mix, palette } from '../palette.ts';
import { drifts } from './mist.ts';
import { sampler, type Picture, type Placement, forEachPixel } from './picture.ts';
import type { Layer } from './scene.ts';
import { horizon, journey, type Moment, presence, sinceAct, smooth, travelled } from './timeline.ts';

const amber = light(palette.amber);
/** Spruce swallows red. */
const needles = [0.55, 0.95, 0.9];
const rock = [0.05, 0.072, 0.085];
const lastLight = light('#ffa877').map((value) => value * 1.25);

export function paintLayer(picture: Picture, layer: Layer, moment: Moment, air: Float32Array): void {
  const time = sinceAct(moment.phase, layer.act);
  const here = presence(time, layer.stay, layer.fade);
  if (here <= 0.001) return;
  const near = layer.pace >= 0.5;
  const speed = 1 - 0.7 * Math.cos(4 * Math.PI * time);
  const place: Placement = {
    x: -travelled(time) * journey * layer.pace,
    y: near ? 1 + (layer.sinks ? 0.42 * (1 - here) : 0) : horizon + (layer.peaks ? 0 : layer.pace * 0.02),
    smear: (layer.pace * journey * speed) / 288,
  };
  const look = sampler(layer.cut, place);
  const skylight = mix(moment.upper, moment.far, 0.35);
  const mistiness = layer.haze * (0.55 + 0.6 * moment.mist);
  forEachPixel(picture, layer.cut, place, (x, y, at, column) => {
    const parts = look(x, y);
    if (parts.cover <= 0.004) return;
    const up = horizon - y;
    const reveal = layer.sinks ? 1 : emerging(x, up, here, layer, moment.phase);
    const share = parts.cover * reveal;
    if (share <= 0.002) return;
    const tone = parts.tone / parts.cover;
    const rim = parts.rim / parts.cover;
    const lamp = parts.lamp / parts.cover;
    const low = near ? 0 : Math.exp(-Math.max(0, up) / (layer.peaks ? 0.1 : 0.03));
    let haze = mistiness * (0.65 + 0.75 * low) + (near ? 0.4 : 0.8) * (1 - reveal);
    if (!layer.peaks && lamp > 0.3) haze *= 0.3;
    for (let channel = 0; channel < 3; channel++) {
      const sky = skylight[channel] as number;
      let own: number;
      if (layer.peaks) {
        const bare = (rock[channel] as number) * (0.35 + 0.65 * smooth(0.05, 0.16, up));
        const sunlit = smooth(moment.shadow - 0.05, moment.shadow + 0.05, up) * (0.22 + 0.78 * smooth(0.3, 1.2, x));
        own =
          (bare + (0.86 - bare) * lamp) *
          (tone * sky * 1.5 + rim * moment.peaks * sunlit * (lastLight[channel] as number));
      } else {
        const leaf = layer.act === 'dusk' ? (needles[channel] as number) : 1;
        own = sky * tone * 0.62 * leaf + rim * (moment.sun[channel] as number) * 0.3;
        own += lamp * (amber[channel] as number) * 1.6;
      }
      const seen = own + ((air[column * 3 + channel] as number) - own) * Math.min(1, haze);
      picture.light[at + channel] = (picture.light[at + channel] as number) * (1 - share) + seen * share;
    }
  });
}

/** Land comes out of the mist in shreds, peaks from their tops, instead of fading as a whole. */
function emerging(x: number, up: number, here: number, layer: Layer, phase: number): number {
  if (here >= 0.999) return 1;
  const shreds = drifts(x * 0.32 + travelled(phase), up * 1.3 + layer.pace);
  const above = layer.peaks ? 0.55 - up * 1.9 : 0.2;
  const veil = shreds * 0.55 + above * 0.6 + 0.12;
  return smooth(veil - 0.42, veil + 0.42, here * 1.95 - 0.42);
}
