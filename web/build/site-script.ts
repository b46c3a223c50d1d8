/**
 * Bundles the one small script of the public pages into a file of its own, without React.
 * `import url from 'virtual:site-script'` gives its URL.
 */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const id = 'virtual:site-script';
const entry = '/web/site/script/main.ts';

export function siteScript(): Plugin {
  let isBuilding = false;
  return {
    name: 'site-script',
    configResolved(config) {
      isBuilding = config.command === 'build';
    },
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return;
      // In development Vite serves the sources as modules.
      if (!isBuilding) return `export default ${JSON.stringify(entry)}`;
      const code = await bundle();
      const fileName = `assets/site-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName, source: code });
      return `export default ${JSON.stringify(`/${fileName}`)}`;
    },
  };
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      // Old, cheap phones support this version.
      target: 'es2020',
      modulePreload: false,
      rollupOptions: { input: fileURLToPath(new URL(`../..${entry}`, import.meta.url)) },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('The build of the site script gave no script.');
  return chunk.code;
}
