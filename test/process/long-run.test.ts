import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../contract/client.ts';
import { type Backends, openBackends } from '../backends.ts';
import { addApplication, buildFields, buildPhoto, formOf } from '../build.ts';
import { type Product, type Staff, startProduct } from '../product.ts';

/** 100,000 with `MAPLEGATE_FAULTS=1`. */
const requests = process.env.MAPLEGATE_FAULTS ? 100_000 : 1_500;
const callers = 12;
const idleMs = 1_500;
/** Code that runs often is compiled again, which takes memory. */
const grownBytesMax = 10_000_000;
/** The callers may hold a few more connections at one time than at another. */
const grownDescriptorsMax = 20;

/** On a signal the process collects its garbage and prints how many bytes it holds. */
const printHeldBytes =
  'gc(); gc(); const { heapUsed, external } = process.memoryUsage(); console.error("holds", heapUsed + external)';
const command = ['--expose-gc', '--import', `data:text/javascript,process.on('SIGUSR2', () => { ${printHeldBytes} })`];

let backends: Backends;
let product: Product;
let staff: Staff;
beforeAll(async () => {
  backends = await openBackends();
  const environment = { ...backends.environment, TRUSTED_PROXIES: '127.0.0.0/8,::1/128', LOG_LEVEL: 'error' };
  product = await startProduct(environment, undefined, { command: [...command, 'server/main.ts'] });
  staff = await product.staff();
});
afterAll(async () => {
  await product.stop();
  await backends.close();
});

test('memory and descriptors stay as they were after many requests of every kind', async () => {
  const photo = await buildPhoto();
  const { _id: id, image, passport, currentN, dob } = await addApplication(staff);
  const statuses: Record<number, number> = {};
  const countStatus = (status: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const page = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(product.origin + path, { headers, redirect: 'manual' });
    await answer.arrayBuffer();
    countStatus(answer.status);
  };
  const { cookie } = staff;
  const call = async (...args: Parameters<Client['call']>) => countStatus((await staff.call(...args)).status);
  const enquiry = async (at: number, search: string) => {
    const headers = { 'x-forwarded-for': `198.51.${at % 250}.${(at >> 8) % 250}` };
    const visitor = createClient((path, init) => fetch(product.origin + path, init));
    countStatus((await visitor.call('enquiry', { json: { search, search1: currentN, search2: dob }, headers })).status);
  };
  const kinds: ((at: number) => Promise<void>)[] = [
    () => page('/'),
    () => page('/bn/enquiry'),
    () => page('/nowhere'),
    () => page(image ?? '', { cookie }),
    () => page('/login'),
    () => call('applications'),
    () => call('application', { params: { id } }),
    (at) =>
      call('updateApplication', { params: { id }, form: formOf({ phone: `0171${String(at).padStart(7, '0')}` }) }),
    (at) => enquiry(at, passport),
    (at) => enquiry(at, `ZZ${at}`),
    () => call('login', { json: { email: 'nobody@maplegate.example', password: '' } }),
    () => disconnect(product, cookie),
  ];
  // An upload costs as much as fifty of the others.
  const work = (at: number) =>
    at % 500 === 0
      ? call('addApplication', { form: formOf(buildFields(), { image: photo }) })
      : (kinds[at % kinds.length] as (at: number) => Promise<void>)(at);
  const sendRequests = async (from: number, to: number) => {
    let next = from;
    const caller = async () => {
      while (next < to) await work(next++);
    };
    await Promise.all(Array.from({ length: callers }, caller));
  };
  // Warms up until everything is loaded, compiled and cached.
  await sendRequests(0, requests / 2);
  const before = await idleUsage();
  await sendRequests(requests / 2, requests);
  const after = await idleUsage();
  expect(
    Object.keys(statuses)
      .map(Number)
      .filter((status) => status >= 500),
  ).toEqual([]);
  expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + grownDescriptorsMax);
  expect(after.bytes).toBeLessThan(before.bytes + grownBytesMax);
}, 3_600_000);

/** Begins an upload and disconnects before its end. */
async function disconnect({ origin }: Product, cookie: string): Promise<void> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  const head = `POST /api/application/addApplication HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n`;
  socket.write(`${head}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 10000\r\n\r\n--b\r\n`);
  await sleep(5);
  socket.destroy();
}

/** The memory and the descriptors of the process when it is idle. */
async function idleUsage(): Promise<{ bytes: number; descriptors: number }> {
  await sleep(idleMs);
  const logged = product.output().length;
  process.kill(product.pid, 'SIGUSR2');
  const bytes = () => Number(/holds (\d+)\n/.exec(product.output().slice(logged))?.[1] ?? 0);
  await expect.poll(bytes, { timeout: 20_000 }).toBeGreaterThan(0);
  return { bytes: bytes(), descriptors: (await readdir(`/proc/${product.pid}/fd`)).length };
}
