/**
 * Inlines the style sheets of a public page. They are small, and on a slow connection each separate file would delay the
 * first paint by a round trip.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ReactNode } from 'react';
import type { ServerBuild, StaticHandlerContext } from 'react-router';
import { servedUrl } from '../once-linked.ts';

export interface Style {
  element: ReactNode;
  /** The hash for the content security policy; none where the sheets are linked. */
  hash?: string;
}

export function openStyles(build: ServerBuild) {
  /** Keyed by the routes of a page, which have only a few different combinations. */
  const known = new Map<string, Style>();

  return async ({ matches, location: { pathname } }: StaticHandlerContext): Promise<Style> => {
    // During development Vite serves the sheets.
    const linked = await build.unstable_getCriticalCss?.({ pathname });
    if (typeof linked === 'object') return { element: <link {...linked} /> };
    const ids = matches.map(({ route }) => route.id);
    const key = ids.join(' ');
    const style = known.get(key) ?? inlined(ids.flatMap((id) => build.assets.routes[id]?.css ?? []));
    known.set(key, style);
    return style;
  };
}

function inlined(paths: readonly string[]): Style {
  const text = [...new Set(paths)].map(sheet).join('');
  return {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is that of our own style sheets.
    element: <style dangerouslySetInnerHTML={{ __html: text }} />,
    hash: `sha256-${createHash('sha256').update(text).digest('base64')}`,
  };
}

/** This module is bundled into `build/server/`. */
function sheet(url: string): string {
  return readFileSync(fileURLToPath(new URL(`../client${servedUrl(url)}`, import.meta.url)), 'utf8').trim();
}
