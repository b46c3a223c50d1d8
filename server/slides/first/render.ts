/** Renders the pictures of the first slides anew from their drawings: `node server/slides/first/render.ts`. */
import { writeFile } from 'node:fs/promises';
import { slides } from '../../../demo/slides.ts';
import { firstSlides } from '../first-slides.ts';

for (const [at, { picture }] of firstSlides.entries()) {
  const drawing = await slides[at]?.draw();
  if (drawing) await writeFile(new URL(picture, import.meta.url), drawing);
}
