// Makes the files of the home page from a lossless master, each within the bytes a page may spend on it.

import { execFileSync } from 'node:child_process';
import path from 'node:path';

function ffmpeg(command: string): void {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...command.split(' ')], { stdio: 'inherit' });
}

const tags = '-color_primaries bt709 -color_trc bt709 -colorspace bt709 -color_range tv';

export async function encodeFilm(master: string, target: string): Promise<void> {
  const to = (name: string) => path.join(target, name);
  const logs = to('passes');
  const av1 = `-i ${master} -an -c:v libsvtav1 -preset 4 -crf 36 -pix_fmt yuv420p10le -g 300 -svtav1-params tune=0:enable-variance-boost=1 ${tags}`;
  ffmpeg(`${av1} ${to('hero.webm')}`);
  const h264 = `-i ${master} -an -vf scale=1280:720:flags=lanczos -c:v libx264 -preset veryslow -profile:v high -pix_fmt yuv420p -b:v 440k -g 300 -bf 6 -x264-params aq-mode=3:aq-strength=1.1 -passlogfile ${logs} ${tags}`;
  ffmpeg(`${h264} -pass 1 -f null /dev/null`);
  ffmpeg(`${h264} -pass 2 -movflags +faststart ${to('hero.mp4')}`);
}
