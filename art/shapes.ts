// The plants and birds of the film and the slides, as SVG path data, which <path d>, Path2D and sharp all take.
// Every shape stands on (0, 0) with its height going up (y below zero), and the same seed draws the same shape.

export type Random = () => number;

/** Numbers from 0 to 1, the same ones for the same seed. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Smooth noise from -1 to 1 along a line; octaves add ever finer detail. */
export function waviness(seed: number, octaves = 5): (x: number) => number {
  const random = seeded(seed);
  const knots = Array.from({ length: 1024 }, () => random() * 2 - 1);
  const smooth = (x: number) => {
    const cell = Math.floor(x);
    const part = x - cell;
    const eased = part * part * (3 - 2 * part);
    const from = knots[cell & 1023] ?? 0;
    const to = knots[(cell + 1) & 1023] ?? 0;
    return from + (to - from) * eased;
  };
  return (x) => {
    let sum = 0;
    let weight = 0.5;
    for (let octave = 0, scale = 1; octave < octaves; octave++, scale *= 2.03, weight *= 0.5)
      sum += smooth(x * scale + octave * 17.3) * weight;
    return sum;
  };
}

const n = (value: number) => value.toFixed(2);
const between = (random: Random, low: number, high: number) => low + (high - low) * random();

/** A skyline closed down to `floor`: `heightAt` says how high the land stands at x. */
export function skyline(width: number, floor: number, step: number, heightAt: (x: number) => number): string {
  const points: string[] = [];
  for (let x = 0; x <= width; x += step) points.push(`L${n(x)} ${n(-heightAt(x))}`);
  return `M0 ${n(floor)}${points.join('')}L${n(width)} ${n(floor)}Z`;
}

/** A narrow northern spruce: drooping boughs with ragged undersides, gaps and a bare tip. */
export function spruce(random: Random, height: number, slimness = 1): string {
  const parts = [`M${n(-height * 0.01)} 0L0 ${n(-height)}L${n(height * 0.01)} 0Z`];
  const lean = between(random, -0.012, 0.012) * height;
  const fullness = between(random, 0.85, 1.15);
  for (let down = 0.03; down < 0.96; down += between(random, 0.008, 0.014) + down * 0.009) {
    for (const side of [-1, 1]) {
      const spread = ((0.008 + 0.175 * down ** 0.8) * fullness) / slimness;
      const gap = random() < 0.12 ? 0.45 : 1;
      const length = height * spread * between(random, 0.55, 1.12) * gap * (down > 0.86 ? 0.8 : 1);
      const y = -height * (1 - down) + between(random, -0.006, 0.006) * height;
      parts.push(bough(random, side, lean * (1 - down), y, length, height * (0.002 + 0.019 * down)));
    }
  }
  return parts.join('');
}

type Point = readonly [number, number];

