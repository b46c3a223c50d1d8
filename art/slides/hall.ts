// The building of the arrivals hall: ribs like gates one behind the other, glass to the left, a wall to the right.
import { palette as p } from '../palette.ts';
import { alpha, blend, type Canvas, fade, polygon, within } from './canvas.ts';
import { type Point, projection } from './space.ts';

export const horizon = 540;
export const focal = 980;

export const at = projection({ horizon, center: 860, focal, eye: 1.75 });
export const [left, right, spring, end] = [-13, 13, 6.2, 46];

export const bays = [3.2, 6.2, 9.6, 13.4, 17.6, 22.2, 27.2, 32.8, 39, end];
export const sun: Point = [742, 430];

const archHeight = (share: number) => spring + 7.6 * Math.sqrt(Math.max(0, 1 - share * share));

function arc(ahead: number, inset = 0): Point[] {
  const points: Point[] = [];
  for (let turn = 0; turn <= 32; turn++) {
    const share = -Math.cos((Math.PI * turn) / 32);
    points.push(at(share * (right - inset), archHeight(share) - inset, ahead));
  }
  return points;
}

export function vault(canvas: Canvas): void {
  for (let bay = bays.length - 1; bay > 0; bay--) {
    const [near, far] = [bays[bay - 1] ?? 3, bays[bay] ?? end];
    const deep = 1 - far / (end + 8);
    const [nearArc, farArc] = [arc(near), arc(far)];
    for (let slat = 0; slat < 32; slat++) {
      const tone = Math.sin((Math.PI * (slat + 0.5)) / 32);
      const fromSun = 1 - slat / 32;
      const base = blend(
        blend(p.apricot, p.rose, 0.55 - 0.4 * fromSun),
        blend(blend(p.night, p.deep, 0.9), '#5a3a44', Math.max(0, 0.75 - deep * 1.3)),
        Math.min(0.98, 0.6 + deep * 0.75 + tone * 0.12 - (1 - fromSun) * 0.16),
      );
      const [a, b, c, d] = [nearArc[slat], nearArc[slat + 1], farArc[slat + 1], farArc[slat]];
      if (!a || !b || !c || !d) continue;
      canvas.fillStyle = slat % 2 ? base : blend(base, p.night, 0.12);
      canvas.fill(polygon([a, b, c, d]));
      canvas.strokeStyle = canvas.fillStyle;
      canvas.lineWidth = 0.8;
      canvas.stroke(polygon([a, b, c, d]));
    }
    rib(canvas, far, deep);
  }
}

function rib(canvas: Canvas, ahead: number, deep: number): void {
  const [outer, inner] = [arc(ahead), arc(ahead, 0.75)];
  const foot = (side: number, inset: number) => at(side * (right - inset), 0, ahead);
  const shape = polygon([foot(-1, 0), ...outer, foot(1, 0), foot(1, 0.75), ...inner.toReversed(), foot(-1, 0.75)]);
  const dark = blend(blend(p.deep, p.rose, 0.45), p.night, Math.min(1, deep * 1.05));
  canvas.fillStyle = fade(
    canvas,
    [at(left, 0, ahead)[0], 0, at(right, 0, ahead)[0], 0],
    [
      [0, blend(dark, p.night, 0.35)],
      [0.55, blend(dark, p.rose, 0.2)],
      [1, blend(dark, p.apricot, 0.75)],
    ],
  );
  canvas.fill(shape);
  canvas.strokeStyle = alpha(p.sun, 0.5);
  canvas.lineWidth = Math.max(0.8, 26 / ahead);
  canvas.beginPath();
  for (const point of inner) canvas.lineTo(...point);
  canvas.stroke();
}

export function sideWalls(canvas: Canvas): void {
  for (let bay = bays.length - 1; bay > 0; bay--) {
    const [near, far] = [bays[bay - 1] ?? 3, bays[bay] ?? end];
    const deep = 1 - far / (end + 8);
    const pane = (side: number, top: number, low: number) =>
      polygon([at(side, low, near), at(side, top, near), at(side, top, far), at(side, low, far)]);
    const bright = pane(left, spring, 0.2);
    canvas.fillStyle = fade(
      canvas,
      [0, at(0, spring, near)[1], 0, horizon + 30],
      [
        [0, blend(p.mist, p.lake, 0.3)],
        [0.5, blend(p.mist, p.peach, 0.6)],
        [1, p.peach],
      ],
    );
    canvas.fill(bright);
    within(canvas, bright, () => {
      canvas.strokeStyle = alpha(blend(p.deep, p.night, deep), 0.75);
      for (let bar = 1; bar < 4; bar++) {
        const ahead = near + ((far - near) * bar) / 4;
        canvas.lineWidth = Math.max(0.8, 60 / ahead);
        canvas.beginPath();
        canvas.moveTo(...at(left, 0, ahead));
        canvas.lineTo(...at(left, spring, ahead));
        canvas.stroke();
      }
      for (const up of [2.2, 4.2]) {
        canvas.beginPath();
        canvas.moveTo(...at(left, up, near));
        canvas.lineTo(...at(left, up, far));
        canvas.stroke();
      }
    });
    const wall = blend(blend(p.apricot, p.rose, 0.35), blend(p.deep, p.night, 0.45), Math.min(1, 0.5 + deep));
    canvas.fillStyle = fade(
      canvas,
      [0, at(0, spring, near)[1], 0, at(0, 0, near)[1]],
      [
        [0, blend(wall, p.night, 0.3)],
        [1, wall],
      ],
    );
    canvas.fill(pane(right, spring, 0));
    const slant = (far - near) * 0.5;
    canvas.fillStyle = fade(
      canvas,
      [0, at(0, 3.4, far)[1], 0, at(0, 0, far)[1]],
      [
        [0, p.apricot, 0.45],
        [1, p.gold, 0.8],
      ],
    );
    canvas.fill(
      polygon([
        at(right, 0.4, near + slant * 0.5),
        at(right, 3.4, near + slant * 1.1),
        at(right, 3.4, far),
        at(right, 0.4, far - slant * 0.6),
      ]),
    );
    const column = (side: number) => {
      const x0 = at(side, 0, far);
      const x1 = at(side - Math.sign(side) * 0.75, 0, far);
      canvas.fillStyle = blend(blend(p.deep, p.rose, 0.4), p.night, Math.min(1, deep * 1.1 + (side < 0 ? 0.25 : 0)));
      canvas.fillRect(
        Math.min(x0[0], x1[0]),
        at(0, spring, far)[1],
        Math.abs(x1[0] - x0[0]),
        x0[1] - at(0, spring, far)[1],
      );
    };
    if (bay < bays.length - 1) {
      column(left);
      column(right);
    }
  }
}

export function endWall(canvas: Canvas, view: (canvas: Canvas) => void): void {
  const shape = polygon([at(left + 0.75, 0, end), ...arc(end, 0.75), at(right - 0.75, 0, end)]);
  within(canvas, shape, () => view(canvas));
  within(canvas, shape, () => {
    canvas.strokeStyle = alpha(blend(p.deep, p.rose, 0.35), 0.8);
    for (let bar = -12; bar <= 12; bar += 3) {
      canvas.lineWidth = 2.2;
      canvas.beginPath();
      canvas.moveTo(...at(bar, 0, end));
      canvas.lineTo(...at(bar, 15, end));
      canvas.stroke();
    }
    for (const up of [3, 6.2, 9.5]) {
      canvas.beginPath();
      canvas.moveTo(...at(left, up, end));
      canvas.lineTo(...at(right, up, end));
      canvas.stroke();
    }
  });
}
