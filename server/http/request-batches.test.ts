import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { batched } from './request-batches.ts';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Keep-alive connections, on each of which the server has answered once. */
async function linesTo(listener: RequestListener, count: number): Promise<Socket[]> {
  server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return Promise.all(
    Array.from({ length: count }, async () => {
      const line = connect(port, '127.0.0.1');
      await answerTo(line, '/first');
      return line;
    }),
  );
}

async function answerTo(line: Socket, path: string): Promise<string> {
  line.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  const [chunk] = await once(line, 'data');
  return String(chunk);
}

test('requests that arrive together all begin before any of them continues', async () => {
  const steps: string[] = [];
  const lines = await linesTo(
    batched(async ({ url }, response) => {
      if (url !== '/first') steps.push('begins');
      await null;
      if (url !== '/first') steps.push('goes on');
      response.end(url);
    }),
    4,
  );
  const answers = await Promise.all(lines.map((line, at) => answerTo(line, `/${at}`)));
  expect(answers.map((answer) => answer.slice(-2))).toEqual(['/0', '/1', '/2', '/3']);
  expect(steps).toEqual([...Array(4).fill('begins'), ...Array(4).fill('goes on')]);
});

test('a connection that is cut in between ends its request as any other', async () => {
  let seen = (_: unknown) => {};
  const end = new Promise((resolve) => (seen = resolve));
  const [line] = (await linesTo(
    batched((request, response) => {
      if (request.url === '/first') response.end('first');
      else request.on('error', seen);
    }),
    1,
  )) as [Socket];
  server.on('request', ({ socket }) => socket.destroy());
  line.write('POST /second HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n');
  expect(await end).toMatchObject({ code: 'ECONNRESET' });
});
