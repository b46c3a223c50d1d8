/**
 * Puts the style sheets of a public page into the page itself: on a slow line every file that
 * the first paint waits for costs a round trip, and all of them together are a few kilobytes.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The router puts a `#` behind the address of a sheet that an `import()` names as well. */
const link = /<link[^>]* rel="stylesheet" href="(\/assets\/[\w.-]+\.css)#?"\/>/g;

interface Style {
  text: string;
  /** Under which the content security policy lets it in. */
  hash: string;
}
/** By the addresses of their sheets: the pages have few different lists of them. */
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
  // Beside the built server lie the files of the browser; in development no link has such a path.
  return readFileSync(fileURLToPath(new URL(`../client${path}`, import.meta.url)), 'utf8').trim();
}

/** `allow` receives the hash under which the content security policy must let the style in. */
export function inlineStyles(html: string, allow: (hash: string) => void): string {
  // Only the router writes links to style sheets, and it writes them into the head.
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
