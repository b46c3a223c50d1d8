// A jetty on the lake under the Rockies: the last light on the snow, a red canoe at rest.
import { light, mix, palette as p } from '../palette.ts';
import { seeded, spruce, waviness } from '../shapes.ts';
import { alpha, blend, type Canvas, fade, glow, haze, height, layer, path, polygon, width } from './canvas.ts';
import { alpine, cloudy } from './noise.ts';
import { clouds, sky } from './sky.ts';
import { paintGround, projection, through } from './space.ts';
import { glitter, mirror } from './water.ts';

const shore = 452;
const sun = [640, 398] as const;
const at = projection({ horizon: shore, center: 742, focal: 1150, eye: 2.5 });

export function visit(canvas: Canvas): void {
  eveningSky(canvas);
  mountains(canvas);
  farShore(canvas);
  layer(canvas, { blur: 16 }, (aside) => {
    aside.fillStyle = fade(
      aside,
      [0, 0, width, 0],
      [
        [0, p.peach, 0.35],
        [0.35, p.sun, 0.8],
        [0.7, p.peach, 0.4],
        [1, p.mist, 0.35],
      ],
    );
    aside.fillRect(0, shore - 26, width, 28);
  });
  mirror(canvas, { shore, seed: 5, ripple: 13, stretch: 0.86, bright: [0.97, 0.62] });
  canvas.fillStyle = fade(
    canvas,
    [0, shore, 0, height],
    [
      [0, p.peach, 0.2],
      [0.3, p.lake, 0.06],
      [1, p.night, 0.55],
    ],
  );
  canvas.fillRect(0, shore, width, height - shore);
  glitter(canvas, seeded(3), { x: sun[0], shore, color: p.sun, count: 520, spread: 130 });
  haze(canvas, shore + 2, 12, p.ivory, 0.55);
  canoe(canvas);
  jetty(canvas);
  frame(canvas);
  glow(canvas, ...sun, 620, p.apricot, 0.32, 0.7);
  glow(canvas, ...sun, 150, '#fff0cc', 0.9, 0.8);
}

function eveningSky(canvas: Canvas): void {
  sky(canvas, shore, [
    [0, blend(p.deep, p.lake, 0.55)],
    [0.3, blend(p.lake, p.mist, 0.62)],
    [0.58, blend(p.mist, p.peach, 0.6)],
    [0.8, p.peach],
    [1, p.apricot],
  ]);
  glow(canvas, ...sun, 640, p.sun, 0.85, 0.62);
  clouds(canvas, {
    horizon: shore,
    seed: 63,
    sun: [sun[0], 470],
    cover: -0.13,
    long: 2,
    lit: blend(p.rose, p.apricot, 0.45),
    shade: blend(p.lake, p.rose, 0.42),
    burning: p.sun,
    share: 0.9,
  });
}

