import { expect, it } from 'vitest';
import { endpoints } from '../contract/endpoints.ts';
import { onOneEngine } from '../test/harness.ts';
import { renderedPage } from '../test/rendered-page.ts';
import { routesOf } from '../test/routes.ts';
import type { Pages } from './pages/rendering.ts';

/** Answers with the URL and the hosts of the request that the page received. */
const pages: Pages = async (request) =>
  renderedPage(
    JSON.stringify({
      url: request.url,
      host: request.headers.get('host'),
      from: request.headers.get('x-forwarded-host'),
    }),
  );

onOneEngine('the product', (open) => {
  it('serves nothing that has no row in the table of endpoints, beside health, crawlers’ files and pages', async () => {
    const { app } = await open();
    const rows = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
    const others = ['/healthz', '/readyz', '/robots.txt', '/sitemap.xml'].map((path) => `GET ${path}`);
    expect((await routesOf(app)).sort()).toEqual([...rows, ...others].sort());
  });

  it('sends a page under another loopback name to the public one, with its query', async () => {
    const { request } = await open({ pages });
    for (const name of ['127.0.0.1', '[::1]']) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await request(`http://${name}:3000/enquiry?a=1`, { method });
        expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://localhost:3000/enquiry?a=1']);
      }
      const home = await request(`http://${name}:3000/`);
      expect(home.headers.get('location')).toBe('http://localhost:3000/');
      expect((await request(`http://${name}:3000/api/slider/fetchSlider`)).status).toBe(200);
      expect((await request(`http://${name}:3000/healthz`)).status).toBe(200);
    }
    const other = await open({ pages, environment: { PUBLIC_URL: 'http://127.0.0.1:8080' } });
    const answer = await other.request('http://localhost:3000/bn');
    expect(answer.headers.get('location')).toBe('http://127.0.0.1:8080/bn');
  });

  it('ignores any other foreign Host: a page knows its public address only', async () => {
    const { request } = await open({ pages, environment: { PUBLIC_URL: 'https://visa.example' } });
    for (const url of ['http://evil.example/view-one?a=1', 'http://127.0.0.1:3000/view-one?a=1']) {
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' };
      const answer = await request(url, { headers });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({
        url: 'https://visa.example/view-one?a=1',
        host: 'visa.example',
        from: null,
      });
    }
    const loopback = await open({ pages });
    for (const host of ['localhost:99999', '999.1.1.1', '[.]', '[::1]:70000']) {
      const answer = await loopback.request('/view-one', { headers: { host } });
      expect([answer.status, answer.status === 200 && (await answer.json()).host], host).toEqual([
        200,
        'localhost:3000',
      ]);
    }
  });
});
