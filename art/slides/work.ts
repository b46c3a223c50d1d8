// Sunrise over the prairie: a road through the wheat, a grain elevator far ahead.
import { palette as p } from '../palette.ts';
import { bird, seeded } from '../shapes.ts';
import { alpha, blend, type Canvas, glow, haze, path } from './canvas.ts';
import { elevator, horizon, plain, road, sun } from './prairie.ts';
import { clouds, sky } from './sky.ts';
import { ears, field } from './wheat.ts';

export function work(canvas: Canvas): void {
  sky(canvas, horizon, [
    [0, blend(p.deep, p.lake, 0.75)],
    [0.28, blend(p.lake, p.mist, 0.55)],
    [0.52, blend(p.mist, p.peach, 0.7)],
    [0.76, p.peach],
    [1, p.apricot],
  ]);
  glow(canvas, ...sun, 900, p.sun, 0.75, 0.7);
  clouds(canvas, {
    horizon,
    seed: 33,
    sun: [905, 440],
    cover: -0.06,
    long: 1.7,
    lit: p.peach,
    shade: blend(p.lake, p.rose, 0.5),
    burning: '#fff3d6',
    share: 0.92,
  });
  glow(canvas, ...sun, 380, '#fff0cc', 0.95);
  canvas.fillStyle = '#fffaf0';
  canvas.beginPath();
  canvas.ellipse(sun[0], sun[1], 43, 43, 0, 0, 7);
  canvas.fill();
  geese(canvas);
  plain(canvas);
  elevator(canvas);
  haze(canvas, horizon + 2, 34, p.sun, 0.75);
  field(canvas, seeded(4), 112, 7.6);
  road(canvas);
  field(canvas, seeded(6), 7.6, 2.2);
  glow(canvas, sun[0], sun[1] + 30, 640, p.amber, 0.4, 0.8);
  ears(canvas, seeded(21));
}

function geese(canvas: Canvas): void {
  canvas.fillStyle = alpha(blend(p.deep, p.night, 0.4), 0.8);
  for (let goose = 0; goose < 13; goose++) {
    const arm = goose % 2 ? 1 : -1;
    const far = Math.ceil(goose / 2);
    canvas.save();
    canvas.translate(470 + far * 21 * (arm > 0 ? 1 : 0.86), 190 + arm * far * 8 + far * 2);
    canvas.fill(path(bird(21 - far * 0.6, Math.sin(goose * 2.2) * 0.8)));
    canvas.restore();
  }
}
