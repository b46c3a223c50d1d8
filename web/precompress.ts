/** Writes `.br` and `.gz` beside every text file of a folder, so that the server sends ready bytes. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

const compressible = /\.(js|css|html|json|svg|txt|xml|webmanifest)$/;

export async function precompress(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    const brotli = await promisify(brotliCompress)(bytes, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    });
    if (brotli.length < bytes.length) await writeFile(`${file}.br`, brotli);
    const zipped = await promisify(gzip)(bytes, { level: 9 });
    if (zipped.length < bytes.length) await writeFile(`${file}.gz`, zipped);
  }
}
