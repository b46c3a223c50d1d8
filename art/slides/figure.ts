// The parts of a body seen from behind, in order of depth; heights count from the feet, a whole body being 1.
import { polygon } from './canvas.ts';
import type { Look } from './people.ts';
import type { Point } from './space.ts';

type Knot = readonly [x: number, y: number, radius: number];

/** A limb: a bent rod of changing thickness. */
function limb(knots: readonly Knot[]): Path2D {
  const left: Point[] = [];
  const right: Point[] = [];
  for (const [at, [x, y, radius]] of knots.entries()) {
    const before = knots[at - 1] ?? knots[at];
    const after = knots[at + 1] ?? knots[at];
    const [dx, dy] = [(after?.[0] ?? x) - (before?.[0] ?? x), (after?.[1] ?? y) - (before?.[1] ?? y)];
    const size = Math.hypot(dx, dy) || 1;
    left.push([x - (dy / size) * radius, y + (dx / size) * radius]);
    right.unshift([x + (dy / size) * radius, y - (dx / size) * radius]);
  }
  return polygon([...left, ...right], true);
}

function ellipse(x: number, y: number, wide: number, high: number, turn = 0): Path2D {
  const shape = new Path2D();
  shape.ellipse(x, y, wide, high, turn, 0, 7);
  return shape;
}

const mirrored = (half: readonly Point[]): Point[] => [...half, ...half.toReversed().map(([x, y]): Point => [-x, y])];

type Part = (shape: Path2D, color: string, depth?: number) => void;

export function figure(look: Look, step: number, part: Part): void {
  const { build, coat, legs, skin, hair } = look;
  const isChild = build === 'child';
  const broad = build === 'man' ? 0.128 : isChild ? 0.135 : 0.108;
  const head = isChild ? 0.078 : 0.058;
  const shoulder = isChild ? -0.76 : -0.815;
  const hip = isChild ? -0.44 : -0.49;
  const facing = look.facing ?? 0;
  const sway = step * 0.012 + facing * 0.012;
  if (build !== 'sari') legsOf(step, hip, legs, isChild, part);
  const hand = (side: -1 | 1, to: Point | undefined): void => {
    const swing = side * step * 0.03;
    const [handX, handY] = to ? [to[0], -to[1]] : [side * (broad + 0.008) + sway, hip + 0.035 + swing];
    const top: Knot = [side * broad * 0.84 + sway, shoulder + 0.06, 0.036];
    const isRaised = handY < shoulder + 0.2;
    const bend: Knot =
      isRaised && handX * side < broad + 0.03
        ? [side * (broad + 0.045), shoulder + 0.17, 0.03]
        : [(top[0] + handX) / 2 + side * 0.012, (top[1] + handY) / 2 + 0.006, 0.03];
    part(ellipse(handX, handY + 0.004, 0.016, 0.027), skin);
    part(limb([[top[0] * 0.94, top[1] - 0.034, 0.018], top, bend, [handX, handY - 0.02, 0.021]]), coat);
  };
  hand(-1, look.leftHand);
  hand(1, look.rightHand);
  part(torso(build, broad, shoulder, hip, sway), coat);
  if (build === 'man' || build === 'child') seams(shoulder, hip, broad, sway, look.light.shade, part);
  if (build === 'sari') drape(coat, look.scarf ?? coat, part);
  part(
    limb([
      [sway, shoulder + 0.01, 0.04],
      [sway + facing * 0.008, shoulder - 0.04, 0.031],
    ]),
    skin,
  );
  if (look.scarf && build !== 'sari')
    part(
      polygon(
        mirrored([
          [0, shoulder - 0.045],
          [0.045, shoulder - 0.03],
          [0.066, shoulder + 0.012],
          [0, shoulder + 0.03],
        ]),
        true,
      ),
      look.scarf,
    );
  headOf(look, sway + facing * 0.016, shoulder - 0.034 - head, head, hair, part);
  if (look.pack) packOf(look.pack, shoulder, hip, broad, part);
}

