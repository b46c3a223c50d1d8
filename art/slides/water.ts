// Water as a mirror: what stands above the shore, turned over and broken by ripples that grow towards the viewer.
import { type Canvas, createCanvas, height, width } from './canvas.ts';
import { cloudy } from './noise.ts';

export interface Mirror {
  shore: number;
  seed: number;
  /** How far ripples throw a reflection about, in pixels at the lower edge. */
  ripple: number;
  /** How tall reflections are; above 1 they are drawn out. */
  stretch: number;
  /** How bright the mirror is, at the shore and at the lower edge. */
  bright: readonly [number, number];
}

export function mirror(canvas: Canvas, { shore, seed, ripple, stretch, bright }: Mirror): void {
  const source = canvas.getImageData(0, 0, width, height).data;
  const deep = height - shore;
  const image = canvas.createImageData(width, deep);
  const swell = cloudy(seed, 3);
  const chop = cloudy(seed + 1, 3);
  for (let row = 0; row < deep; row++) {
    const near = row / deep;
    const depth = 26 / (near + 0.035);
    const share = bright[0] + (bright[1] - bright[0]) * near;
    for (let x = 0; x < width; x++) {
      const across = (x - width / 2) / (near + 0.12);
      const wave = swell(across * 0.004, depth * 1.6) * 1.4 + chop(across * 0.016, depth * 5) * 0.8;
      const up = row / stretch + wave * ripple * (0.12 + near) * 1.6;
      const y = Math.max(0, Math.min(shore - 1, Math.round(shore - 1 - Math.abs(up))));
      const column = Math.max(0, Math.min(width - 1, Math.round(x + wave * ripple * 0.25 * near)));
      const from = (y * width + column) * 4;
      const to = (row * width + x) * 4;
      for (let channel = 0; channel < 3; channel++) image.data[to + channel] = (source[from + channel] ?? 0) * share;
      image.data[to + 3] = 255;
    }
  }
  const aside = createCanvas(width, deep);
  aside.putImageData(image, 0, 0);
  canvas.drawImage(aside.canvas, 0, shore);
}

/** Light of a low sun glittering on water below (x, shore). */
export function glitter(
  canvas: Canvas,
  random: () => number,
  sun: { x: number; shore: number; color: string; count: number; spread: number },
): void {
  canvas.save();
  canvas.globalCompositeOperation = 'screen';
  canvas.fillStyle = sun.color;
  const deep = height - sun.shore;
  for (let spark = 0; spark < sun.count; spark++) {
    const near = random() ** 1.7;
    const off = (random() + random() + random() - 1.5) * sun.spread * (0.35 + near);
    canvas.globalAlpha = random() * 0.75 * (1 - near * 0.7);
    canvas.beginPath();
    canvas.ellipse(sun.x + off, sun.shore + 2 + near * deep, 2 + near * 24 * random(), 0.5 + near * 1.8, 0, 0, 7);
    canvas.fill();
  }
  canvas.restore();
}
