// One frame of the film: from the far sky to the grass before the eye, each layer in the air that lies before it.

import { type Light, light, mix, palette } from '../palette.ts';
import { noukaSize } from './boats.ts';
import { tile } from './noise.ts';
import { type Cutout, looker, type Parts, type Picture, type Placement, reach } from './picture.ts';
import type { Layer, Scene } from './scene.ts';
import { hazeAt, paintSky } from './sky.ts';
import { horizon, journey, type Moment, momentAt, presence, sinceAct, smooth, travelled, wide } from './timeline.ts';
import { type Afloat, paintWater } from './water.ts';

const drifts = tile(61, 5, 6, 0.5);
const shafts = tile(67, 24, 3, 0.5);
const amber = light(palette.amber);

export function paintFrame(scene: Scene, phase: number, width: number, height: number): Picture {
  const picture: Picture = { width, height, light: new Float32Array(width * height * 3) };
  const moment = momentAt(phase);
  paintSky(picture, moment);
  const air = airOf(picture, moment);
  for (const layer of scene.behind) {
    paintLayer(picture, layer, moment, air);
    paintMist(picture, moment, air, layer.peaks ? 0.14 : 0.05, layer.peaks ? 0.5 : 0.34 - 0.6 * layer.pace, layer.pace);
  }
  paintLamp(picture, moment, 'dusk', 1.345, horizon - 0.017, 0.36);
  paintShafts(picture, moment);
  paintBirds(picture, scene.birds, moment);
  const afloat = floating(scene, moment, air);
  paintWater(picture, moment, afloat);
  paintWaterMist(picture, moment, air);
  for (const thing of afloat) paintAfloat(picture, thing);
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

function paintLayer(picture: Picture, layer: Layer, moment: Moment, air: Float32Array): void {
  const time = sinceAct(moment.phase, layer.act);
  const here = presence(time, layer.stay, layer.fade);
  if (here <= 0.001) return;
  const near = layer.pace > 0.5;
  const speed = 1 - 0.7 * Math.cos(4 * Math.PI * time);
  const place: Placement = {
    x: -travelled(time) * journey * layer.pace,
    y: near ? 1 : horizon + (layer.peaks ? 0 : layer.pace * 0.02),
    smear: (layer.pace * journey * speed) / 288,
  };
  const look = looker(layer.cut, place);
  const skylight = mix(moment.upper, moment.far, 0.35);
  over(picture, layer.cut, place, (x, y, at, column) => {
    const parts = look(x, y);
    if (parts.cover <= 0.004) return;
    const up = horizon - y;
    const reveal = near ? here : emerging(x, up, here, layer, moment.phase);
    const share = parts.cover * reveal;
    if (share <= 0.002) return;
    const low = near ? 0 : Math.exp(-Math.max(0, up) / (layer.peaks ? 0.1 : 0.03));
    const haze = Math.min(1, layer.haze * (0.55 + 0.6 * moment.mist) * (0.65 + 0.75 * low) + 0.8 * (1 - reveal));
    const tone = parts.tone / parts.cover;
    const rim = parts.rim / parts.cover;
    const snow = layer.peaks ? parts.lamp / parts.cover : 0;
    const lamp = layer.peaks ? 0 : parts.lamp / parts.cover;
    for (let channel = 0; channel < 3; channel++) {
      const sky = skylight[channel] as number;
      let own: number;
      if (layer.peaks) {
        const side = 0.22 + 0.78 * smooth(0.3, 1.2, x);
        const bare = ([0.05, 0.072, 0.085][channel] as number) * (0.35 + 0.65 * smooth(0.05, 0.16, up));
        const albedo = bare + (0.86 - bare) * snow;
        const low = smooth(moment.shadow - 0.05, moment.shadow + 0.05, up);
        own = albedo * (tone * sky * 1.5 + rim * moment.peaks * side * (peakLight[channel] as number) * low);
      } else
        own = sky * tone * 0.62 + rim * (moment.sun[channel] as number) * 0.3 + lamp * (amber[channel] as number) * 1.6;
      const seen = own + ((air[column * 3 + channel] as number) - own) * (lamp > 0.3 ? haze * 0.3 : haze);
      picture.light[at + channel] = (picture.light[at + channel] as number) * (1 - share) + seen * share;
    }
  });
}

const peakLight = light('#ffa877').map((value) => value * 1.25);

/** Land comes out of the mist in shreds, peaks from their tops, instead of fading as a whole. */
function emerging(x: number, up: number, here: number, layer: Layer, phase: number): number {
  if (here >= 0.999) return 1;
  const shreds = drifts(x * 0.32 + travelled(phase), up * 1.3 + layer.pace);
  const above = layer.peaks ? 0.55 - up * 1.9 : 0.2;
  const veil = shreds * 0.55 + above * 0.6 + 0.12;
  return smooth(veil - 0.32, veil + 0.32, here * 1.85 - 0.35);
}

type Visit = (x: number, y: number, at: number, column: number) => void;

function over(picture: Picture, cut: Cutout, place: Placement, visit: Visit): void {
  const { width, height } = picture;
  const area = reach(cut, place);
  const top = Math.max(0, Math.floor(area.top * height));
  const bottom = Math.min(height, Math.ceil(area.bottom * height));
  const left = Math.max(0, Math.floor((area.left / wide) * width));
  const right = Math.min(width, Math.ceil((area.right / wide) * width));
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++)
      visit(((column + 0.5) / width) * wide, (row + 0.5) / height, (row * width + column) * 3, column);
}

