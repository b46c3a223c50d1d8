// Skies: a fade from height to horizon, and a ceiling of clouds that runs away from the viewer, lit by a low sun.
import { type Light, light, mix } from '../palette.ts';
import { type Canvas, createCanvas, fade, type Stop, width } from './canvas.ts';
import { cloudy } from './noise.ts';

export interface Clouds {
  horizon: number;
  seed: number;
  sun: readonly [x: number, y: number];
  /** From -1 (none) to 1 (a closed ceiling). */
  cover: number;
  /** How long they are drawn out sideways. */
  long: number;
  lit: string;
  shade: string;
  /** What those close to the sun turn to. */
  burning: string;
  share: number;
}

export function sky(canvas: Canvas, horizon: number, stops: readonly Stop[]): void {
  canvas.fillStyle = fade(canvas, [0, 0, 0, horizon], stops);
  canvas.fillRect(0, 0, width, horizon + 2);
}

export function clouds(canvas: Canvas, look: Clouds): void {
  const { horizon, sun } = look;
  const [lit, shade, burning] = [light(look.lit), light(look.shade), light(look.burning)];
  const noise = cloudy(look.seed, 6);
  const scale = 2;
  const [wide, high] = [width / scale, Math.ceil(horizon / scale)];
  const aside = createCanvas(wide, high);
  const image = aside.createImageData(wide, high);
  const thick = (x: number, y: number) => {
    const away = 260 / (horizon - y + 46);
    return noise(((x - width / 2) * away) / (170 * look.long), away * 3.1) + look.cover * 0.5;
  };
  for (let row = 0; row < high; row++) {
    const y = row * scale;
    const low = Math.min(1, (horizon - y) / 60);
    for (let column = 0; column < wide; column++) {
      const x = column * scale;
      const here = thick(x, y);
      if (here <= 0) continue;
      const [toX, toY] = [sun[0] - x, sun[1] - y];
      const distance = Math.hypot(toX, toY * 1.6) + 1;
      const reach = 10 + 26 * (1 - y / horizon);
      const edge = here - thick(x + (toX / distance) * reach, y + (toY / distance) * reach);
      const bright = Math.max(0, Math.min(1, 0.42 + edge * 3.4 - here * 0.55));
      const heat = Math.exp(-distance / 420);
      const color: Light = mix(shade, mix(lit, burning, Math.min(1, heat * 1.3)), Math.min(1, bright + heat * 0.55));
      const at = (row * wide + column) * 4;
      for (let channel = 0; channel < 3; channel++) {
        image.data[at + channel] = 255 * Math.max(0, color[channel] ?? 0) ** (1 / 2.2);
      }
      image.data[at + 3] = 255 * look.share * Math.min(1, here * 4.5) * (0.25 + 0.75 * low);
    }
  }
  aside.putImageData(image, 0, 0);
  canvas.save();
  canvas.imageSmoothingQuality = 'high';
  canvas.drawImage(aside.canvas, 0, 0, wide * scale, high * scale);
  canvas.restore();
}