/** What a jacket shows from behind: the seam, a vent, the yoke and the folds at the waist. */
function seams(shoulder: number, hip: number, broad: number, sway: number, shade: string, part: Part): void {
  part(
    limb([
      [sway, shoulder + 0.06, 0.001],
      [sway * 0.6, hip - 0.02, 0.0018],
      [0.004, hip + 0.05, 0.005],
    ]),
    shade,
  );
  part(
    limb([
      [sway - broad * 0.8, shoulder + 0.075, 0.0014],
      [sway, shoulder + 0.058, 0.0015],
      [sway + broad * 0.8, shoulder + 0.075, 0.0014],
    ]),
    shade,
  );
  for (const side of [-1, 1]) {
    part(
      limb([
        [side * broad * 0.78, -0.63, 0.001],
        [side * broad * 0.45, -0.605, 0.0025],
        [side * broad * 0.18, -0.6, 0.001],
      ]),
      shade,
    );
  }
}

function torso(build: Look['build'], broad: number, shoulder: number, hip: number, sway: number): Path2D {
  const neck: Point = [0.03, shoulder - 0.022];
  const top: Point[] = [
    neck,
    [broad * 0.6, shoulder + 0.002],
    [broad * 0.94, shoulder + 0.028],
    [broad, shoulder + 0.085],
  ];
  const low: Record<Look['build'], Point[]> = {
    man: [
      [broad * 0.92, -0.66],
      [broad * 0.84, hip - 0.05],
      [broad * 0.9, hip + 0.045],
      [0.02, hip + 0.055],
    ],
    child: [
      [broad * 0.95, -0.6],
      [broad * 0.98, hip + 0.02],
      [broad * 0.95, hip + 0.07],
      [0.02, hip + 0.08],
    ],
    woman: [
      [broad * 0.86, -0.68],
      [broad * 0.78, -0.6],
      [broad * 1.02, -0.46],
      [broad * 1.22, -0.27],
      [0.03, -0.255],
    ],
    sari: [
      [broad * 0.9, -0.68],
      [broad * 0.88, -0.58],
      [broad * 1.05, -0.44],
      [broad * 1.02, -0.2],
      [broad * 1.1, -0.02],
      [0.03, -0.012],
    ],
  };
  return polygon(
    mirrored([...top, ...low[build]]).map(([x, y]): Point => [x + sway * Math.min(1, Math.max(0, -y * 1.2)), y]),
    true,
  );
}

function legsOf(step: number, hip: number, color: string, isChild: boolean, part: Part): void {
  const thick = isChild ? 0.06 : 0.058;
  for (const side of [-1, 1] as const) {
    // The leg behind shows its lifted heel, the one ahead stands a little further up the picture.
    const isBehind = side * step > 0;
    const lift = Math.abs(step) * (isBehind ? 0.085 : 0.018);
    const ankleX = side * 0.052 + (isBehind ? -side * 0.012 : side * 0.004) * Math.abs(step);
    const foot = isBehind
      ? ellipse(ankleX, -lift + 0.004, 0.03, 0.042 + Math.abs(step) * 0.012)
      : ellipse(ankleX + side * 0.008, -lift - 0.008, 0.036, 0.02);
    part(foot, '#241c1c');
    part(
      limb([
        [side * 0.045, hip - 0.05, thick],
        [side * 0.052, hip + 0.06, thick * 1.04],
        [side * 0.054, hip * 0.53, thick * 0.84],
        [ankleX + side * 0.003, -lift - 0.15, thick * 0.76],
        [ankleX, -lift - 0.022, thick * 0.72],
      ]),
      color,
      0.6,
    );
  }
}

function drape(coat: string, border: string, part: Part): void {
  part(
    polygon(
      [
        [-0.1, -0.79],
        [-0.03, -0.83],
        [0.04, -0.72],
        [0.115, -0.56],
        [0.1, -0.5],
        [0, -0.63],
      ],
      true,
    ),
    border,
  );
  part(
    polygon(
      [
        [-0.105, -0.78],
        [-0.05, -0.81],
        [-0.035, -0.6],
        [-0.05, -0.3],
        [-0.1, -0.31],
        [-0.115, -0.55],
      ],
      true,
    ),
    border,
  );
  part(
    polygon([
      [-0.118, -0.045],
      [0.118, -0.045],
      [0.12, -0.015],
      [0, -0.008],
      [-0.12, -0.015],
    ]),
    border,
  );
  part(
    limb([
      [0.02, -0.42, 0.001],
      [0.03, -0.25, 0.003],
      [0.04, -0.06, 0.001],
    ]),
    coat,
    0.75,
  );
}

