import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { addApplication, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, onOneEngine, type TestHarness } from '../../test/harness.ts';

/** More bytes than the system buffers for a reader. */
const padding = Buffer.alloc(9_000_000, ' ');
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), padding, Buffer.from('\n%%EOF\n')]);

let server: Server | undefined;
afterEach(() => void server?.close().closeAllConnections());

async function listen({ app }: TestHarness): Promise<number> {
  await app.ready();
  server = createServer((incoming, outgoing) => app.routing(incoming, outgoing));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Requests a file and disconnects after `bytes` bytes. */
async function readUntil(bytes: number, port: number, path: string, cookie: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let read = 0;
  socket.on('data', (chunk) => {
    read += chunk.length;
    if (read >= bytes) socket.destroy();
  });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`);
  if (bytes === 0) setImmediate(() => socket.destroy());
  await once(socket, 'close');
}

/** The files of that name that this process has open; none outside of Linux. */
async function opened(name: string): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')));
  return targets.filter((target) => target.endsWith(name));
}

async function addPdf(staff: Caller): Promise<string> {
  const { _id: id } = await addApplication(staff);
  const form = formOf({}, { file1: new File([pdf], 'job.pdf', { type: 'application/pdf' }) });
  return dataOf(await staff.call('updateAttachments', { params: { id }, form })).file1 ?? '';
}

onOneEngine('a file', (open) => {
  test('is closed when its reader leaves early, and when it was read to its end', async () => {
    const harness = await open({ environment: { ATTACHMENTS_ALLOW_PDF: '1' } });
    const staff = await harness.signIn('admin');
    const path = await addPdf(staff);
    const name = path.split('/').at(-1) ?? '';
    const port = await listen(harness);
    const cookie = [...staff.cookies].map((pair) => pair.join('=')).join('; ');
    for (const bytes of [0, 1, 600_000, 5_000_000, Number.POSITIVE_INFINITY]) {
      await Promise.all(Array.from({ length: 8 }, () => readUntil(bytes, port, path, cookie)));
      await expect.poll(() => opened(name)).toEqual([]);
    }
  });
});
