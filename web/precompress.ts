/**
 * Writes `.br` and `.gz` beside every text file of the pages, so that the server sends ready bytes. What the browser
 * gets is compressed while the server's part is still being built, and what that adds afterwards.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|html|json|svg|txt|xml|webmanifest)$/;

export function precompress(): Plugin {
  let folder = '';
  const taken = new Map<string, Promise<void>>();
  /** All at once: each file is the work of one thread, and there are several. */
  const takeAll = async () => {
    for (const name of await readdir(folder, { recursive: true })) {
      // The bundler's own notes are gone in the end.
      if (taken.has(name) || !compressible.test(name) || name.startsWith('.vite')) continue;
      taken.set(name, compress(join(folder, name)));
    }
  };
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (this.environment.name !== 'client' || !dir) return;
      folder = dir;
      await takeAll();
    },
    buildApp: {
      order: 'post',
      async handler() {
        await takeAll();
        await Promise.all(taken.values());
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  if (brotli.length < bytes.length) await writeFile(`${file}.br`, brotli);
  if (zipped.length < bytes.length) await writeFile(`${file}.gz`, zipped);
}
