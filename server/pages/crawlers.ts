/** The files for search engines: the sitemap with all languages, and the paths that they should not visit. */
import { fileUrl } from '../../contract/files.ts';
import { alternatesOf, officeScreens, openScreens, pathsOf, publicPages } from '../../contract/pages.ts';
import type { Answer } from '../http/answer.ts';

/** Each file by its path. */
export function crawlerFiles(publicUrl: string): ReadonlyMap<string, Answer> {
  return new Map([
    ['/robots.txt', file('text/plain; charset=utf-8', robots(publicUrl))],
    ['/sitemap.xml', file('application/xml; charset=utf-8', sitemap(publicUrl))],
  ]);
}

function file(type: string, text: string): Answer {
  const headers = { 'content-type': type, 'cache-control': 'public, max-age=3600' };
  return { status: 200, headers, cookies: [], body: { text } };
}

function robots(publicUrl: string): string {
  const personal = publicPages.filter(({ isIndexed }) => !isIndexed).flatMap(pathsOf);
  // A rule applies to every path that begins with it.
  const office = [...openScreens, ...officeScreens].map((screen) => `/${screen.replace(/:.*/, '')}`);
  const rules = ['/api/', ...personal, ...office].map((path) => `Disallow: ${path}`);
  // The pictures of slides are public; other files are answered as if they did not exist.
  return ['User-agent: *', `Allow: ${fileUrl('')}`, ...rules, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');
}

function sitemap(publicUrl: string): string {
  const urls = publicPages
    .filter(({ isIndexed }) => isIndexed)
    .flatMap((page) => {
      const alternates = alternatesOf(page).map(
        ([language, path]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${publicUrl}${path}"/>`,
      );
      return pathsOf(page).map((path) => `<url><loc>${publicUrl}${path}</loc>${alternates.join('')}</url>`);
    });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
