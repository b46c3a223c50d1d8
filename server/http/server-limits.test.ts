import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { release } from '../release.ts';
import { readSettings } from '../settings.ts';
import { respondStarting } from '../starting-page.ts';
import { watchConnections } from './connections.ts';
import { guardConnections, serverOptions } from './server-limits.ts';

const idleMs = 400;
/** A time within which something must arrive: far longer than a busy machine delays it. */
const patientMs = 3_000;
const head = 'Host: localhost:3000\r\n';
const closing = `${head}Connection: close\r\n`;
const settings = readSettings({ PUBLIC_URL: 'https://visa.example' });
const logged: string[] = [];
const counted: number[] = [];
const log = pino({}, { write: (line) => logged.push(line) });
const servers: Server[] = [];
afterEach(() => {
  counted.length = 0;
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen(listener: RequestListener, idle = idleMs, shortBodyMs?: number): Promise<number> {
  const server = createServer({ ...serverOptions, keepAliveTimeout: idleMs }, listener);
  servers.push(server);
  guardConnections(server, watchConnections(server), settings, log, {
    idleMs: idle,
    ...(shortBodyMs && { shortBodyMs }),
    count: (_, status) => counted.push(status),
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

const ok = (...times: [idle?: number, shortBodyMs?: number]) =>
  listen(
    async (request, response) => {
      const chunks = await request.toArray().catch(() => []);
      response.end(Buffer.concat(chunks));
    },
    ...times,
  );

/** Everything that was received until the server closed the connection. */
async function sent(port: number, ...pieces: (string | number)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // The event is not awaited by `once`, which rejects on a reset: a connection that is cut during a write ends by one.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  for (const piece of pieces) {
    if (typeof piece === 'string') socket.write(piece);
    else await sleep(piece);
  }
  await closed;
  return Buffer.concat(chunks).toString();
}

function expectError(answer: string, status: number, code: string): void {
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(answer.toLowerCase()).toContain("content-security-policy: default-src 'none'");
  for (const name of ['referrer-policy', 'cross-origin-resource-policy', 'strict-transport-security', 'cache-control'])
    expect(answer).toMatch(new RegExp(`^${name}: `, 'im'));
  const [, requestId] = /^x-request-id: (\S+)/im.exec(answer) ?? [];
  expect(answer).toContain(`"requestId":"${requestId}"`);
  expect(logged.filter((line) => line.includes(`"requestId":"${requestId}"`))).toHaveLength(1);
  expect(answer).toContain(`"code":"${code}"`);
}

describe('before the records are open', () => {
  const ask = async (path: string, method = 'GET', headers = {}) => {
    // No connection is closed because a busy machine is slow to write its request.
    const idle = serverOptions.headersTimeout;
    const port = await listen((request, response) => respondStarting(request, response, settings, log), idle);
    return fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
  };

  it('the process answers the health check', async () => {
    for (const method of ['GET', 'HEAD']) expect((await ask('/healthz', method)).status).toBe(200);
    expect(await (await ask('/healthz')).json()).toEqual({ status: 'ok', release });
  });

  it('a page says so in both languages, and reloads by itself a moment later', async () => {
    const answer = await ask('/bn/enquiry', 'GET', { accept: 'text/html,*/*' });
    const { status, headers } = answer;
    expect([status, headers.get('refresh'), headers.get('cache-control')]).toEqual([503, '3', 'no-store']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer.text()).toMatch(/আবার চালু হচ্ছে[\s\S]*Please try again in a moment/);
  });

  it('everything else is the usual 503, to be tried again', async () => {
    for (const path of ['/readyz', '/', '/api/users/me', '/healthz/x']) {
      const { status, headers } = await ask(path);
      expect([status, headers.get('retry-after'), headers.get('cache-control')], path).toEqual([503, '1', 'no-store']);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    const answer = await ask('/api/users/login', 'POST');
    expect(await answer.json()).toEqual({
      message: 'The service is restarting. Please try again in a moment.',
      code: 'restarting',
      requestId: answer.headers.get('x-request-id'),
    });
    expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject({ method: 'POST', route: 'unmatched', status: 503 });
  });
});

describe('a body that comes a byte at a time', () => {
  // The whole takes longer than a short body may, but each byte less than an idle connection may.
  const drip = Array.from({ length: 12 }, () => ['a', patientMs / 8]).flat();
  const echo = () => ok(patientMs, patientMs);
  const post = (type: string) => `POST / HTTP/1.1\r\n${head}Content-Type: ${type}\r\nContent-Length: 12\r\n`;

  it('is not waited for endlessly', async () => {
    expectError(await sent(await echo(), `${post('application/json')}\r\n`, ...drip), 408, 'timeout');
  });

  it('may take longer when it is an upload', async () => {
    const answer = await sent(
      await echo(),
      `${post('multipart/form-data; boundary=x')}Connection: close\r\n\r\n`,
      ...drip,
    );
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });

  it('ends with the connection when it was answered already', async () => {
    const port = await listen((_, response) => void response.end('ok'), patientMs, idleMs);
    const answer = await sent(port, `${post('text/plain')}\r\n`, ...drip);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

describe('what never becomes a request', () => {
  it.each([
    ['no HTTP', 'garbage\r\n\r\n', 400, 'bad_request'],
    ['no path', `GET ?x=/api HTTP/1.1\r\n${closing}\r\n`, 400, 'bad_request'],
    ['an unknown method', `BREW / HTTP/1.1\r\n${closing}\r\n`, 400, 'bad_request'],
    ['a NUL in the path', `GET /\0 HTTP/1.1\r\n${closing}\r\n`, 400, 'bad_request'],
    [
      'two lengths',
      `POST / HTTP/1.1\r\n${closing}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'bad_request',
    ],
    ['a negative length', `POST / HTTP/1.1\r\n${closing}Content-Length: -1\r\n\r\n`, 400, 'bad_request'],
    ['headers of 20 KB', `GET / HTTP/1.1\r\n${closing}X: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['a path of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${closing}\r\n`, 431, 'headers_too_large'],
  ])('because of %s is answered like any other refusal', async (_, text, status, code) => {
    expectError(await sent(await ok(patientMs), text), status, code);
    expect(counted.splice(0)).toEqual([status]);
  });

  it('includes one with an unknown Expect, before its body is read', async () => {
    const listener = vi.fn<RequestListener>();
    const port = await listen(listener, patientMs);
    const post = `POST /api/users/login HTTP/1.1\r\n${head}Content-Length: 5\r\n`;
    expectError(await sent(port, `${post}Expect: 200-ok\r\n\r\n`), 417, 'expectation_failed');
    expectError(await sent(port, `GET / HTTP/1.1\r\n${head}Expect: x\r\n\r\n`), 417, 'expectation_failed');
    expect(listener).not.toHaveBeenCalled();
    expect(counted.splice(0)).toEqual([417, 417]);
    const answer = await sent(
      await ok(patientMs),
      `${post}${closing.slice(head.length)}Expect: 100-continue\r\n\r\nhello`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 .*hello$/s);
  });

  it('does not include an HTTP/1.0 probe without a Host', async () => {
    expect(await sent(await ok(patientMs), 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('an idle connection', () => {
  it('in the middle of a body gets an error and is closed', async () => {
    const post = `POST / HTTP/1.1\r\n${head}Content-Length: 10\r\n\r\nabc`;
    expectError(await sent(await ok(), post), 408, 'timeout');
  });

  it('with some traffic now and then is not closed', async () => {
    const post = `POST / HTTP/1.1\r\n${closing}Content-Length: 8\r\n\r\n`;
    // Together longer than a connection may be idle, and each so much shorter that a busy machine makes none of them
    // too long.
    const idleMs = 4_000;
    const pieces = [...'abcdefgh'].flatMap((letter) => [600, letter]);
    const answer = await sent(await ok(idleMs), post, ...pieces);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('abcdefgh');
  });

  it('after an answer is closed without an error, which the next request would take for its answer', async () => {
    const answer = await sent(await ok(), `GET / HTTP/1.1\r\n${head}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).not.toContain('408');
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('while we work on the request is left alone', async () => {
    const port = await listen((_, outgoing) => void sleep(idleMs * 3).then(() => outgoing.end('late')));
    const answer = await sent(port, `GET / HTTP/1.1\r\n${closing}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('late');
  });

  it('in the body of a pipelined request is closed without an error, which would be read as part of an earlier answer', async () => {
    const get = `GET / HTTP/1.1\r\n${head}\r\n`;
    const post = `POST / HTTP/1.1\r\n${head}Content-Length: 10\r\n\r\nabc`;
    for (const begun of ['half', '']) {
      const port = await listen((incoming, outgoing) => {
        if (incoming.method === 'POST' || !begun) return;
        outgoing.writeHead(200, { 'content-length': 1_000 });
        outgoing.write(begun);
      });
      const answer = await sent(port, `${get}${post}`);
      expect(answer).not.toContain('408');
      expect(answer.endsWith(begun)).toBe(true);
    }
  });

  it('in the middle of an answer is closed without an error in it', async () => {
    const port = await listen((_, outgoing) => {
      outgoing.writeHead(200, { 'content-length': 1_000 });
      outgoing.write('half');
    });
    const answer = await sent(port, `GET / HTTP/1.1\r\n${closing}\r\n`);
    expect(answer.endsWith('half')).toBe(true);
    const garbled = await sent(port, `GET / HTTP/1.1\r\n${head}\r\n`, 20, 'garbage\r\n\r\n');
    // A client that sends more than is read may lose even the half, since the connection is reset.
    expect(garbled.replace(/^HTTP\/1\.1 200 [\s\S]*half$/, '')).toBe('');
  });
});
