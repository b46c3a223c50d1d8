/**
 * Leaves Mantine's scroll area out of its dialogues. These only compare their own prop with it, and the office never
 * passes one, but the import brings the scroll area and the positioning of floating parts into every screen.
 */
import type { Plugin } from 'vite';

const id = '\0no-scroll-area';

export function withoutScrollArea(): Plugin {
  return {
    name: 'without-scroll-area',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\/ScrollArea\.mjs$/ },
      handler: (_, importer = '') => (/\/(?:Modal|Drawer)Root\.mjs$/.test(importer) ? id : null),
    },
    load: {
      filter: { id: new RegExp(id) },
      handler: () => 'export const ScrollArea = { Autosize: {} };',
    },
  };
}
