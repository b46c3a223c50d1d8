/** Encodes the thumbnails of the first slides beside their pictures, as an upload would: `node art/render-thumbnails.ts`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodePicture } from '../server/files/picture.ts';
import { firstPicture, firstSlides } from '../server/slides/first-slides.ts';

for (const { picture } of firstSlides) {
  const { path, type, thumbnails } = firstPicture(picture);
  for (const thumbnail of thumbnails) await rm(thumbnail.path, { force: true });
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-thumbnails-'));
  await decodePicture({ input: path, type, output: join(folder, picture), thumbnails: [...thumbnails] });
  await rm(folder, { recursive: true });
  process.stdout.write(`${picture}\n`);
}
process.exit();