function paintMist(
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

function paintWaterMist(picture: Picture, moment: Moment, air: Float32Array): void {
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
function paintShafts({ width, height, light: out }: Picture, moment: Moment): void {
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

const flock: [number, number, number][] = [
  [0, 0, 1],
  [-0.034, 0.014, 0.96],
  [-0.066, 0.03, 0.92],
  [-0.1, 0.04, 0.95],
  [-0.03, -0.016, 0.93],
  [-0.064, -0.026, 0.9],
  [-0.14, 0.058, 0.9],
];

function paintBirds(picture: Picture, birds: Cutout[], moment: Moment): void {
  const time = sinceAct(moment.phase, 'dawn');
  const here = presence(time, 0.26, 0.16);
  if (here <= 0.01) return;
  flock.forEach(([dx, dy, size], index) => {
    const beat = Math.sin(2 * Math.PI * (moment.phase * 15 + index * 0.19));
    const cut = birds[Math.round((beat * 0.9 + 1) * 6)] as Cutout;
    const place: Placement = {
      x: 1.24 + 0.3 * time + dx + 0.006 * Math.sin(2 * Math.PI * (moment.phase * 2 + index * 0.31)),
      y: 0.3 - 0.08 * time + dy * 0.8 + beat * -0.0015,
      size: size * 1.05,
    };
    const look = looker(cut, place);
    over(picture, cut, place, (x, y, at) => {
      const share = look(x, y).cover * 0.8 * here;
      if (share <= 0) return;
      for (let channel = 0; channel < 3; channel++) {
        const dark = (moment.zenith[channel] as number) * 0.7;
        picture.light[at + channel] = (picture.light[at + channel] as number) * (1 - share) + dark * share;
      }
    });
  });
}

function floating(scene: Scene, moment: Moment, air: Float32Array): Afloat[] {
  const things: Afloat[] = [];
  const { boats } = scene;
  const waterline = 0.775;
  const unit = noukaSize / 100;
  for (const act of ['dawn', 'dusk'] as const) {
    const time = sinceAct(moment.phase, act);
    const here = presence(time, 0.16, 0.18);
    if (here <= 0.002) continue;
    const bob = Math.sin(2 * Math.PI * (moment.phase * 4 + (act === 'dawn' ? 0 : 0.3)));
    const stroke = Math.sin(2 * Math.PI * moment.phase * 5);
    const roll = 0.006 * Math.sin(2 * Math.PI * (moment.phase * 4 + 0.2));
    const x = (act === 'dawn' ? 0.648 : 0.655) * wide - travelled(time) * journey * 0.66 + 0.12 * time;
    const y = waterline + 0.0015 * bob;
    const looks =
      act === 'dawn'
        ? [
            looker(boats.oar, { x: x + unit * (-21.5 + 0.7 * stroke), y: y - unit * 4.5, turn: 0.09 * stroke }),
            looker(boats.nouka, { x, y, turn: roll }),
            looker(boats.boatman, { x: x - unit * 21.5, y: y - unit * 4.4, turn: roll + 0.045 * stroke }),
          ]
        : [looker(boats.canoe, { x, y, turn: roll * 0.8 })];
    things.push(...looks.map((at) => afloatThing(at, x, waterline, here, moment, air)));
  }
  return things;
}

function afloatThing(
  at: (x: number, y: number) => Parts,
  x: number,
  waterline: number,
  here: number,
  moment: Moment,
  air: Float32Array,
): Afloat {
  const column = Math.min(air.length / 3 - 1, Math.max(0, Math.floor((x / wide) * (air.length / 3))));
  const around: Light = [air[column * 3] ?? 0, air[column * 3 + 1] ?? 0, air[column * 3 + 2] ?? 0];
  const skylight = mix(moment.upper, moment.far, 0.3);
  const haze = 0.015 + 0.03 * moment.mist + 0.75 * (1 - here);
  const facing = Math.exp(-Math.abs(x - moment.sunX) / 0.6);
  const shade = (parts: Parts, glint = 1): Light => {
    const channel = (index: 0 | 1 | 2) => {
      const own =
        skylight[index] * parts.tone * 0.5 +
        parts.rim * moment.sun[index] * (0.08 + 0.6 * facing) * glint +
        parts.lamp * amber[index] * 1.7;
      return (own + (around[index] * parts.cover - own) * haze) * here;
    };
    return [channel(0), channel(1), channel(2)];
  };
  const seen: Parts = { cover: 0, tone: 0, rim: 0, lamp: 0 };
  return {
    left: x - 0.36,
    right: x + 0.36,
    waterline,
    height: 0.32,
    at: (px, py) => {
      const parts = at(px, py);
      Object.assign(seen, parts);
      return seen;
    },
    share: here,
    shade,
  };
}

function paintAfloat(picture: Picture, thing: Afloat): void {
  const { width, height, light: out } = picture;
  const top = Math.floor((thing.waterline - thing.height) * height);
  const bottom = Math.ceil((thing.waterline + 0.05) * height);
  const left = Math.max(0, Math.floor((thing.left / wide) * width));
  const right = Math.min(width, Math.ceil((thing.right / wide) * width));
  for (let row = top; row < bottom; row++) {
    const y = (row + 0.5) / height;
    const sunk = smooth(thing.waterline + 0.006, thing.waterline - 0.002, y);
    for (let column = left; column < right; column++) {
      const parts = thing.at(((column + 0.5) / width) * wide, y);
      const share = parts.cover * thing.share;
      if (share <= 0.002) continue;
      const hue = thing.shade(parts);
      const at = (row * width + column) * 3;
      const dry = Math.max(sunk, 0.35 * smooth(thing.waterline + 0.05, thing.waterline, y));
      for (let channel = 0; channel < 3; channel++)
        out[at + channel] = (out[at + channel] as number) * (1 - share * dry) + (hue[channel] as number) * dry;
    }
  }
}

/** The halo a lit window spreads in the evening air. */
function paintLamp(picture: Picture, moment: Moment, act: 'dawn' | 'dusk', x: number, y: number, pace: number): void {
  const time = sinceAct(moment.phase, act);
  const here = presence(time, 0.15, 0.18) * (1 - smooth(0.0, 0.3, moment.upper[1] * 3));
  if (here <= 0.01) return;
  const { width, height, light: out } = picture;
  const centre = x - travelled(time) * journey * pace;
  for (let row = Math.floor((y - 0.12) * height); row < horizon * height; row++) {
    for (
      let column = Math.floor(((centre - 0.12) / wide) * width);
      column < ((centre + 0.12) / wide) * width;
      column++
    ) {
      if (column < 0 || column >= width) continue;
      const far = Math.hypot(((column + 0.5) / width) * wide - centre, (row + 0.5) / height - y);
      const share = here * 0.5 * Math.exp(-far / 0.014);
      const at = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++)
        out[at + channel] = (out[at + channel] as number) + share * (amber[channel] as number);
    }
  }
}
