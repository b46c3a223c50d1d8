/**
 * Writes a `.br` and a `.gz` file beside every text file of the client build, so that the server compresses nothing
 * itself. The files of the client build are compressed while the server bundle is still being built; files that the
 * server build adds follow at the end.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|html|json|svg|txt|xml|webmanifest)$/;

export function precompress(): Plugin {
  let folder = '';
  const compressed = new Map<string, Promise<void>>();
  const compressNewFiles = async () => {
    for (const name of await readdir(folder, { recursive: true })) {
      // The bundler removes its manifest at the end.
      if (compressed.has(name) || !compressible.test(name) || name.startsWith('.vite')) continue;
      compressed.set(name, compress(join(folder, name)));
    }
  };
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }) {
      if (this.environment.name !== 'client' || !dir) return;
      folder = dir;
      await compressNewFiles();
    },
    buildApp: {
      order: 'post',
      async handler() {
        await compressNewFiles();
        await Promise.all(compressed.values());
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
