/** Slow callers hold as many connections open as they can, while others must be served. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication } from '../build.ts';
import { type Product, type Staff, startProduct } from '../product.ts';

const sockets = 500;
const dripMs = 500;

let product: Product;
let staff: Staff;
beforeAll(async () => {
  product = await startProduct();
  staff = await product.staff();
});
afterAll(() => product.stop());

const upload = (cookie: string) =>
  `POST /api/application/addApplication HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n` +
  'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n' +
  '--b\r\nContent-Disposition: form-data; name="surname"\r\n\r\n';

test('five hundred connections that send a byte now and then delay nobody, and those without a request are closed', async () => {
  const { _id: id } = await addApplication(staff);
  const asks = [
    async () => (await fetch(product.origin)).text(),
    async () => expect((await staff.call('applications')).status).toBe(200),
    async () => expect((await staff.call('approve', { params: { id } })).status).toBe(200),
  ];
  const before = await descriptors();
  const open: Socket[] = [];
  let cut = 0;
  for (let at = 0; at < sockets; at++) {
    const socket = connect(Number(new URL(product.origin).port), '127.0.0.1');
    socket.on('error', () => {}).once('close', () => cut++);
    socket.resume();
    await once(socket, 'connect');
    socket.write(at % 2 ? upload(staff.cookie) : 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    open.push(socket);
  }
  const drip = setInterval(() => {
    for (const socket of open) if (socket.writable) socket.write('a');
  }, dripMs);
  try {
    // Counts how often other callers are served before the server closes the first slow connection.
    let served = 0;
    while (cut === 0) {
      for (const ask of asks) await ask();
      if (cut === 0) served++;
      await sleep(50);
    }
    expect(served).toBeGreaterThan(0);
    // An upload on a slow connection must not be cut off.
    await expect.poll(() => cut).toBe(sockets / 2);
  } finally {
    clearInterval(drip);
    for (const socket of open) socket.destroy();
  }
  await expect.poll(descriptors).toBeLessThanOrEqual(before + 5);
}, 90_000);

async function descriptors(): Promise<number> {
  return (await readdir(`/proc/${product.pid}/fd`)).length;
}
