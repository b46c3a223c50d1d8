// Makes the files of the home page from lossless pictures, each within the bytes a page may spend on it.

import { execFileSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';

const filmBytesMax = 700_000;
const tags = '-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv';

function ffmpeg(command: string, input?: Uint8Array): void {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...command.split(' ')], { stdio: ['pipe', 'ignore', 'inherit'], input });
}

/** AV1 of ten bits, whose soft skies show no steps, and a smaller H.264 for older phones. */
export function encodeFilm(master: string, seconds: number, target: string): void {
  const to = (name: string) => path.join(target, name);
  const webm = to('hero.webm');
  best(40, filmBytesMax, webm, (quality) =>
    ffmpeg(`-i ${master} -an -c:v libsvtav1 -preset 4 -crf ${quality} -pix_fmt yuv420p10le -g 300 ${tags} ${webm}`),
  );
  const h264 =
    `-i ${master} -an -vf scale=1024:576:flags=lanczos -c:v libx264 -preset veryslow -profile:v high -pix_fmt yuv420p ` +
    `-b:v ${Math.floor((filmBytesMax * 0.97 * 8) / seconds)} -g 300 -x264-params aq-mode=3:bframes=8 -passlogfile ${to('pass')} ${tags}`;
  ffmpeg(`${h264} -pass 1 -f null /dev/null`);
  ffmpeg(`${h264} -pass 2 -movflags +faststart ${to('hero.mp4')}`);
  for (const log of ['pass-0.log', 'pass-0.log.mbtree']) rmSync(to(log));
}

/** A still picture of ten bits from red, green and blue of sixteen. */
export function encodeAvif(pixels: Uint16Array, width: number, height: number, bytesMax: number, file: string): void {
  const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  best(18, bytesMax, file, (quality) =>
    ffmpeg(
      `-f rawvideo -pix_fmt rgb48le -s ${width}x${height} -i - -vf scale=out_color_matrix=bt709:out_range=full ` +
        `-pix_fmt yuv420p10le -c:v libaom-av1 -still-picture 1 -cpu-used 3 -crf ${quality} ` +
        `-color_primaries bt709 -color_trc iec61966-2-1 -colorspace bt709 -color_range pc -f avif ${file}`,
      bytes,
    ),
  );
}

/** The best quality, which is the lowest number, whose file fits. */
function best(finest: number, bytesMax: number, file: string, encode: (quality: number) => void): void {
  for (let quality = finest; quality <= 60; quality++) {
    encode(quality);
    if (statSync(file).size <= bytesMax) return;
  }
  throw new Error(`${file} does not fit into ${bytesMax} bytes.`);
}
