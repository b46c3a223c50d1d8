/** The bytes that a page loads until the network is idle, as the server sends them. */
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';

const groups = ['html', 'style', 'script', 'fonts', 'images', 'other', 'film'] as const;
export type Group = (typeof groups)[number];

export interface Weight {
  /** Bytes over the wire, headers included. */
  wire: Record<Group, number>;
  beforeFilm: number;
  scriptGzip: number;
  /** Style sheets, both linked and inline. */
  styleGzip: number;
}

/** The phone that Lighthouse emulates. */
export const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

export async function weigh(page: Page, address: string): Promise<Weight> {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(address, { waitUntil: 'networkidle' });

  const wire: Weight['wire'] = { html: 0, style: 0, script: 0, fonts: 0, images: 0, other: 0, film: 0 };
  const scripts: Buffer[] = [];
  const styles: Buffer[] = [];
  for (const response of responses) {
    const group = groupOf(response);
    // A film may still be loading, and does not count.
    if (group === 'film') continue;
    const { responseBodySize, responseHeadersSize } = await response.request().sizes();
    wire[group] += responseBodySize + responseHeadersSize;
    if (group === 'script') scripts.push(await response.body());
    if (group === 'style') styles.push(await response.body());
  }
  const inline = await page.locator('style').allTextContents();
  return {
    wire,
    beforeFilm: groups.reduce((sum, group) => sum + wire[group], 0),
    scriptGzip: gzipBytes(scripts),
    styleGzip: gzipBytes([...styles, ...inline.map((text) => Buffer.from(text))]),
  };
}

function groupOf(response: Response): Group {
  const type = response.headers()['content-type'] ?? '';
  if (type.startsWith('text/html')) return 'html';
  if (type.startsWith('text/css')) return 'style';
  if (type.startsWith('text/javascript')) return 'script';
  if (type.startsWith('font/')) return 'fonts';
  if (type.startsWith('image/')) return 'images';
  return type.startsWith('video/') ? 'film' : 'other';
}

function gzipBytes(parts: Buffer[]): number {
  return parts.reduce((sum, part) => sum + gzipSync(part, { level: 9 }).length, 0);
}
