// Maples in autumn: a trunk that forks, and a crown of leaves laid on as dabs, the lit ones last.
import type { Random } from '../shapes.ts';
import { blend, type Canvas } from './canvas.ts';
import type { Point } from './space.ts';

export interface Maple {
  x: number;
  y: number;
  tall: number;
  /** Tones from deepest shade to brightest light. */
  tones: readonly string[];
  bark: string;
  barkLit: string;
  /** Where light comes from, on the canvas. */
  lamp: Point;
  /** How far the light of the lamp reaches, in pixels. */
  reach: number;
  leaf: number;
}

export function maple(canvas: Canvas, random: Random, tree: Maple): void {
  const tips: Point[] = [];
  canvas.lineCap = 'round';
  branch(canvas, random, tree, tree.x, tree.y, -Math.PI / 2, tree.tall * 0.3, tree.tall * 0.038, 6, tips);
  const heaps: { at: Point; size: number }[] = tips.map((at) => ({ at, size: tree.tall * (0.055 + 0.06 * random()) }));
  for (const isLit of [false, true]) {
    for (const { at, size } of heaps) leaves(canvas, random, tree, at, size, isLit);
  }
}

function branch(
  canvas: Canvas,
  random: Random,
  tree: Maple,
  x: number,
  y: number,
  turn: number,
  long: number,
  thick: number,
  left: number,
  tips: Point[],
): void {
  const bent = turn + (random() - 0.5) * 0.3;
  const [toX, toY] = [x + Math.cos(bent) * long, y + Math.sin(bent) * long];
  const side = Math.sign(tree.lamp[0] - x) || 1;
  for (const [shift, share, color] of [
    [0, 1, tree.bark],
    [side * thick * 0.36, left > 3 ? 0.24 : 0, blend(tree.bark, tree.barkLit, 0.16)],
  ] as const) {
    canvas.strokeStyle = color;
    if (share === 0) continue;
    canvas.lineWidth = Math.max(0.7, thick * share);
    canvas.beginPath();
    canvas.moveTo(x + shift, y);
    canvas.quadraticCurveTo(
      x + shift + Math.cos(turn) * long * 0.5,
      y + Math.sin(turn) * long * 0.5,
      toX + shift * 0.7,
      toY,
    );
    canvas.stroke();
  }
  if (left <= 4) tips.push([toX, toY]);
  if (left === 0) return;
  const forks = left > 4 ? 3 : 2;
  for (let fork = 0; fork < forks; fork++) {
    const open = ((fork + 0.5) / forks - 0.5) * (left > 4 ? 1.5 : 1.35) + (random() - 0.5) * 0.4;
    branch(canvas, random, tree, toX, toY, bent + open, long * (0.66 + random() * 0.16), thick * 0.62, left - 1, tips);
  }
}

function leaves(canvas: Canvas, random: Random, tree: Maple, [x, y]: Point, size: number, isLit: boolean): void {
  const count = Math.round((isLit ? 34 : 26) * Math.min(2, 4.5 / tree.leaf + 0.4));
  for (let leaf = 0; leaf < count; leaf++) {
    const turn = random() * Math.PI * 2;
    const out = size * Math.sqrt(random());
    const [atX, atY] = [x + Math.cos(turn) * out * 1.25, y + Math.sin(turn) * out * 0.85];
    const [toX, toY] = [tree.lamp[0] - x, tree.lamp[1] - y];
    const away = Math.hypot(toX, toY) + 1;
    const facing = ((atX - x) * toX + (atY - y) * toY) / away / size;
    const bright = (0.5 + 0.5 * facing) * Math.exp(-away / tree.reach) * 1.25 + (random() - 0.5) * 0.28;
    if (isLit && bright < 0.3) continue;
    const tone = Math.max(0, Math.min(tree.tones.length - 1, Math.floor(bright * tree.tones.length - (isLit ? 0 : 1))));
    canvas.fillStyle = tree.tones[tone] ?? tree.bark;
    canvas.globalAlpha = isLit ? 0.92 : 0.85;
    canvas.beginPath();
    canvas.ellipse(
      atX,
      atY,
      tree.leaf * (0.6 + random() * 0.7),
      tree.leaf * (0.35 + random() * 0.4),
      random() * 3,
      0,
      7,
    );
    canvas.fill();
  }
  canvas.globalAlpha = 1;
}
