/** Decodes and encodes pictures with sharp as the product does, and reports the milliseconds and sizes. */
import { constants, setPriority } from 'node:os';
import sharp from 'sharp';

/** The quality and priority of the product's picture processes; the caller compares the sizes. */
const jpegQuality = 88;
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

process.on('message', async ({ files }: { files: string[] }) => {
  const start = performance.now();
  const pictures = await Promise.all(
    files.map((file) => sharp(file).autoOrient().jpeg({ quality: jpegQuality }).toBuffer()),
  );
  process.send?.({ ms: performance.now() - start, sizes: pictures.map(({ length }) => length) });
});
process.on('disconnect', () => process.exit());
process.send?.({ port: 0 });
