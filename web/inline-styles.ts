/**
 * Puts the style sheets of a public page into the page itself: on a slow line every file that
 * the first paint waits for costs a round trip, and all of them together are a few kilobytes.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The router puts a `#` behind the address of a sheet that an `import()` names as well. */
const link = /<link[^>]* rel="stylesheet" href="(\/assets\/[\w.-]+\.css)#?"\/>/g;
const sheets = new Map<string, string>();

function sheet(path: string): string {
  // Beside the built server lie the files of the browser; in development no link has such a path.
  const text = sheets.get(path) ?? readFileSync(fileURLToPath(new URL(`../client${path}`, import.meta.url)), 'utf8');
  sheets.set(path, text);
  return text.trim();
}

/** `allow` receives the hash under which the content security policy must let the style in. */
export function inlineStyles(html: string, allow: (hash: string) => void): string {
  let style = '';
  const rest = html.replace(link, (_, path: string) => {
    style += sheet(path);
    return '';
  });
  if (!style) return html;
  allow(`sha256-${createHash('sha256').update(style).digest('base64')}`);
  return rest.replace('</head>', () => `<style>${style}</style></head>`);
}
