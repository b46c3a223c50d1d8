// A thread that draws every n-th frame of the film, a few ahead of the one who writes them down.

import { parentPort, workerData } from 'node:worker_threads';
import { develop } from './develop.ts';
import { paintFrame } from './frame.ts';
import { drawScene } from './scene.ts';

interface Order {
  width: number;
  height: number;
  frames: number;
  from: number;
  step: number;
}

const { width, height, frames, from, step } = workerData as Order;
const ahead = 6;
let asked = ahead;
let wake = () => {};
parentPort?.on('message', () => {
  asked++;
  wake();
});

const scene = await drawScene(height);
for (let index = from, drawn = 0; index < frames; index += step, drawn++) {
  while (drawn >= asked)
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  const pixels = develop(paintFrame(scene, index / frames, width, height));
  parentPort?.postMessage({ index, pixels }, [pixels.buffer as ArrayBuffer]);
  await new Promise((resolve) => setImmediate(resolve));
}
parentPort?.close();
