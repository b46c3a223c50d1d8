import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { onOneEngine, origin, type TestHarness } from '../../test/harness.ts';
import { parserCost } from '../../test/parser-cost.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { postedForm } from '../../web/site/posted-form.ts';

const enquiry = '/api/application/fetchApplicationEnquiry';
const headerBytes = 16_000;

/** Repeats `text` up to a number of bytes. */
const filled = (text: string, bytes: number) => text.repeat(Math.floor(bytes / Buffer.byteLength(text)));
const header = (name: string, text: string) => ({ headers: { [name]: filled(text, headerBytes) } });
/** A person who opens an address, with one header of `start`, as many spaces as there is room for, and `b`. */
const spaces = (name: string, start: string) => ({
  headers: {
    accept: 'text/html',
    'sec-fetch-dest': 'document',
    [name]: `${start}${' '.repeat(headerBytes - 200)}b`,
  },
});
const json = (body: string) => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } });

/** The worst input for each parser, at the largest size that reaches it. */
const worst: Record<string, [path: string, init: RequestInit]> = {
  'a query of empty parameters': [`${enquiry}?${filled('a&', headerBytes)}`, {}],
  'a query of one parameter, repeated': [`${enquiry}?${'search=1&'.repeat(limits.parametersMax - 1)}search=1`, {}],
  'a query of escapes': [`${enquiry}?search=${filled('%E2%80%8B', headerBytes)}`, {}],
  'cookies without names': ['/api/application/granted', header('cookie', '; ')],
  'cookies of one name': ['/api/application/granted', header('cookie', 'a=b;')],
  'a signed cookie': ['/api/application/granted', header('cookie', 'grant=AAAA')],
  'forwarded addresses': ['/api/application/granted', header('x-forwarded-for', '::ffff:1.2.3.4,')],
  encodings: ['/api/application/granted', header('accept-encoding', 'br;q=0,')],
  'parameters of an encoding': ['/api/application/granted', header('accept-encoding', 'br;q=0;')],
  'validators of a file': [`/api/files/${'a'.repeat(24)}.jpg`, header('if-none-match', 'W/"a",')],
  'a language of spaces': [`/api/files/x`, spaces('accept-language', 'a')],
  'a weight of spaces': [`/api/files/x`, spaces('accept-language', 'bn;q=')],
  'an accepted type of spaces': [`/api/files/x`, spaces('accept', 'text/html;')],
  'a cookie of spaces': [`/api/files/x`, spaces('cookie', 'list=a;')],
  'a browser of spaces': [`/api/files/x`, spaces('user-agent', 'Version/1')],
  'a range of spaces': [`/api/files/${'a'.repeat(24)}.jpg`, spaces('range', 'bytes=')],
  'a forwarded address of spaces': [`/api/files/x`, spaces('x-forwarded-for', '1.2.3.4,')],
  'a path': [`/api/${filled('a/', headerBytes)}`, {}],
  'an escaped path': [`/api/files/${filled('%41', headerBytes)}`, {}],
  'a type of content': [
    '/api/users/login',
    { method: 'POST', body: 'x', ...header('content-type', 'multipart/form-data; a=b;') },
  ],
  'JSON of keys': [enquiry, json(`{${Array.from({ length: 6_000 }, (_, index) => `"${index}":1`).join()}}`)],
  'JSON of inner keys': [
    enquiry,
    json(`{"a":{${Array.from({ length: 6_000 }, (_, index) => `"${index}":1`).join()}}}`),
  ],
  'JSON of objects in objects': [enquiry, json(`${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`)],
  'JSON that is deep': [enquiry, json(`{"a":${'['.repeat(32_000)}${']'.repeat(32_000)}}`)],
  'JSON of what looks like keys': [enquiry, json(`{"a":"${'\\":'.repeat(21_000)}"}`)],
  'texts that grow when they are normalised': [
    enquiry,
    json(
      JSON.stringify(
        Object.fromEntries(['search', 'search1', 'search2'].map((name) => [name, filled('\ufdfa', 21_000)])),
      ),
    ),
  ],
  'texts of marks': [
    enquiry,
    json(JSON.stringify({ search: filled('a\u0301', 60_000), search1: 'b', search2: '1990-01-01' })),
  ],
};

onOneEngine('hostile input', (open) => {
  test('takes work in proportion to its size in every parser that a stranger can reach', async () => {
    const harness = await open();
    const ask = (path: string, init: RequestInit) => harness.request(origin + path, init);
    await ask(enquiry, {});
    await withoutTrace(harness, async () => {
      for (const [name, [path, init]] of Object.entries(worst)) {
        const size = path.length + String(init.body ?? '').length + Object.values(init.headers ?? {}).join().length;
        let status = 0;
        let work = 0;
        let user = Number.POSITIVE_INFINITY;
        // The first look may include the compilation of the code and the garbage of earlier tests.
        for (let look = 0; look < 3 && user > 300_000; look++) {
          const before = process.threadCpuUsage();
          work = await parserCost(async () => {
            ({ status } = await ask(path, init));
          });
          user = Math.min(user, process.threadCpuUsage(before).user);
          expect(status, name).toBeLessThan(500);
        }
        expect(work / size, `${name}: units of work a byte`).toBeLessThan(16);
        // The steps within a pattern cannot be counted; one that takes quadratic time exceeds this by far.
        expect(user / 1_000, `${name}: milliseconds of this thread's processor time`).toBeLessThan(300);
      }
    });
  });

  test('of more parameters than any call has is a 400, in a query and in a form with files', async () => {
    const harness: TestHarness = await open();
    const clerk = await harness.signIn('admin');
    const query = (count: number) => `/api/application/fetchApplication?${'a&'.repeat(count - 1)}a`;
    expect((await clerk.request(query(limits.parametersMax))).status).toBe(200);
    const refused = await clerk.request(query(limits.parametersMax + 1));
    expect([refused.status, (await refused.json()).code]).toEqual([400, 'bad_request']);
    const form = new FormData();
    for (let part = 0; part <= limits.parametersMax; part++) form.append(`field${part}`, 'a');
    await withoutTrace(harness, async () => {
      const answer = await clerk.request('/api/application/addApplication', { method: 'POST', body: form });
      expect([answer.status, (await answer.json()).code]).toEqual([400, 'bad_request']);
    });
  });
});

test('a form that is posted to a page may not have more parameters than any page has', async () => {
  const post = (body: string) =>
    postedForm(
      new Request('http://localhost/enquiry', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    );
  const names = Array.from({ length: limits.parametersMax }, (_, at) => `a${at}`);
  expect((await post(names.join('&'))).size).toBe(limits.parametersMax);
  await expect(post(filled('a&', 60_000))).rejects.toMatchObject({ data: 'bad_request', init: { status: 400 } });
});
