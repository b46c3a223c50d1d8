/** Writes every state of the public pages with their styles, for a checker: `node test/html/write-pages.ts FOLDER`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProductForVisitors, visitAll } from './visit.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder to write to.');
await mkdir(folder, { recursive: true });

const product = await startProductForVisitors();
try {
  for (const { name, language, html } of await visitAll(product)) {
    await writeFile(join(folder, `${name}.${language}.html`), html);
  }
} finally {
  await product.stop();
}