function mountains(canvas: Canvas): void {
  const rough = alpine(11);
  const peak = (x: number, z: number, atX: number, atZ: number, wide: number, high: number) =>
    high * Math.exp(-(((x - atX) / wide) ** 2 + ((z - atZ) / (wide * 1.15)) ** 2));
  const heightAt = (x: number, z: number) => {
    const mass =
      peak(x, z, 1500, 8200, 1500, 1500) +
      peak(x, z, 3300, 9500, 1500, 1250) +
      peak(x, z, -3300, 10500, 1900, 1300) +
      peak(x, z, -1200, 13500, 1500, 900) +
      peak(x, z, 5600, 9000, 1800, 1300) +
      peak(x, z, -4700, 7000, 1300, 900);
    const shelf = Math.max(0, Math.min(1, (z - 3600) / 2500));
    return (mass * (0.42 + 0.62 * rough(x * 0.0006 + 3, z * 0.0006)) + 190 * rough(x * 0.0011, z * 0.0011)) * shelf - 8;
  };
  const [warmAir, coolAir] = [light(blend(p.peach, p.apricot, 0.35)), light(blend(p.lake, p.mist, 0.55))];
  const glowing = light(blend(p.apricot, p.rose, 0.4));
  const snowShade = light(blend(p.lake, p.mist, 0.5));
  const [rockLit, rockShade] = [light(blend(p.rose, p.maple, 0.3)), light(blend(p.deep, p.lake, 0.35))];
  const [forestLit, forest] = [light(blend(p.lake, p.gold, 0.25)), light(blend(p.night, p.deep, 0.7))];
  const snowLine = cloudy(8);
  paintGround(canvas, {
    horizon: shore,
    center: 742,
    focal: 1150,
    eye: 30,
    near: 3500,
    far: 17000,
    steps: 1500,
    heightAt,
    sun: [-1, 0.34, 0.25],
    paint: ({ right, ahead, height: high, lit, level }) => {
      const bright = Math.min(1, lit * 2.3);
      const line = 640 + 260 * snowLine(right * 0.002, ahead * 0.002);
      const snow = Math.max(0, Math.min(1, (high - line) / 160)) * Math.max(0, Math.min(1, (level - 0.42) * 5));
      const wood = Math.max(0, Math.min(1, (430 + 220 * snowLine(right * 0.004, ahead * 0.004) - high) / 90));
      const bare = mix(rockShade, rockLit, bright * 0.9);
      const white = mix(snowShade, mix(glowing, light(p.ivory), Math.min(1, bright * 0.75)), Math.min(1, bright * 1.5));
      const green = mix(forest, forestLit, bright * 0.8);
      const color = mix(mix(bare, white, snow), green, wood);
      const away = Math.min(1, Math.abs(right / ahead + 0.08) * 2.6);
      return through(color, mix(warmAir, coolAir, away), ahead * 0.7 + (900 - Math.min(900, high)) * 4.6, 19000);
    },
  });
}

function farShore(canvas: Canvas): void {
  const random = seeded(77);
  const wave = waviness(4);
  for (const [depth, tint] of [
    [0, blend(p.deep, p.mist, 0.3)],
    [1, blend(p.deep, p.night, 0.35)],
  ] as const) {
    canvas.fillStyle = tint;
    for (let x = -20; x < width + 20; x += 3 + random() * 5) {
      const edge = Math.abs(x - 640) / 900;
      const tall =
        (12 + 34 * edge * edge + 16 * wave(x * 0.006 + depth * 9)) * (0.6 + 0.6 * random()) * (depth ? 0.8 : 1.15);
      if (depth && Math.abs(x - sun[0]) < 300) continue;
      canvas.save();
      canvas.translate(x, shore + 2);
      canvas.fill(path(spruce(random, Math.max(7, tall), 0.8)));
      canvas.restore();
    }
  }
}

function jetty(canvas: Canvas): void {
  const random = seeded(9);
  const [left, right] = [-1.75, 0.45];
  const far = 10.8;
  const dark = blend(p.night, p.ink, 0.5);
  layer(canvas, { blur: 5, share: 0.62 }, (aside) => {
    aside.fillStyle = dark;
    aside.fill(
      polygon([
        at(left, -0.55, 2.2),
        at(left + 0.1, -0.5, far),
        at(right + 0.2, -0.5, far),
        at(right + 0.25, -0.55, 2.2),
      ]),
    );
  });
  for (let ahead = far; ahead > 2.4; ahead -= 2.4) {
    for (const side of [left + 0.05, right - 0.05]) {
      const [x, y] = at(side, 0.34, ahead);
      const low = at(side, -1, ahead)[1];
      const thick = 95 / ahead;
      canvas.fillStyle = fade(
        canvas,
        [x - thick, 0, x + thick, 0],
        [
          [0, blend(p.apricot, p.ink, 0.35)],
          [0.35, blend(p.deep, p.ink, 0.6)],
          [1, p.ink],
        ],
      );
      canvas.fillRect(x - thick, y, 2 * thick, low - y);
    }
  }
  for (let ahead = far; ahead > 2.1; ahead -= 0.155) {
    const skew = (random() - 0.5) * 0.07;
    const tone = blend(blend(p.deep, '#6d5a50', 0.72), p.night, random() * 0.4);
    const plank = polygon([
      at(left + skew, 0, ahead),
      at(right + skew, 0, ahead),
      at(right + skew, 0, ahead - 0.135),
      at(left + skew, 0, ahead - 0.135),
    ]);
    const [x0, y0] = at(left, 0, ahead);
    const [x1] = at(right, 0, ahead);
    canvas.fillStyle = fade(
      canvas,
      [x0, y0, x1, y0],
      [
        [0, blend(tone, p.apricot, 0.5)],
        [0.45, blend(tone, p.rose, 0.24)],
        [1, tone],
      ],
    );
    canvas.fill(plank);
    canvas.strokeStyle = alpha(p.sun, 0.28);
    canvas.lineWidth = 9 / ahead;
    canvas.beginPath();
    canvas.moveTo(...at(left + skew, 0, ahead));
    canvas.lineTo(...at(right + skew, 0, ahead));
    canvas.stroke();
  }
  canvas.fillStyle = dark;
  canvas.fill(polygon([at(left, 0, 2.1), at(left, 0, far), at(left, -0.2, far), at(left, -0.2, 2.1)]));
  canvas.fill(polygon([at(right, 0, 2.1), at(right, 0, far), at(right, -0.2, far), at(right, -0.2, 2.1)]));
}

