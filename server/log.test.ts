import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { Writable } from 'node:stream';
import pino from 'pino';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { PasskeyOptions } from '../test/authenticator.ts';
import { dataOf } from '../test/data-of.ts';
import { addTestPasskey, newPerson, signInBy } from '../test/factors.ts';
import { onEachEngine, origin } from '../test/harness.ts';
import { renderedPage } from '../test/rendered-page.ts';
import { requestsTo } from '../test/requests.ts';
import { createApp } from './app.ts';
import { errorDetail } from './log.ts';

const id = 'a'.repeat(24);
/** A text that is put into every place that a caller can fill. */
const canary = 'canary7f3a';

onEachEngine('the log', (open) => {
  it('has nothing of what a caller sent: fields, headers, names, cookies, paths, queries', async () => {
    const harness = await open();
    const staff = await harness.signIn('super-admin');
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    const headers = {
      'user-agent': canary,
      referer: `https://${canary}.example/`,
      'accept-language': canary,
      'x-forwarded-for': `203.0.113.9, ${canary}`,
      'x-request-id': canary,
      'x-setup-code': canary,
      authorization: canary,
      [`x-${canary}`]: canary,
    };
    const fields = [
      'surname',
      'givenN',
      'sex',
      'dob',
      'birthCity',
      'currentN',
      'identification',
      'nationalId',
      'company',
    ];
    fields.push(
      'dutyDuration',
      'jobTitle',
      'salary',
      'passport',
      'issuedCountry',
      'phone',
      'email',
      canary,
      'thumbnail',
    );
    const form = () => {
      const data = new FormData();
      for (const field of fields) data.append(field, canary);
      data.append('image', new File([new Uint8Array(picture)], `${canary}.jpg`, { type: `image/${canary}` }));
      data.append('file1', new File([canary], `${canary}.pdf`));
      return data;
    };
    const json = (value: unknown) => ({
      body: JSON.stringify(value),
      headers: { ...headers, 'content-type': 'application/json' },
    });
    const all = Object.fromEntries(
      [...fields, 'name', 'password', 'search', 'search1', 'search2', 'note', 'date'].map((field) => [field, canary]),
    );
    const requests: [string, RequestInit][] = [
      [`/api/${canary}`, {}],
      [`/api/files/${canary}.jpg`, {}],
      [`/api/application/${canary}`, {}],
      [`/${canary}?${canary}=${canary}`, {}],
      [`//${canary}`, {}],
      [`/api/application/fetchApplication?search=${canary}`, {}],
      [`/api/application/fetchApplication?page=${canary}&status=${canary}`, {}],
      [`/api/application/fetchApplicationEnquiry?search=${canary}&search1=${canary}&search2=1990-01-01`, {}],
      [`/api/audit?user=${canary}`, {}],
      ['/api/users/login', { method: 'POST', ...json({ email: `${canary}@example.com`, password: canary }) }],
      ['/api/users/login', { method: 'POST', ...json(canary) }],
      ['/api/users/profile', { method: 'POST', ...json(all) }],
      ['/api/users/add_user', { method: 'POST', ...json({ ...all, email: `${canary}@example.com` }) }],
      ['/api/users/add_user', { method: 'POST', ...json({ ...all, email: `${canary}@example.com` }) }],
      ['/api/users/password', { method: 'POST', ...json(all) }],
      ['/api/application/fetchApplicationEnquiry', { method: 'POST', ...json({ ...all, search2: '1990-01-01' }) }],
      ['/api/application/addApplication', { method: 'POST', body: form() }],
      [`/api/application/updateApplicationAdd/${id}`, { method: 'PUT', body: form() }],
      [`/api/application/updateApplicationApprove/${id}`, { method: 'PUT', ...json({ note: canary }) }],
      ['/api/slider/addSlider', { method: 'POST', body: form() }],
      [`/api/slider/updateSlider/${id}`, { method: 'PUT', ...json(all) }],
    ];
    for (const caller of [harness.visitor(), staff]) {
      caller.cookies.set('device', canary);
      caller.cookies.set('grant', canary);
      caller.cookies.set(canary, canary);
      for (const [path, init] of requests)
        await caller.request(path, { ...init, headers: { ...headers, ...init.headers } });
    }
    expect(harness.lines.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
    expect(harness.lines).toHaveLength(requests.length * 2);
    const text = harness.lines.join('');
    expect(text.toLowerCase()).not.toContain(canary);
    for (const personal of [staff.email, '203.0.113', '127.0.0.1']) expect(text).not.toContain(personal);
    for (const secret of staff.cookies.values()) if (secret !== canary) expect(text).not.toContain(secret);
    for (const line of harness.lines) {
      const { account, ...rest } = JSON.parse(line) as Record<string, unknown>;
      expect([undefined, staff.accountId]).toContain(account);
      expect(Object.keys(rest).sort()).toEqual([
        'from',
        'level',
        'method',
        'ms',
        'requestId',
        'route',
        'status',
        'time',
      ]);
    }
  });

  it('has the account and a mark of the address for each call, also a refused one, but no address', async () => {
    const harness = await open();
    const clerk = await harness.signIn('admin');
    await clerk.call('applications');
    await clerk.call('audit');
    await harness.visitor('203.0.113.9').call('slides');
    await harness.visitor('203.0.113.9').call('setup');
    await harness.visitor('203.0.113.10').call('slides');
    const lines = harness.lines.map((line) => JSON.parse(line) as { account?: string; from: string });
    const { accountId } = clerk;
    expect(lines.map(({ account }) => account)).toEqual([accountId, accountId, undefined, undefined, undefined]);
    for (const { from } of lines) expect(from).toMatch(/^[0-9a-f]{16}$/);
    expect([lines[2]?.from, lines[1]?.from]).toEqual([lines[3]?.from, lines[0]?.from]);
    expect(new Set(lines.map(({ from }) => from)).size).toBe(3);
  });

  it('has the account id of a successful sign-in, and none of a refused one', async () => {
    const harness = await open();
    const { id, email } = await newPerson(harness);
    const passkey = await (async () => {
      const person = harness.visitor();
      dataOf(await signInBy(person, email));
      return addTestPasskey(person);
    })();
    harness.lines.length = 0;
    await harness.visitor().call('login', { json: { email, password: 'not the password' } });
    const browser = harness.visitor();
    const options = dataOf(await browser.call('passkeyLoginOptions')) as PasskeyOptions;
    dataOf(await browser.call('passkeyLogin', { json: { credential: passkey.answer(options) } }));
    const accounts = harness.lines.map((line) => (JSON.parse(line) as { account?: string }).account);
    expect(accounts).toEqual([undefined, undefined, id]);
  });

  it('names the route by its pattern', async () => {
    const harness = await open();
    await harness.visitor().request(`/api/users/update_user/${id}`, { method: 'PUT' });
    expect(JSON.parse(harness.lines[0] ?? '')).toMatchObject({
      method: 'PUT',
      route: '/api/users/update_user/{id}',
      status: 401,
    });
  });

  it('has only the place of a failing query', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const app = await createApp({
      ...harness,
      now: () => {
        throw Object.assign(new Error(`Key (passport)=(${canary}) already exists.`), {
          detail: canary,
          parameters: [canary],
          cause: new Error(canary),
        });
      },
      log: pino({ level: 'debug' }, sink),
      pages: async () => renderedPage(''),
      assets: () => null,
      onReadinessPoll: () => true,
    });
    const cookie = `session=${staff.cookies.get('session')}`;
    const answer = await requestsTo(app, origin)('/api/application/summary', { headers: { cookie } });
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain(canary);
    expect(lines.join('')).not.toContain(canary);
    expect(lines.some((line) => line.includes('log.test.ts'))).toBe(true);
    sink.end();
    await once(sink, 'finish');
  });
});

