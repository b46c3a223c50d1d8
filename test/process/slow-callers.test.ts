/** Callers who hold as many connections open as they can, a byte at a time, and those who are served beside them. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication } from '../build.ts';
import { type Product, type Staff, startProduct } from '../product.ts';

const sockets = 500;
const dripMs = 500;
const servedMs = 500;
const aloneMs = 5_000;
/** What the server allows a head to take, and what it needs to notice. */
const headMs = 10_000 + 5_000;

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

test('five hundred lines that send a byte now and then keep nobody waiting, and those without a request are cut', async () => {
  const { _id: id } = await addApplication(staff);
  const asks = [
    async () => (await fetch(product.origin)).text(),
    async () => expect((await staff.call('applications')).status).toBe(200),
    async () => expect((await staff.call('approve', { params: { id } })).status).toBe(200),
  ];
  /** What nine of ten stay below; some may meet a moment in which the machine does something else. */
  const slowest = async (forMs: number) => {
    const times: number[] = [];
    for (const until = Date.now() + forMs; Date.now() < until; await sleep(20)) {
      for (const ask of asks) {
        const began = performance.now();
        await ask();
        times.push(performance.now() - began);
      }
    }
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.9)] ?? Number.NaN;
  };
  // More than what is promised only where the machine is too busy to keep it without them.
  const alone = await slowest(aloneMs);
  const cookie = staff.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const before = await descriptors();
  const open: Socket[] = [];
  let cut = 0;
  for (let at = 0; at < sockets; at++) {
    const socket = connect(Number(new URL(product.origin).port), '127.0.0.1');
    socket.on('error', () => {}).once('close', () => cut++);
    socket.resume();
    await once(socket, 'connect');
    socket.write(at % 2 ? upload(cookie) : 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    open.push(socket);
  }
  const drip = setInterval(() => {
    for (const socket of open) if (socket.writable) socket.write('a');
  }, dripMs);
  try {
    expect(await slowest(headMs)).toBeLessThan(Math.max(servedMs, 5 * alone));
    // An upload on a bad line is slow, not dead.
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
