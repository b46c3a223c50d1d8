// What the browser is asked for: the names of the pictures, and each of them painted, as PNG in base64.
import { arrival } from './arrival.ts';
import type { Canvas } from './canvas.ts';
import { createCanvas } from './canvas.ts';
import { corporate } from './corporate.ts';
import { paintOver } from './painting.ts';
import { study } from './study.ts';
import { visit } from './visit.ts';
import { work } from './work.ts';

const scenes: Record<string, (canvas: Canvas) => void> = { work, study, visit, status: arrival, corporate };

export const names: readonly string[] = Object.keys(scenes);

export async function paint(name: string): Promise<string> {
  const canvas = createCanvas();
  scenes[name]?.(canvas);
  const blob = await paintOver(canvas, name.length, 0.85).canvas.convertToBlob({ type: 'image/png' });
  const reader = new FileReader();
  return new Promise((resolve) => {
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.readAsDataURL(blob);
  });
}
