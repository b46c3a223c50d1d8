// Turns a drawing into a painting: broad strokes first, finer ones where they miss the drawing, all of them following
// its forms (after Hertzmann, "Painterly rendering with curved brush strokes", 1998); then the grain of the paper.
import { seeded } from '../shapes.ts';
import { type Canvas, createCanvas, height, width } from './canvas.ts';

interface Brush {
  radius: number;
  /** How wrong a place must be before this brush goes there. */
  tolerance: number;
  longest: number;
}

const brushes: readonly Brush[] = [
  { radius: 15, tolerance: -1, longest: 9 },
  { radius: 7, tolerance: 16, longest: 10 },
  { radius: 3.4, tolerance: 13, longest: 9 },
  { radius: 1.8, tolerance: 11, longest: 7 },
  { radius: 0.9, tolerance: 15, longest: 7 },
];

type Pixels = Uint8ClampedArray;

export function paintOver(drawing: Canvas, seed: number, share: number): Canvas {
  const random = seeded(seed);
  const painting = createCanvas();
  painting.drawImage(drawing.canvas, 0, 0);
  painting.lineCap = 'round';
  painting.lineJoin = 'round';
  for (const brush of brushes) {
    const seen = blurred(drawing, brush.radius * 0.55);
    const painted = painting.getImageData(0, 0, width, height).data;
    const strokes: Stroke[] = [];
    const step = Math.max(2, Math.round(brush.radius));
    for (let y = 0; y < height; y += step) {
      for (let x = 0; x < width; x += step) {
        const start = worst(seen, painted, x, y, step, brush.tolerance);
        if (start) strokes.push(stroke(seen, painted, start, brush, random));
      }
    }
    for (let at = strokes.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [strokes[at], strokes[other]] = [strokes[other] as Stroke, strokes[at] as Stroke];
    }
    for (const one of strokes) drawStroke(painting, one, brush.radius, random);
  }
  const result = createCanvas();
  result.drawImage(drawing.canvas, 0, 0);
  result.globalAlpha = share;
  result.drawImage(painting.canvas, 0, 0);
  grain(result, random);
  return result;
}

function blurred(drawing: Canvas, radius: number): Pixels {
  const aside = createCanvas();
  aside.filter = `blur(${radius}px)`;
  aside.drawImage(drawing.canvas, 0, 0);
  return aside.getImageData(0, 0, width, height).data;
}

const difference = (a: Pixels, b: Pixels, at: number) =>
  Math.abs((a[at] ?? 0) - (b[at] ?? 0)) +
  Math.abs((a[at + 1] ?? 0) - (b[at + 1] ?? 0)) +
  Math.abs((a[at + 2] ?? 0) - (b[at + 2] ?? 0));

function worst(
  seen: Pixels,
  painted: Pixels,
  left: number,
  top: number,
  step: number,
  tolerance: number,
): [number, number] | null {
  let [sum, count, most] = [0, 0, -1];
  let place: [number, number] = [left, top];
  for (let y = top; y < Math.min(height, top + step); y++) {
    for (let x = left; x < Math.min(width, left + step); x++) {
      const wrong = difference(seen, painted, (y * width + x) * 4);
      sum += wrong;
      count++;
      if (wrong > most) [most, place] = [wrong, [x, y]];
    }
  }
  return sum / count > tolerance ? place : null;
}

interface Stroke {
  points: [number, number][];
  color: [number, number, number];
}

function stroke(
  seen: Pixels,
  painted: Pixels,
  [startX, startY]: [number, number],
  brush: Brush,
  random: () => number,
): Stroke {
  const pixel = (x: number, y: number) =>
    (Math.max(0, Math.min(height - 1, Math.round(y))) * width + Math.max(0, Math.min(width - 1, Math.round(x)))) * 4;
  const bright = (x: number, y: number) => {
    const at = pixel(x, y);
    return 0.3 * (seen[at] ?? 0) + 0.59 * (seen[at + 1] ?? 0) + 0.11 * (seen[at + 2] ?? 0);
  };
  const first = pixel(startX, startY);
  const color: Stroke['color'] = [seen[first] ?? 0, seen[first + 1] ?? 0, seen[first + 2] ?? 0];
  const points: Stroke['points'] = [[startX, startY]];
  let [x, y] = [startX, startY];
  const turn = (random() - 0.5) * 0.5;
  let [goX, goY] = [Math.cos(turn), Math.sin(turn)];
  const reach = Math.max(1, brush.radius * 0.5);
  for (let step = 0; step < brush.longest; step++) {
    const slopeX = bright(x + reach, y) - bright(x - reach, y);
    const slopeY = bright(x, y + reach) - bright(x, y - reach);
    const steep = Math.hypot(slopeX, slopeY);
    if (steep > 1.5) {
      let [alongX, alongY] = [-slopeY / steep, slopeX / steep];
      if (alongX * goX + alongY * goY < 0) [alongX, alongY] = [-alongX, -alongY];
      [goX, goY] = [goX * 0.45 + alongX * 0.55, goY * 0.45 + alongY * 0.55];
      const size = Math.hypot(goX, goY) || 1;
      [goX, goY] = [goX / size, goY / size];
    }
    x += goX * brush.radius;
    y += goY * brush.radius;
    if (x < -9 || y < -9 || x > width + 9 || y > height + 9) break;
    const at = pixel(x, y);
    const off =
      Math.abs((seen[at] ?? 0) - color[0]) +
      Math.abs((seen[at + 1] ?? 0) - color[1]) +
      Math.abs((seen[at + 2] ?? 0) - color[2]);
    if (step > 0 && off > Math.max(14, difference(seen, painted, at))) break;
    points.push([x, y]);
  }
  const tint = (random() + random() - 1) * (3 + brush.radius * 0.35);
  return { points, color: [color[0] + tint, color[1] + tint * 0.9, color[2] + tint * 0.75] };
}

function drawStroke(painting: Canvas, { points, color }: Stroke, radius: number, random: () => number): void {
  const draw = (shift: number, thick: number, light: number, share: number) => {
    painting.beginPath();
    for (const [x, y] of points) painting.lineTo(x + shift * 0.3, y + shift);
    if (points.length === 1) painting.lineTo((points[0]?.[0] ?? 0) + 0.5 + shift * 0.3, (points[0]?.[1] ?? 0) + shift);
    painting.lineWidth = thick;
    painting.strokeStyle = `rgb(${color.map((value) => Math.round(value + light)).join(' ')} / ${share})`;
    painting.stroke();
  };
  draw(0, radius * 1.9, 0, 0.82);
  if (radius < 3) return;
  for (let bristle = 0; bristle < 4; bristle++) {
    draw((random() - 0.5) * radius * 1.6, radius * 0.22, (random() - 0.5) * 16, 0.35);
  }
}

function grain(canvas: Canvas, random: () => number): void {
  const image = canvas.getImageData(0, 0, width, height);
  const { data } = image;
  for (let at = 0; at < data.length; at += 4) {
    const speck = (random() + random() - 1) * 7;
    for (let channel = 0; channel < 3; channel++) data[at + channel] = (data[at + channel] ?? 0) + speck;
  }
  canvas.putImageData(image, 0, 0);
}
