/** A file that cannot be read is reported to a person by a page, and to a program by JSON. */

import { expect, it } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { type Caller, onOneEngine } from '../../test/harness.ts';
import { renderedPage } from '../../test/rendered-page.ts';
import { newId } from '../identifiers.ts';
import type { Pages } from './rendering.ts';

const pages: Pages = async (request) => {
  const { pathname, search, searchParams } = new URL(request.url);
  const status = Number(searchParams.get('status') ?? 200);
  return renderedPage(`page ${pathname}${search}`, { status });
};
const person = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'sec-fetch-dest': 'document' };

async function answerTo(caller: Caller, path: string, headers: Record<string, string>) {
  const answer = await caller.request(path, { headers });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

onOneEngine('a file without the right to it', (open) => {
  it('is a page in the language of the person who opens its address, the same as for an unknown file', async () => {
    const harness = await open({ pages });
    const { image } = await addApplication(await harness.signIn('admin'));
    for (const path of [image ?? '', `/api/files/${newId()}.jpg`, '/api/files/x.jpg']) {
      for (const [headers, page] of [
        [{}, '/no-file'],
        [{ 'accept-language': 'bn-BD,bn;q=0.9,en;q=0.8' }, '/bn/no-file'],
        [{ 'accept-language': 'fr, en;q=0.9, bn;q=0.1' }, '/no-file'],
        [{ 'accept-language': 'bn;q=0, fr' }, '/no-file'],
        [{ cookie: 'language=en', 'accept-language': 'bn' }, '/no-file'],
        [{ cookie: 'a=1; language=bn', 'accept-language': 'en' }, '/bn/no-file'],
      ] as const) {
        const answer = await answerTo(harness.visitor(), path, { ...person, ...headers });
        expect([path, answer.status, answer.text]).toEqual([path, 404, `page ${page}?status=404`]);
        expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
        expect(answer.headers.get('cache-control')).toBe('no-store');
      }
    }
  });

  it('is JSON for programs, pictures and frames of a page, and for a path that is no file', async () => {
    const harness = await open({ pages });
    const { image } = await addApplication(await harness.signIn('admin'));
    for (const headers of [
      {},
      { accept: '*/*' },
      { accept: 'image/avif,image/*' },
      { ...person, 'sec-fetch-dest': 'image' },
      { ...person, 'sec-fetch-dest': 'iframe' },
    ]) {
      const answer = await answerTo(harness.visitor(), image ?? '', headers);
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([404, 'not_found']);
    }
    const other = await answerTo(harness.visitor(), '/api/nothing', person);
    expect([other.status, JSON.parse(other.text).code]).toEqual([404, 'not_found']);
  });

  it('is still JSON where the page itself fails, and the file for a person who may read it', async () => {
    const harness = await open({ pages: () => Promise.reject(new Error('no page')) });
    const staff = await harness.signIn('admin');
    const { image } = await addApplication(staff);
    expect(JSON.parse((await answerTo(harness.visitor(), image ?? '', person)).text).code).toBe('not_found');
    expect((await answerTo(staff, image ?? '', person)).status).toBe(200);
  });
});
