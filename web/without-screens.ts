/**
 * The server's pages without the screens of the office: it sends the frame that waits for them, and their components
 * would be more than half of its program.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { screenFiles } from './office/screens.ts';

const screens = new Set(Object.values(screenFiles).map((file) => fileURLToPath(new URL(file, import.meta.url))));

/** `read` gives the text of a file. */
export function withoutScreens(read = (file: string) => readFileSync(file, 'utf8')): Plugin {
  return {
    name: 'without-screens',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    load(id) {
      if (!screens.has(id)) return;
      const [other] = /^export (?!default ).*/m.exec(read(id)) ?? [];
      if (other) this.error(`A screen exports nothing but its component, since the server leaves it out: ${other}`);
      // A route without a component would be taken for one that answers by itself.
      return 'export default () => null;';
    },
  };
}
