/**
 * Redraws the pictures of the first slides: `node art/render-slides.ts [name …]`. They are drawn on a canvas
 * of a browser, which blends and blurs as paint does, and kept as masters in `server/slides/first/`.
 */
import { writeFile } from 'node:fs/promises';
import sparticuz from '@sparticuz/chromium';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { build } from 'vite';

const masters = new URL('../server/slides/first/', import.meta.url);

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      lib: { entry: new URL('slides/slides.ts', import.meta.url).pathname, formats: ['iife'], name: 'slides' },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (!first || !('output' in first)) throw new Error('The drawings were not bundled.');
  return first.output[0].code;
}

const browser = await chromium.launch({
  executablePath: await sparticuz.executablePath(),
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => process.stderr.write(`${error.stack}\n`));
  await page.addScriptTag({ content: await bundle() });
  const wanted = process.argv.slice(2);
  const names = (await page.evaluate('slides.names')) as string[];
  for (const name of wanted.length > 0 ? wanted : names) {
    const drawing = (await page.evaluate(`slides.paint(${JSON.stringify(name)})`)) as string;
    const jpeg = await sharp(Buffer.from(drawing, 'base64')).jpeg({ quality: 84, mozjpeg: true }).toBuffer();
    await writeFile(new URL(`${name}.jpg`, masters), jpeg);
    process.stdout.write(`${name}.jpg ${Math.round(jpeg.length / 1024)} KB\n`);
  }
} finally {
  await browser.close();
}

// The product ships them with their thumbnails.
await import('./render-thumbnails.ts');