/** Always closed the same way round: shapes of one path that overlap the other way round would cut holes. */
function closed(points: Point[]): string {
  let area = 0;
  points.forEach(([x, y], at) => {
    const [nextX, nextY] = points[(at + 1) % points.length] ?? [x, y];
    area += x * nextY - nextX * y;
  });
  const turned = area < 0 ? points.toReversed() : points;
  return `M${turned.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;
}

function bough(random: Random, side: number, x: number, y: number, length: number, thick: number): string {
  const droop = between(random, 0.38, 0.72);
  const along = (t: number) => y + length * droop * (t - 0.42 * t * t * t);
  const steps = Math.max(3, Math.min(9, Math.round(length / 3.5)));
  const points: Point[] = [[x - side * thick, y - thick * 0.6]];
  for (let step = 1; step <= 4; step++) {
    const t = step / 4;
    points.push([x + side * length * t, along(t) - thick * 0.55 * (1 - t)]);
  }
  for (let step = steps; step > 0; step--) {
    const t = step / steps;
    const twig = thick * between(random, 0.5, 1.5) * (1.2 - t * 0.75);
    points.push([x + side * length * (t - 0.2 / steps), along(t) + twig]);
    points.push([x + side * length * (t - 0.7 / steps), along(t - 0.5 / steps) + twig * 0.4]);
  }
  points.push([x - side * thick, y + thick]);
  return closed(points);
}

/** A coconut palm: a bent slender trunk and feathered fronds hanging from the crown. */
export function coconutPalm(random: Random, height: number): string {
  const bend = between(random, -0.28, 0.28) * height;
  const thick = height * 0.011;
  const crown = { x: bend, y: -height * 0.84 };
  const sway = bend * 0.15;
  const parts = [
    `M${n(-thick * 1.5)} 0Q${n(sway - thick)} ${n(crown.y * 0.55)} ${n(crown.x - thick * 0.7)} ${n(crown.y)}` +
      `L${n(crown.x + thick * 0.7)} ${n(crown.y)}Q${n(sway + thick)} ${n(crown.y * 0.55)} ${n(thick * 1.5)} 0Z`,
  ];
  const fronds = 15 + Math.floor(random() * 5);
  for (let frond = 0; frond < fronds; frond++) {
    const turn = -Math.PI * (1.3 - (1.6 * (frond + between(random, -0.9, 0.9))) / (fronds - 1));
    parts.push(feather(random, crown.x, crown.y, turn, height * between(random, 0.24, 0.42)));
  }
  return parts.join('');
}

function feather(random: Random, x: number, y: number, turn: number, length: number): string {
  const rise = Math.sin(turn);
  const tip = { x: x + Math.cos(turn) * length, y: y + rise * length * 0.6 + length * 0.42 };
  const knee = { x: x + Math.cos(turn) * length * 0.55, y: y + rise * length * 0.75 - length * 0.06 };
  const at = (t: number) => ({
    x: x + 2 * (knee.x - x) * t * (1 - t) + (tip.x - x) * t * t,
    y: y + 2 * (knee.y - y) * t * (1 - t) + (tip.y - y) * t * t,
  });
  const leaflets = 22;
  let path = '';
  for (let leaf = 1; leaf < leaflets; leaf++) {
    const t = leaf / leaflets;
    const from = at(t - 0.022);
    const to = at(t + 0.022);
    const reach = length * 0.3 * Math.sin(Math.PI * (0.12 + 0.84 * t)) * between(random, 0.75, 1.15);
    for (const side of [-1, 1]) {
      const across = { x: (to.y - from.y) * side, y: -(to.x - from.x) * side };
      const size = Math.hypot(across.x, across.y) || 1;
      const forward = (to.x - from.x) / size;
      const end = {
        x: from.x + (across.x / size) * reach * 0.5 + forward * reach * 0.5,
        y: from.y + (across.y / size) * reach * 0.35 + reach * 0.62,
      };
      path += closed([
        [from.x, from.y],
        [end.x, end.y],
        [to.x, to.y],
      ]);
    }
  }
  return path;
}

/** A broad village tree or thicket: heaps of leaves with uneven tops, denser towards the ground. */
export function thicket(random: Random, width: number, height: number): string {
  let path = '';
  const heaps = 5 + Math.round(width / height);
  for (let heap = 0; heap < heaps; heap++) {
    const across = (heap + 0.5) / heaps - 0.5 + between(random, -0.06, 0.06);
    const top = height * Math.sqrt(Math.max(0.05, 1 - 3.4 * across * across)) * between(random, 0.62, 0.95);
    const wide = (width / heaps) * between(random, 0.8, 1.35);
    path += closed([
      [across * width - wide * 0.6, 0],
      [across * width - wide * 0.5, -top * 0.7],
      [across * width + wide * 0.5, -top * 0.7],
      [across * width + wide * 0.6, 0],
    ]);
    for (let leaf = 0; leaf < 46; leaf++) {
      const turn = Math.PI * between(random, -0.12, 1.12);
      const out = 1 - 0.6 * random() * random();
      const x = across * width + Math.cos(turn) * wide * 0.72 * out;
      const y = -top * (0.55 + 0.42 * Math.sin(turn) * out);
      path += tuftOf(random, x, Math.min(0, y), height * between(random, 0.02, 0.06));
    }
  }
  return path;
}

function tuftOf(random: Random, x: number, y: number, size: number): string {
  const corners = 8;
  const points = Array.from({ length: corners }, (_, corner): Point => {
    const turn = (corner / corners) * Math.PI * 2;
    const out = size * between(random, 0.65, 1.25);
    return [x + Math.cos(turn) * out * 1.25, y + Math.sin(turn) * out];
  });
  return closed(points);
}

/** Blades of tall grass bending one way. */
export function grass(random: Random, width: number, height: number, blades: number): string {
  let path = '';
  for (let blade = 0; blade < blades; blade++) {
    const x = between(random, -0.5, 0.5) * width;
    const tall = height * between(random, 0.45, 1) * (1 - Math.abs(x / width) * 0.6);
    const bend = tall * between(random, 0.04, 0.42);
    const thick = height * 0.009;
    path += `M${n(x - thick)} 0Q${n(x)} ${n(-tall * 0.6)} ${n(x + bend)} ${n(-tall)}Q${n(x + thick * 2)} ${n(-tall * 0.55)} ${n(x + thick)} 0Z`;
  }
  return path;
}

/** A bird seen from afar; `lift` from -1 (wings down) to 1 (wings up). It hovers around (0, 0). */
export function bird(span: number, lift: number): string {
  const half = span / 2;
  const wristY = -span * (0.09 + 0.13 * lift);
  const tipX = half * (1 - 0.14 * Math.abs(lift));
  const tipY = span * (0.03 - 0.27 * lift);
  const wing = (side: number) =>
    closed([
      [-side * span * 0.02, -span * 0.02],
      [side * half * 0.2, wristY * 0.6],
      [side * half * 0.45, wristY],
      [side * half * 0.72, wristY + (tipY - wristY) * 0.3],
      [side * tipX, tipY],
      [side * half * 0.66, wristY + (tipY - wristY) * 0.36 + span * 0.05],
      [side * half * 0.4, wristY + span * 0.075],
      [side * half * 0.16, wristY * 0.4 + span * 0.06],
      [-side * span * 0.02, span * 0.045],
    ]);
  const body = closed([
    [-span * 0.09, span * 0.005],
    [0, -span * 0.04],
    [span * 0.16, -span * 0.01],
    [span * 0.03, span * 0.05],
  ]);
  return wing(-1) + wing(1) + body;
}