function canoe(canvas: Canvas): void {
  const [x, y, long] = [1085, 690, 165];
  const hull = (side: 1 | -1, deep: number) =>
    polygon(
      [
        [x - long, y - 26 * side],
        [x - long * 0.7, y - 8 * side],
        [x, y - 2 * side],
        [x + long * 0.7, y - 8 * side],
        [x + long, y - 26 * side],
        [x + long * 0.9, y + deep * 0.5 * side],
        [x + long * 0.5, y + deep * side],
        [x - long * 0.5, y + deep * side],
        [x - long * 0.9, y + deep * 0.5 * side],
      ],
      true,
    );
  layer(canvas, { blur: 3, share: 0.7 }, (aside) => {
    aside.translate(0, 2 * y + 66);
    aside.scale(1, -1);
    aside.fillStyle = fade(
      aside,
      [0, y - 26, 0, y + 32],
      [
        [0, blend(p.maple, p.night, 0.75), 0.4],
        [1, blend(p.maple, p.night, 0.35)],
      ],
    );
    aside.fill(hull(1, 32));
  });
  canvas.fillStyle = fade(
    canvas,
    [x - long, y - 20, x + long, y + 30],
    [
      [0, blend(p.maple, p.apricot, 0.55)],
      [0.3, p.maple],
      [1, blend(p.maple, p.night, 0.6)],
    ],
  );
  canvas.fill(hull(1, 32));
  canvas.fillStyle = blend(p.night, p.maple, 0.12);
  canvas.fill(
    polygon(
      [
        [x - long * 0.97, y - 24],
        [x - long * 0.7, y - 9],
        [x, y - 3],
        [x + long * 0.7, y - 9],
        [x + long * 0.97, y - 24],
        [x + long * 0.7, y - 2],
        [x, y + 6],
        [x - long * 0.7, y - 2],
      ],
      true,
    ),
  );
  canvas.strokeStyle = blend(p.gold, p.ivory, 0.4);
  canvas.lineWidth = 2.4;
  canvas.beginPath();
  canvas.moveTo(x - long, y - 26);
  canvas.bezierCurveTo(x - long * 0.6, y - 2, x - long * 0.3, y + 5, x, y + 6);
  canvas.bezierCurveTo(x + long * 0.3, y + 5, x + long * 0.6, y - 2, x + long, y - 26);
  canvas.stroke();
}

function frame(canvas: Canvas): void {
  const random = seeded(31);
  for (const [x, y, tall] of [
    [-14, 905, 800],
    [84, 930, 610],
    [176, 950, 420],
    [252, 965, 270],
    [1618, 930, 690],
    [1540, 960, 450],
    [1478, 970, 280],
  ] as const) {
    canvas.save();
    canvas.translate(x, y);
    canvas.fillStyle = blend(p.night, p.ink, 0.5);
    for (let coat = 0; coat < 5; coat++)
      canvas.fill(path(spruce(random, tall * (1 - coat * 0.012), 0.8 + coat * 0.16)));
    canvas.restore();
  }
}
