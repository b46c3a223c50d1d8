/** Which requests for pages are answered and how, over HTTP from the built product. */
import { expect, test } from 'vitest';
import { officeScreens, publicPages } from '../../contract/pages.ts';
import { superAdmin } from '../product.ts';
import { openProduct } from './open-product.ts';

const product = openProduct();

const siteScript = /^<script type="module" src="\/assets\/site-[\w-]+\.js">$/;
const request = (path: string, init: RequestInit = {}) => fetch(product.origin + path, { redirect: 'manual', ...init });

const paths = publicPages.flatMap(({ en, bn }) => [en, bn]);
test.each(paths)('%s is sent without React, in its language, with links to every language', async (path) => {
  const answer = await request(path);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html.match(/<script[^>]*>[^<]*/g)).toEqual([expect.stringMatching(siteScript)]);
  expect(html).not.toMatch(/modulepreload|\son[a-z]+=|\sstyle=/);
  expect(html).toContain(`<html lang="${path.startsWith('/bn') ? 'bn' : 'en'}"`);
  const english = path.replace(/^\/bn/, '') || '/';
  expect(html).toContain(`hrefLang="en" href="${product.origin}${english}"`);
  expect(html).toContain(`hrefLang="bn" href="${product.origin}${english === '/' ? '/bn' : `/bn${english}`}"`);
  expect(answer.headers.get('content-security-policy')).toContain("object-src 'none'");
  expect((await request(path, { method: 'HEAD' })).status).toBe(200);
});

test.each([
  '/nowhere',
  '/enquiry/',
  '/ENQUIRY',
  '/Dashboard',
  '/%65nquiry',
  '/enquiry/x',
  '/enquiry.data',
  '/view-one.data',
  '/view-one.data?_routes=en%2Fview-one',
  '/_root.data',
  '/_.data',
  '/login.data',
  '/dashboard.data',
  '/__manifest?paths=/dashboard',
  '/wp-login.php',
])('%s is unknown and leads to /', async (path) => {
  for (const method of ['GET', 'HEAD', 'POST']) {
    const answer = await request(path, { method });
    expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([302, '/', '']);
  }
});

test.each(['/bn/nowhere', '/bn/', '/bn/enquiry.data', '/bn/login', '/bn/dashboard'])(
  '%s is unknown and leads to /bn',
  async (path) => {
    const answer = await request(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/bn']);
  },
);

test.each(officeScreens)('/%s asks for a session and leads back after it', async (screen) => {
  const path = `/${screen.replace(':id', '0123456789abcdef01234567')}`;
  const answer = await request(path);
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe(`/login?${new URLSearchParams({ next: path })}`);
  expect(await answer.text()).toBe('');
});

test('a page post from another site is refused before anything happens', async () => {
  const body = new URLSearchParams({ passport: 'A1', nationality: 'BD', 'birthDate-day': '1990-01-01' });
  for (const path of ['/enquiry', '/view-one', '/bn/enquiry', '/login']) {
    const crossSite = await request(path, { method: 'POST', body, headers: { 'sec-fetch-site': 'cross-site' } });
    const otherOrigin = await request(path, { method: 'POST', body, headers: { origin: 'https://evil.example' } });
    expect([crossSite.status, otherOrigin.status]).toEqual([403, 403]);
  }
  const own = await request('/enquiry', { method: 'POST', body, headers: { origin: product.origin } });
  expect(own.status).toBe(200);
});

test('a posted form is read up to the size limits of a form', async () => {
  const typed = 'passport=A1&nationality=BD&birthDate-day=1990-01-01';
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"passport":"A1"}' };
  expect((await request('/enquiry', json)).status).toBe(400);
  const form = new FormData();
  form.append('passport', new File(['x'], 'x'));
  expect((await request('/enquiry', { method: 'POST', body: form })).status).toBe(400);
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
  expect((await request('/enquiry', { method: 'POST', headers, body: typed })).status).toBe(200);
  expect((await request('/enquiry', { method: 'POST', headers, body: `${typed}&${typed}` })).status).toBe(400);
  const long = await request('/enquiry', { method: 'POST', headers, body: `${typed}&x=${'a'.repeat(64 * 1024)}` });
  expect(long.status).toBe(413);
  expect(await long.text()).toContain('The request is too large.');
});

