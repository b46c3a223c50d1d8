/**
 * Leaves the components of the office's screens out of the server bundle. The server renders only the frame around
 * them, and they would be more than half of its code.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { screens } from '../office/screens.ts';

const modules = new Set(
  Object.values(screens).map(({ file }) => fileURLToPath(new URL(`../${file}`, import.meta.url))),
);

/** `read` returns the source of a file. */
export function withoutScreens(read = (file: string) => readFileSync(file, 'utf8')): Plugin {
  return {
    name: 'without-screens',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    load(id) {
      if (!modules.has(id)) return;
      const [other] = /^export (?!default ).*/m.exec(read(id)) ?? [];
      if (other) this.error(`A screen exports nothing but its component, since the server leaves it out: ${other}`);
      // React Router takes a route without a component for a resource route.
      return 'export default () => null;';
    },
  };
}
