import { expect, it } from 'vitest';
import { officeScreens, publicPages } from '../../contract/pages.ts';
import { onOneEngine } from '../../test/harness.ts';

const site = 'https://visa.example';
const environment = { PUBLIC_URL: site };

onOneEngine('a search engine', (open) => {
  it('finds every public page in the sitemap, each with its other language', async () => {
    const { request } = await open({ environment });
    const answer = await request('http://evil.example/sitemap.xml');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    const text = await answer.text();
    const urls = [...text.matchAll(/<url><loc>(.*?)<\/loc>(.*?)<\/url>/g)].map(([, loc, links = '']) => ({
      loc,
      links: [...links.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, language, href]) => [language, href]),
    }));
    expect(urls).toHaveLength(10);
    for (const { en, bn, isIndexed } of publicPages) {
      const links = [
        ['en', site + en],
        ['bn', site + bn],
        ['x-default', site + en],
      ];
      for (const path of [en, bn]) {
        expect(urls.filter(({ loc }) => loc === site + path)).toEqual(isIndexed ? [{ loc: site + path, links }] : []);
      }
    }
    expect(text).not.toContain('view-one');
    expect(text).not.toContain('evil');
  });

  it('is told to keep out of personal pages, the office and the API, and of nothing else', async () => {
    const { request } = await open({ environment });
    const answer = await request('/robots.txt');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const lines = (await answer.text()).split('\n');
    expect(lines[0]).toBe('User-agent: *');
    expect(lines).toContain(`Sitemap: ${site}/sitemap.xml`);
    const rules = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? []);
    const isRefused = (path: string) => rules.some((rule) => path.startsWith(rule));
    const office = [
      '/login',
      '/profile',
      ...officeScreens.map((screen) => `/${screen.replace(':id', 'a'.repeat(24))}`),
    ];
    for (const path of ['/view-one', '/bn/view-one', '/api/application/granted', ...office]) {
      expect(isRefused(path), path).toBe(true);
    }
    for (const { en, bn, isIndexed } of publicPages) {
      for (const path of [en, bn]) expect(isRefused(path), path).toBe(!isIndexed);
    }
    expect(lines).toContain('Allow: /api/files/');
  });

  it('may only read', async () => {
    const { request } = await open({ environment });
    for (const path of ['/robots.txt', '/sitemap.xml']) {
      const head = await request(path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const answer = await request(path, { method });
        expect([answer.status, answer.headers.get('allow')], method).toEqual([405, 'GET, HEAD']);
      }
    }
  });
});
