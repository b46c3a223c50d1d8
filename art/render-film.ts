// Draws the film of the home page frame by frame and encodes it for the web, with its still pictures. `npm run art`
// draws it as the site shows it; `npm run art -- 360 FOLDER` draws one of 360 lines into a folder, to look at it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { encodeFilm } from './film/encode.ts';
import { drawStills } from './film/stills.ts';
import { filmSeconds } from './film/timeline.ts';

const framesPerSecond = 24;
const drawers = 2;
const height = Number(process.argv[2] ?? 900);
const width = Math.round((height * 16) / 9 / 2) * 2;
// npm runs the scripts of a workspace in its folder, and says where it was called.
const media = fileURLToPath(new URL('../web/site/media', import.meta.url));
const target = path.resolve(process.env.INIT_CWD ?? '', process.argv[3] ?? media);
const frames = filmSeconds * framesPerSecond;

mkdirSync(target, { recursive: true });
const master = path.join(target, 'master.mkv');
await record();
encodeFilm(master, filmSeconds, target);
await drawStills(target);
if (!process.argv.includes('--keep')) rmSync(master);

/** Draws all frames on a few threads and hands them in order to the encoder of a lossless master. */
async function record(): Promise<void> {
  const size = `${width}x${height}`;
  const pipe = spawn(
    'ffmpeg',
    `-v error -y -f rawvideo -pix_fmt rgb48le -s ${size} -r ${framesPerSecond} -i - -vf scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int -pix_fmt yuv444p10le -color_primaries bt709 -color_trc bt709 -colorspace bt709 -c:v ffv1`
      .split(' ')
      .concat(master),
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  pipe.on('error', () => {
    process.stderr.write('The film needs ffmpeg with libsvtav1 and libx264: install it and run this again.\n');
    process.exit(1);
  });
  const waiting = new Map<number, (frame: Buffer) => void>();
  const drawn = new Map<number, Buffer>();
  const workers = Array.from({ length: drawers }, (_, index) => {
    const worker = new Worker(new URL('./film/drawer.ts', import.meta.url), {
      workerData: { width, height, frames, from: index, step: drawers },
    });
    worker.on('message', ({ index: at, pixels }: { index: number; pixels: Uint16Array }) => {
      const frame = Buffer.from(pixels.buffer);
      const wanted = waiting.get(at);
      if (wanted) wanted(frame);
      else drawn.set(at, frame);
    });
    worker.on('error', (error) => {
      throw error;
    });
    return worker;
  });
  for (let index = 0; index < frames; index++) {
    const frame = drawn.get(index) ?? (await new Promise<Buffer>((resolve) => waiting.set(index, resolve)));
    drawn.delete(index);
    waiting.delete(index);
    workers[index % drawers]?.postMessage('next');
    if (!pipe.stdin.write(frame)) await once(pipe.stdin, 'drain');
  }
  pipe.stdin.end();
  await once(pipe, 'close');
}
