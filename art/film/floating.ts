// The boats of a moment, how the light falls on them, and the lamps that begin to count once the sun is gone.

import { type Light, light, mix, palette } from '../palette.ts';
import { noukaSize } from './boats.ts';
import { sampler, type Parts, type Picture } from './picture.ts';
import type { Scene } from './scene.ts';
import { horizon, journey, type Moment, presence, sinceAct, smooth, travelled, wide } from './timeline.ts';
import type { FloatingObject } from './water.ts';

const amber = light(palette.amber);
const waterline = 0.775;
const unit = noukaSize / 100;

export function floatingObjects(scene: Scene, moment: Moment, air: Float32Array): FloatingObject[] {
  const things: FloatingObject[] = [];
  const { boats } = scene;
  for (const act of ['dawn', 'dusk'] as const) {
    const time = sinceAct(moment.phase, act);
    const here = presence(time, 0.16, 0.18);
    if (here <= 0.002) continue;
    const bob = Math.sin(2 * Math.PI * (moment.phase * 4 + (act === 'dawn' ? 0 : 0.3)));
    const roll = 0.006 * Math.sin(2 * Math.PI * (moment.phase * 4 + 0.2));
    const x = boatAt(act, time);
    const y = waterline + 0.0015 * bob;
    const at =
      act === 'dawn' ? sampler(boats.nouka, { x, y, turn: roll }) : sampler(boats.canoe, { x, y, turn: roll * 0.8 });
    things.push(floatingObject(at, x, waterline, here, moment, air));
  }
  return things;
}

function floatingObject(
  at: (x: number, y: number) => Parts,
  x: number,
  waterline: number,
  here: number,
  moment: Moment,
  air: Float32Array,
): FloatingObject {
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

export function paintFloatingObject(picture: Picture, thing: FloatingObject): void {
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

function boatAt(act: 'dawn' | 'dusk', time: number): number {
  return (act === 'dawn' ? 0.648 : 0.655) * wide - travelled(time) * journey * 0.66;
}

/** The halo of the lantern on the nouka and of the cabin's windows in the dark air. */
export function paintLamps(picture: Picture, moment: Moment): void {
  const dark = 0.3 + 0.7 * smooth(0.14, 0.03, moment.upper[1]);
  const dawn = sinceAct(moment.phase, 'dawn');
  const dusk = sinceAct(moment.phase, 'dusk');
  const cabin = { x: 1.345 - travelled(dusk) * journey * 0.36, y: horizon - 0.009 };
  const lantern = { x: boatAt('dawn', dawn) + 10.2 * unit, y: waterline - 4.4 * unit };
  paintHalo(picture, cabin.x, cabin.y, dark * presence(dusk, 0.13, 0.13));
  paintHalo(picture, lantern.x, lantern.y, 0.6 * dark * presence(dawn, 0.14, 0.14));
}

function paintHalo({ width, height, light: out }: Picture, x: number, y: number, strength: number): void {
  if (strength <= 0.01) return;
  const reach = 0.16;
  const last = Math.min(width, ((x + reach) / wide) * width);
  for (let row = Math.floor((y - reach) * height); row < (y + reach) * height; row++) {
    for (let column = Math.max(0, Math.floor(((x - reach) / wide) * width)); column < last; column++) {
      const far = Math.hypot(((column + 0.5) / width) * wide - x, (row + 0.5) / height - y);
      const share = strength * (0.4 * Math.exp(-far / 0.011) + 0.1 * Math.exp(-far / 0.034)) * smooth(reach, 0.08, far);
      const at = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++)
        out[at + channel] = (out[at + channel] as number) + share * (amber[channel] as number);
    }
  }
}
