/** Renders the pictures of the first slides anew from their drawings: `node demo/render-first-slides.ts`. */
import { writeFile } from 'node:fs/promises';
import { firstSlides } from '../server/slides/first-slides.ts';
import { slides } from './slides.ts';

for (const [at, { picture }] of firstSlides.entries()) {
  const drawing = await slides[at]?.draw();
  if (drawing) await writeFile(new URL(`../server/slides/first/${picture}`, import.meta.url), drawing);
}