test('forms are posted with their origin, for browsers that send no Sec-Fetch-Site', async () => {
  for (const path of ['/enquiry', '/view-one', '/login']) {
    expect((await request(path)).headers.get('referrer-policy')).toBe('same-origin');
  }
});

test('a page names exactly the methods that it takes, and takes a post only where it has a form', async () => {
  const office = ['login', ...officeScreens.map((screen) => screen.replace(':id', 'x'))].map((screen) => `/${screen}`);
  const posted = publicPages.filter(({ takesPost }) => takesPost).flatMap(({ en, bn }) => [en, bn]);
  for (const path of [...paths, ...office]) {
    const isPosted = posted.includes(path);
    const allow = isPosted ? 'GET, HEAD, POST' : 'GET, HEAD';
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await request(path, { method });
      expect([answer.status, answer.headers.get('allow')], `${method} ${path}`).toEqual([405, allow]);
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await request(path, { method: 'POST', headers: form, body: 'x=1', redirect: 'manual' });
    // A screen of the office redirects every caller to the login, whatever the method.
    if (isPosted) expect([200, 303, 400], `POST ${path}`).toContain(answer.status);
    else if (!office.includes(path) || answer.status !== 302) {
      expect([answer.status, answer.headers.get('allow')], `POST ${path}`).toEqual([405, allow]);
    }
  }
  expect(product.output()).not.toContain('a page failed');
});

test('a built file is for reading alone', async () => {
  const html = await (await request('/')).text();
  const [, script = ''] = /src="(\/assets\/site-[^"]+\.js)"/.exec(html) ?? [];
  for (const path of ['/favicon.ico', script]) {
    expect((await request(path)).status, path).toBe(200);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await request(path, { method });
      expect([answer.status, answer.headers.get('allow')], `${method} ${path}`).toEqual([405, 'GET, HEAD']);
    }
  }
});

test('hashed files are sent precompressed and cached for a year', async () => {
  const html = await (await request('/enquiry')).text();
  const [, path] = /src="(\/assets\/site-[^"]+\.js)"/.exec(html) ?? [];
  for (const encoding of ['br', 'gzip']) {
    const answer = await request(path ?? '', { headers: { 'accept-encoding': encoding } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
});

test('the pages of the status check and of the login use the words of the specification', async () => {
  const enquiry = await (await request('/enquiry')).text();
  expect(enquiry).toContain('<h1>Check Visa Status</h1>');
  for (const label of ['Passport Number', 'Nationality', 'Date of Birth']) expect(enquiry).toContain(`>${label}`);
  for (const button of ['Submit', 'Clear']) expect(enquiry).toMatch(new RegExp(`<button[^>]*>${button}</button>`));
  expect(enquiry).toMatch(/<main.*<a href="\/login"[^>]*>Login<\/a>.*<\/main>/s);
  const copy = await request('/view-one');
  expect(copy.status).toBe(200);
  expect(await copy.text()).toContain('>No application data found.</p>');
  expect(await (await request('/login')).text()).toContain('<h1>Maplegate</h1>');
});

test('the profile opens for the set-up, then for the super admin alone; a signed-in person has no login', async () => {
  expect((await request('/profile')).status).toBe(200);
  const owner = await product.staff();
  const account = { email: 'rahima@staff.example', password: 'six quiet herons wade' };
  expect((await owner.call('addUser', { json: { name: 'Rahima', ...account } })).status).toBe(201);
  const signIn = async (json: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await request('/api/users/login', { method: 'POST', headers, body: JSON.stringify(json) });
    return { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  };
  const places = async (headers: Record<string, string>) => {
    const answers = await Promise.all(
      ['/profile', '/login', '/login?next=/slider'].map((path) => request(path, { headers })),
    );
    return answers.map((answer) => answer.headers.get('location') ?? answer.status);
  };
  expect(await places({})).toEqual(['/login?next=%2Fprofile', 200, 200]);
  expect(await places(await signIn(account))).toEqual(['/dashboard', '/dashboard', '/slider']);
  expect(await places(await signIn(superAdmin))).toEqual([200, '/dashboard', '/slider']);
});
