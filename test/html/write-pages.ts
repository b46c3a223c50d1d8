/** Writes every state of the public pages, and the style sheets of the build, for a checker: `node test/html/write-pages.ts FOLDER`. */
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVisited, visitAll } from './visit.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder to write to.');
await mkdir(folder, { recursive: true });

const product = await startVisited();
try {
  for (const { name, language, html } of await visitAll(product)) {
    await writeFile(join(folder, `${name}.${language}.html`), html);
  }
} finally {
  await product.stop();
}

const assets = fileURLToPath(new URL('../../build/client/assets', import.meta.url));
for (const name of await readdir(assets)) {
  if (name.endsWith('.css')) await cp(join(assets, name), join(folder, name));
}
