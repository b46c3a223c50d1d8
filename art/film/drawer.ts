// A worker thread that draws every n-th frame of the film, a few frames ahead of the thread that writes them to the file.

import { parentPort, workerData } from 'node:worker_threads';
import { toneMap } from './tone-mapping.ts';
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
let requested = ahead;
let wake = () => {};
parentPort?.on('message', () => {
  requested++;
  wake();
});

const scene = await drawScene(height);
for (let index = from, drawn = 0; index < frames; index += step, drawn++) {
  while (drawn >= requested)
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  const pixels = toneMap(paintFrame(scene, index / frames, width, height));
  parentPort?.postMessage({ index, pixels }, [pixels.buffer as ArrayBuffer]);
  await new Promise((resolve) => setImmediate(resolve));
}
parentPort?.close();
