/**
 * Inlines the style sheets of a public page. They are small, and on a slow connection each separate file would delay
 * the first paint by a round trip.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ReactNode } from 'react';
import type { ServerBuild, StaticHandlerContext } from 'react-router';
import { servedUrl } from '../once-linked.ts';

export interface Style {
  element: ReactNode;
  /** The hash for the content security policy; absent if the sheets are linked. */
  hash?: string;
}

export function openStyles(build: ServerBuild) {
  /** Keyed by the routes of a page, which have only a few combinations. */
  const cache = new Map<string, Style>();

  return async ({ matches, location: { pathname } }: StaticHandlerContext): Promise<Style> => {
    // During development Vite serves the sheets.
    const linked = await build.unstable_getCriticalCss?.({ pathname });
    if (typeof linked === 'object') return { element: <link {...linked} /> };
    const ids = matches.map(({ route }) => route.id);
    const key = ids.join(' ');
    const style = cache.get(key) ?? inlineStyle(ids.flatMap((id) => build.assets.routes[id]?.css ?? []));
    cache.set(key, style);
    return style;
  };
}

function inlineStyle(paths: readonly string[]): Style {
  const text = [...new Set(paths)].map(readSheet).join('');
  return {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is that of our own style sheets.
    element: <style dangerouslySetInnerHTML={{ __html: text }} />,
    hash: `sha256-${createHash('sha256').update(text).digest('base64')}`,
  };
}

/** The path is relative to `build/server/`, into which this module is bundled. */
function readSheet(url: string): string {
  return readFileSync(fileURLToPath(new URL(`../client${servedUrl(url)}`, import.meta.url)), 'utf8').trim();
}