it('keeps the class, the code and the frames of an error, and never its message', () => {
  const error = Object.assign(new TypeError(`a ${canary}\n    at ${canary} (passport)`), { code: 'ENOSPC' });
  const detail = errorDetail(error);
  expect(detail).toMatchObject({ error: 'TypeError', code: 'ENOSPC' });
  expect(JSON.stringify(detail)).not.toContain(canary);
  expect(errorDetail(Object.assign(new Error(''), { code: `${canary} x` })).code).toBeUndefined();
  expect(JSON.stringify(errorDetail(canary))).not.toContain(canary);
  expect(JSON.stringify(errorDetail(Object.assign(new Error('x'), { name: canary })))).not.toContain(canary);
});

it('every line is written, in order, however the process ends', () => {
  const module = new URL('./log.ts', import.meta.url).href;
  const run = (end: string) => {
    const text = `import { createLog } from '${module}'; const log = createLog('info'); log.info('first'); log.error('last'); ${end}`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', text], { encoding: 'utf8' });
    return stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line).msg] : []));
  };
  for (const end of [
    '',
    'process.exit(1)',
    'throw new Error()',
    'await Promise.reject()',
    'setTimeout(() => {}, 60)',
  ]) {
    expect(run(end), end).toEqual(['first', 'last']);
  }
  // A line is written within a moment, so it survives even when the process is killed.
  expect(run("setTimeout(() => process.kill(process.pid, 'SIGKILL'), 200)")).toEqual(['first', 'last']);
});

it.each([
  ['that nobody reads any more', 'pipe'],
  ['whose disk is full', '/dev/full'],
])('a log %s holds nothing up', async (_, place) => {
  const module = new URL('./log.ts', import.meta.url).href;
  const text = `import { createLog } from '${module}'; const log = createLog('info');
    for (let at = 0; at < 20; at++) {
      for (let line = 0; line < 100; line++) log.info('a line');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    process.stderr.write('at the end');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    stdio: ['ignore', place === 'pipe' ? place : openSync(place, 'w'), 'pipe'],
    timeout: 60_000,
  });
  child.stdout?.destroy();
  let output = '';
  child.stderr?.on('data', (chunk) => (output += chunk));
  expect([await once(child, 'close'), output]).toEqual([[0, null], 'at the end']);
});