function headOf(
  { build, hat, hatColor = '#333333', skin }: Look,
  x: number,
  y: number,
  head: number,
  hair: string,
  part: Part,
): void {
  part(ellipse(x - head * 0.78, y + head * 0.16, head * 0.14, head * 0.24), skin);
  part(ellipse(x + head * 0.78, y + head * 0.16, head * 0.14, head * 0.24), skin);
  part(ellipse(x, y, head * 0.8, head), skin);
  part(
    polygon(
      [
        [x, y - head * 1.06],
        [x + head * 0.6, y - head * 0.84],
        [x + head * 0.86, y - head * 0.1],
        [x + head * 0.66, y + head * 0.5],
        [x, y + head * 0.78],
        [x - head * 0.66, y + head * 0.5],
        [x - head * 0.86, y - head * 0.1],
        [x - head * 0.6, y - head * 0.84],
      ],
      true,
    ),
    hair,
  );
  if (build === 'woman' && !hat)
    part(
      polygon(
        [
          [x - head * 0.8, y - head * 0.2],
          [x + head * 0.8, y - head * 0.2],
          [x + head * 0.95, y + head * 0.9],
          [x + head * 0.7, y + head * 2.1],
          [x + head * 0.1, y + head * 2.5],
          [x - head * 0.65, y + head * 2.1],
          [x - head * 0.95, y + head * 0.9],
        ],
        true,
      ),
      hair,
    );
  if (build === 'sari') part(ellipse(x, y + head * 0.42, head * 0.5, head * 0.42), hair);
  if (hat === 'brim') {
    part(
      polygon(
        [
          [x - head * 1.75, y - head * 0.12],
          [x - head * 0.9, y - head * 0.36],
          [x + head * 0.9, y - head * 0.36],
          [x + head * 1.75, y - head * 0.12],
          [x + head * 0.8, y + head * 0.12],
          [x - head * 0.8, y + head * 0.12],
        ],
        true,
      ),
      hatColor,
    );
    part(
      polygon([
        [x - head * 0.88, y - head * 0.2],
        [x - head * 0.72, y - head * 1.2],
        [x, y - head * 1.08],
        [x + head * 0.72, y - head * 1.2],
        [x + head * 0.88, y - head * 0.2],
      ]),
      hatColor,
    );
  }
  if (hat === 'cap' || hat === 'tuque' || hat === 'helmet') {
    const low = hat === 'tuque' ? 0.12 : hat === 'helmet' ? -0.02 : -0.22;
    const wide = hat === 'helmet' ? 1.08 : 0.92;
    part(
      polygon(
        [
          [x - head * wide, y + head * low],
          [x - head * wide * 0.86, y - head * 0.8],
          [x, y - head * 1.24],
          [x + head * wide * 0.86, y - head * 0.8],
          [x + head * wide, y + head * low],
          [x, y + head * (low + 0.14)],
        ],
        true,
      ),
      hatColor,
    );
    if (hat === 'tuque') part(ellipse(x, y - head * 1.34, head * 0.3, head * 0.28), hatColor);
    if (hat === 'helmet') part(ellipse(x, y + head * 0.02, head * 1.24, head * 0.13), hatColor);
  }
}

function packOf(color: string, shoulder: number, hip: number, broad: number, part: Part): void {
  const wide = broad * 0.74;
  part(
    polygon(
      mirrored([
        [0.02, shoulder - 0.012],
        [wide * 0.7, shoulder + 0.004],
        [wide, shoulder + 0.06],
        [wide * 1.06, hip - 0.07],
        [wide * 0.86, hip - 0.025],
        [0.02, hip - 0.018],
      ]),
      true,
    ),
    color,
  );
  part(
    polygon(
      mirrored([
        [0.01, -0.66],
        [wide * 0.7, -0.655],
        [wide * 0.76, hip - 0.07],
        [0.01, hip - 0.05],
      ]),
      true,
    ),
    color,
    0.7,
  );
}
