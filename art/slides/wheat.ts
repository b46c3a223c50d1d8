// Wheat against the light, from the far rows to the ears before the eye.
import { palette as p } from '../palette.ts';
import { type Random, waviness } from '../shapes.ts';
import { alpha, blend, type Canvas, height, layer, width } from './canvas.ts';
import { at, edgeAt, sun } from './prairie.ts';

/** Wheat from `far` to `near`: stalks against the light, lit through at their tips. */
export function field(canvas: Canvas, random: Random, far: number, near: number): void {
  const wave = waviness(3);
  for (let ahead = far; ahead > near; ahead *= 0.979) {
    const half = 0.74 * ahead + 1.5;
    const count = Math.round(200 + 2.4 * Math.min(60, ahead));
    const share = Math.min(1, 3.2 / ahead + 0.35);
    const [leftEdge] = edgeAt(-1.06, ahead);
    const [rightEdge] = edgeAt(1.06, ahead);
    for (let stalk = 0; stalk < count; stalk++) {
      const x = (random() - 0.5) * 2 * half;
      const [footX, footY] = at(x, 0, ahead);
      if ((footX > leftEdge && footX < rightEdge) || footX < -20 || footX > width + 20) continue;
      const tall = (0.72 + 0.2 * random() + 0.14 * wave(x * 0.16 + ahead * 0.09)) * (1150 / ahead);
      const lean = tall * (0.12 + 0.16 * wave(x * 0.09 + ahead * 0.05) + 0.1 * (random() - 0.5));
      const warmth = Math.exp(-Math.abs(footX - sun[0]) / 620) * Math.min(1, 0.25 + ahead / 14);
      const base = blend(blend('#4b2f18', p.night, 0.25), p.gold, Math.min(0.8, ahead / 45) * (0.4 + warmth * 0.6));
      const tip = blend(blend(p.gold, '#8a5420', 0.3 + 0.5 * random()), p.sun, warmth * (0.35 + 0.55 * random()));
      canvas.globalAlpha = share;
      canvas.strokeStyle = base;
      canvas.lineWidth = Math.max(0.7, 11 / ahead);
      canvas.beginPath();
      canvas.moveTo(footX, footY);
      canvas.quadraticCurveTo(footX, footY - tall * 0.6, footX + lean, footY - tall);
      canvas.stroke();
      canvas.fillStyle = tip;
      canvas.beginPath();
      canvas.ellipse(
        footX + lean * 1.12,
        footY - tall * 1.05,
        Math.max(0.8, 15 / ahead),
        Math.max(1.6, 72 / ahead),
        0.3 + lean / tall,
        0,
        7,
      );
      canvas.fill();
    }
  }
  canvas.globalAlpha = 1;
}

export function ears(canvas: Canvas, random: Random): void {
  layer(canvas, { blur: 1.6 }, (aside) => {
    for (let stalk = 0; stalk < 64; stalk++) {
      const side = stalk % 2 ? 1 : -1;
      const out = random() ** 0.8;
      const x = side < 0 ? 420 - out * 470 : 1220 + out * 420;
      const tall = 150 + out * 210 * random() + 40 * random();
      const lean = (random() - 0.25) * 90;
      const tone = blend('#3a2415', p.gold, 0.08 + random() * 0.12);
      aside.strokeStyle = tone;
      aside.lineWidth = 3;
      aside.beginPath();
      aside.moveTo(x, height + 10);
      aside.quadraticCurveTo(x, height - tall * 0.6, x + lean, height - tall);
      aside.stroke();
      ear(aside, random, x + lean, height - tall, Math.atan2(lean, tall * 0.6));
    }
  });
}

function ear(canvas: Canvas, random: Random, x: number, y: number, turn: number): void {
  canvas.save();
  canvas.translate(x, y);
  canvas.rotate(turn);
  for (let grain = 0; grain < 9; grain++) {
    for (const side of [-1, 1]) {
      canvas.fillStyle = blend('#7a4a1c', p.gold, random() * 0.8);
      canvas.beginPath();
      canvas.ellipse(side * 4.4, -grain * 7.5, 4, 7.5, side * 0.4, 0, 7);
      canvas.fill();
      canvas.strokeStyle = alpha(p.gold, 0.6);
      canvas.lineWidth = 0.9;
      canvas.beginPath();
      canvas.moveTo(side * 5, -grain * 7.5 - 5);
      canvas.lineTo(side * (12 + grain), -grain * 7.5 - 42);
      canvas.stroke();
    }
  }
  canvas.restore();
}
