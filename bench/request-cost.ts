/**
 * `npm run bench:requests` measures the cost of one request of each kind on PostgreSQL: processor time of the product
 * with its picture processes, processor time of the database server, and bytes over the wire. Requests are sent one by
 * one, so the figures are of the work and not of waiting.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { createLog } from '../server/log.ts';
import { openResources } from '../server/resources.ts';
import { readSettings } from '../server/settings.ts';
import { addApplication, buildFields, formOf } from '../test/build.ts';
import { openCluster } from '../test/postgres-cluster.ts';
import { startProduct } from '../test/product.ts';
import { insertApplications } from '../test/rows.ts';
import { atEnd, endAll, processorTime, statOf } from './processes.ts';

const { values } = parseArgs({ options: { rows: { type: 'string', default: '20000' } } });
const warmUp = 50;

/** Milliseconds of processor time that these processes and their ended children have had. */
function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (processorTime(pid, true) ?? 0) / 1_000, 0);
}

async function withDescendants(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    parents.set(Number(name), Number(statOf(name)[1]));
  }
  const pids = [pid];
  for (const each of pids) for (const [child, parent] of parents) if (parent === each) pids.push(child);
  return pids;
}

const sockets = new Set<Socket>();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const wireBytes = () => [...sockets].reduce((sum, socket) => sum + socket.bytesRead + socket.bytesWritten, 0);

interface RequestParts {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

async function send(
  origin: string,
  { path, method = 'GET', headers = {}, body }: RequestParts,
): Promise<IncomingMessage> {
  const outgoing = request(origin + path, { agent, method, headers: { 'accept-encoding': 'br, gzip', ...headers } });
  outgoing.on('socket', (socket) => sockets.add(socket));
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject).end(body);
  });
  await buffer(incoming);
  return incoming;
}

async function main(): Promise<void> {
  const cluster = await openCluster();
  atEnd(() => cluster.close());
  const folder = await mkdtemp(join(tmpdir(), 'maplegate-cost-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const environment = {
    DATABASE_URL: cluster.url,
    SECRET_KEY: 'measured and thrown away, never real',
    TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
    LOG_LEVEL: 'error',
  };
  const resources = await openResources(readSettings({ ...environment, DATA_DIR: folder }), createLog('error'));
  await insertApplications(resources, Number(values.rows));
  await resources.database.analyze('application');
  await resources.close();
  const product = await startProduct(environment, folder);
  atEnd(() => product.stop());
  const staff = await product.staff();
  const cookie = staff.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const known = await addApplication(staff);
  const noise = { width: 1_200, height: 1_600, channels: 3 } as const;
  const scan = await sharp({
    create: { ...noise, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .jpeg()
    .toBuffer();
  const json = (body: object) => ({
    headers: { cookie, 'content-type': 'application/json' },
    method: 'POST',
    body: Buffer.from(JSON.stringify(body)),
  });
  const multipart = async (form: FormData) => {
    const response = new Response(form);
    return {
      headers: { cookie, 'content-type': response.headers.get('content-type') ?? '' },
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
  const [year, month, day] = known.dob.split('-');
  const typed = new URLSearchParams({
    ...{ passport: known.passport, nationality: known.currentN },
    ...{ 'birthDate-day': day ?? '', 'birthDate-month': month ?? '', 'birthDate-year': year ?? '' },
  });
  const { origin } = product;
  const statusCheck = async (nth: number) => {
    const forwarded = { 'x-forwarded-for': `198.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}` };
    const headers = { ...forwarded, origin, 'content-type': 'application/x-www-form-urlencoded' };
    const enquiry = await send(origin, { path: '/enquiry', method: 'POST', headers, body: Buffer.from(String(typed)) });
    const grant = (enquiry.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
    return send(origin, { path: '/view-one', headers: { ...forwarded, cookie: grant } });
  };
  const recordPath = `/api/application/${known._id}`;
  const kinds: [name: string, times: number, send: (nth: number) => Promise<IncomingMessage>][] = [
    ['home page', 1_000, () => send(origin, { path: '/' })],
    ['status check: form, copy', 500, statusCheck],
    [
      'list of ten, with totals',
      500,
      () => send(origin, { path: '/api/application/fetchApplication', headers: { cookie } }),
    ],
    [
      'search by part of a passport',
      500,
      (nth) =>
        send(origin, { path: '/api/application/fetchApplication', ...json({ search: String(100 + (nth % 900)) }) }),
    ],
    ['a record with its history', 500, () => send(origin, { path: recordPath, headers: { cookie } })],
    [
      'a decision',
      300,
      () =>
        send(origin, { path: `/api/application/updateApplicationApprove/${known._id}`, ...json({}), method: 'PUT' }),
    ],
    [
      'a new application with photo',
      100,
      async () =>
        send(origin, {
          path: '/api/application/addApplication',
          method: 'POST',
          ...(await multipart(formOf(buildFields(), { image: scan }))),
        }),
    ],
    [
      'a document attached',
      100,
      async () =>
        send(origin, {
          path: `/api/application/updateApplicationAdd/${known._id}`,
          method: 'PUT',
          ...(await multipart(formOf({}, { file1: scan }))),
        }),
    ],
    ['a photo read', 1_000, () => send(origin, { path: known.image ?? '', headers: { cookie } })],
  ];
  const postmaster = Number(readFileSync(join(cluster.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.stdout.write(`${values.rows} rows; the picture that is sent has ${scan.length} bytes\n`);
  for (const [name, times, send] of kinds) {
    for (let nth = 0; nth < Math.min(warmUp, times); nth++) await send(nth);
    const products = await withDescendants(product.pid);
    const servers = await withDescendants(postmaster);
    const before = { product: processorMs(products), server: processorMs(servers), bytes: wireBytes() };
    const statuses = new Set<number | undefined>();
    for (let nth = 0; nth < times; nth++) statuses.add((await send(warmUp + nth)).statusCode);
    const each = (now: number, then: number) => ((now - then) / times).toFixed(2).padStart(8);
    const line = [
      name.padEnd(30),
      each(processorMs(products), before.product),
      'ms of the product',
      each(processorMs(servers), before.server),
      'ms of PostgreSQL',
      String(Math.round((wireBytes() - before.bytes) / times)).padStart(9),
      `bytes  (${[...statuses].join(', ')})`,
    ];
    process.stdout.write(`${line.join(' ')}\n`);
  }
}

try {
  await main();
} finally {
  await endAll();
}
