/**
 * Inlines the style sheets of a public page. They are small, and on a slow connection each separate file would delay the
 * first paint by a round trip.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** React Router appends `#` to the URL of a sheet that an `import()` names as well. */
const link = /<link[^>]* rel="stylesheet" href="(\/assets\/[\w.-]+\.css)#?"\/>/g;

interface Style {
  text: string;
  /** The hash for the content security policy. */
  hash: string;
}
/** Keyed by the URLs of their sheets; pages use only a few different combinations. */
const styles = new Map<string, Style>();

function styleOf(paths: readonly string[]): Style {
  const key = paths.join(' ');
  const known = styles.get(key);
  if (known) return known;
  const text = paths.map(sheet).join('');
  const style = { text, hash: `sha256-${createHash('sha256').update(text).digest('base64')}` };
  styles.set(key, style);
  return style;
}

function sheet(path: string): string {
  // This module is bundled into `build/server/`; in development no link matches.
  return readFileSync(fileURLToPath(new URL(`../client${path}`, import.meta.url)), 'utf8').trim();
}

/** `allow` receives the hash that the content security policy must allow for the inlined style. */
export function inlineStyles(html: string, allow: (hash: string) => void): string {
  // React Router writes all links to style sheets into the head.
  const end = html.indexOf('</head>');
  const paths: string[] = [];
  const head = html.slice(0, end).replace(link, (_, path: string) => {
    paths.push(path);
    return '';
  });
  if (paths.length === 0) return html;
  const { text, hash } = styleOf(paths);
  allow(hash);
  return `${head}<style>${text}</style>${html.slice(end)}`;
}
