/** Two processes on one PostgreSQL and one bucket are one product. Needs the server of TEST_DATABASE_URL. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { type CallInput, createClient } from '../../contract/client.ts';
import { lockDatabase } from '../../server/db/sole-node.ts';
import { readSettings } from '../../server/settings.ts';
import { type Balancer, openBalancer } from '../balancer.ts';
import { buildFields, buildPhoto, formOf } from '../build.ts';
import { hostCommand } from '../command-host.ts';
import { dataOf } from '../data-of.ts';
import { createDatabase } from '../database.ts';
import { sendHalfUpload } from '../half-upload.ts';
import { type Product, startProduct, superAdmin } from '../product.ts';
import { checkPassed } from '../program.ts';
import { openTestS3, s3Key, type TestS3 } from '../s3.ts';
import { testSecretKey } from '../secret-key.ts';

const server = process.env.TEST_DATABASE_URL;
/** Between two calls of a caller; `npm run faults` calls without a pause. */
const pauseMs = process.env.MAPLEGATE_FAULTS ? 0 : 50;

let database: Awaited<ReturnType<typeof createDatabase>>;
let s3: TestS3;
let balancer: Balancer;
let folders: string[];
let environment: Record<string, string>;
let nodes: Product[] = [];

describe.skipIf(!server)('two nodes', () => {
  beforeAll(async () => {
    database = await createDatabase(server ?? '');
    s3 = await openTestS3();
    balancer = await openBalancer();
    environment = {
      ...s3Key,
      DATABASE_URL: database.url,
      STORAGE_URL: (await s3.newBucket()).url,
      SECRET_KEY: testSecretKey,
      PUBLIC_URL: balancer.origin,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      SUPER_ADMIN_PASSWORD: superAdmin.password,
      LOG_LEVEL: 'error',
    };
    folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'maplegate-node-'))));
    // Both nodes start at the same time on an empty database.
    nodes = await Promise.all(folders.map((folder) => startProduct(environment, folder)));
    for (const { origin } of nodes) balancer.add(origin);
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await balancer.close();
    await s3.close();
    await database.drop();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  test('share sessions: signed in on one is signed in on the other, and signed out on it as well', async () => {
    const [first, second] = both();
    const { cookie } = await first.staff();
    const me = (node: Product) => visitor(cookie).call(node.origin, 'me');
    expect([(await me(first)).status, (await me(second)).status]).toEqual([200, 200]);
    expect((await visitor(cookie).call(second.origin, 'logout')).status).toBe(204);
    expect([(await me(first)).status, (await me(second)).status]).toEqual([401, 401]);
  });

  test('share records, files and grants: what one node stored and granted, the other serves', async () => {
    const [first, second] = both();
    const added = await add(visitor((await first.staff()).cookie), first.origin);
    const person = visitor();
    const enquiry = await person.call(first.origin, 'enquiry', { json: enquiryFor(added) });
    expect(dataOf(enquiry).applications).toHaveLength(1);
    for (const node of [second, first]) {
      expect(dataOf(await person.call(node.origin, 'granted')).applications).toHaveLength(1);
      expect(await person.statusOf(node.origin, added.image ?? '')).toBe(200);
      expect(await visitor().statusOf(node.origin, added.image ?? '')).toBe(404);
    }
  });

  test('share the budgets of the status check: misses on both count together', async () => {
    const [first, second] = both();
    const added = await add(visitor((await second.staff()).cookie), second.origin);
    const wrong = { ...enquiryFor(added), search2: '1901-01-01' };
    const miss = async (node: Product, address: string) =>
      (await visitor('', address).call(node.origin, 'enquiry', { json: wrong })).status;
    const misses = [];
    for (const node of [first, second, first, second, first]) misses.push(await miss(node, '198.51.100.1'));
    expect(misses.filter((status) => status === 429)).toEqual([]);
    expect([await miss(second, '198.51.100.2'), await miss(first, '198.51.100.3')]).toEqual([429, 429]);
  });

  test('share the limit of attempts: concurrent attempts on both are no more than on one', async () => {
    const [first, second] = both();
    const staff = visitor((await first.staff()).cookie);
    for (let round = 0; round < 2; round++) {
      const added = await add(staff, first.origin);
      const ask = (node: Product, birthDate: string, nth: number) =>
        visitor('', `198.51.101.${20 * round + nth}`).call(node.origin, 'enquiry', {
          json: { ...enquiryFor(added), search2: birthDate },
        });
      const guesses = Array.from({ length: 10 }, (_, nth) => ask(nth % 2 ? first : second, '1901-01-01', nth));
      const late = ask(second, added.dob, 11);
      const answers = await Promise.all(guesses);
      expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(5);
      await late;
      expect((await ask(first, added.dob, 12)).status).toBe(429);
    }
  });

  test('share slides: what staff publish on one is on the start page of the other soon', async () => {
    const [first, second] = both();
    const staff = visitor((await first.staff()).cookie);
    const shows = async () => (await (await fetch(`${second.origin}/`)).text()).includes('Second wind');
    const [slide] = dataOf(await staff.call(first.origin, 'slides'));
    expect(await shows()).toBe(false);
    const form = formOf({ thumbnail: 'Second wind' }, { image: await buildPhoto() });
    const params = { id: slide?._id ?? '' };
    const { image } = dataOf(await staff.call(first.origin, 'updateSlide', { params, form }));
    await expect.poll(shows).toBe(true);
    expect(await visitor().statusOf(second.origin, image)).toBe(200);
  });

  test('sign the audit log together: each state once, on both nodes, and a record read on both is one entry', async () => {
    const [first, second] = both();
    const caller = visitor((await first.staff()).cookie);
    const { _id: id } = await add(caller, first.origin);
    const entriesOf = async (node: Product) => {
      const { entries } = dataOf(await caller.call(node.origin, 'searchAudit', { json: { record: id } }));
      return entries.map(({ action }) => action);
    };
    const open = (node: Product) => caller.call(node.origin, 'application', { params: { id } });
    for (const answer of await Promise.all([first, second, first, second].map(open))) dataOf(answer);
    await Promise.all([first, second].map(entriesOf));
    expect(await entriesOf(second)).toEqual(['application.viewed', 'application.added']);
    const written = () => Promise.all(folders.map((folder) => readFile(join(folder, 'checkpoints'), 'utf8')));
    const signed = async () => dataOf(await caller.call(second.origin, 'auditTree'));
    const { total } = dataOf(await caller.call(second.origin, 'searchAudit', { json: {} }));
    await expect.poll(async () => (await signed()).entries).toBe(total);
    const { root } = await signed();
    await expect.poll(async () => (await written()).map((text) => text.includes(root ?? ''))).toEqual([true, true]);
    const [one = '', other] = await written();
    expect(one).toBe(other);
    const sizes = [...one.matchAll(/\n(\d+)\n/g)].map(([, size]) => Number(size));
    expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
    expect((await hostCommand('audit-verify', firstNode())).stdout).toMatch(
      new RegExp(`\n${total} entries, 0 problems\n$`),
    );
  });

  test('are restarted one after the other under load, uploads and kept connections included, without a failed request', async () => {
    await expect.poll(async () => (await fetch(`${balancer.origin}/healthz`)).ok).toBe(true);
    const { cookie } = await both()[0].staff();
    const load = startLoad(cookie);
    await sleep(500);
    for (const at of [0, 1]) {
      const upload = await sendHalfUpload(balancer.origin, cookie);
      const uploaded = sleep(2_000).then(() => upload.finish());
      const node = nodes[at] as Product;
      const before = load.answered();
      expect(await node.stop()).toBe(0);
      balancer.remove(node.origin);
      await expect.poll(() => load.answered()).toBeGreaterThan(before);
      expect(await uploaded).toMatchObject({ status: 201 });
      nodes[at] = await startProduct(environment, folders[at]);
      balancer.add(nodes[at].origin);
      await sleep(500);
    }
    const { failures, kinds, images } = await load.stop();
    expect(failures).toEqual([]);
    expect(Object.values(kinds).every((count) => count > 5)).toBe(true);
    const staff = visitor(cookie);
    for (const [at, image] of images.entries()) {
      expect(await staff.statusOf(nodes[at % 2]?.origin ?? '', image)).toBe(200);
    }
    expect((await hostCommand('check', firstNode())).stdout).toEqual(checkPassed);
  }, 180_000);

  test('need a shared storage: a second node beside one that stores on its own disk is refused with a sentence, commands work, and it starts again at once', async () => {
    const own = await createDatabase(server ?? '');
    const [home, other] = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'maplegate-node-'))));
    const settings = { DATABASE_URL: own.url, SECRET_KEY: testSecretKey, LOG_LEVEL: 'error' };
    let node = await startProduct(settings, home);
    try {
      const refused = startProduct(settings, other);
      await expect(refused).rejects.toThrow('Another node runs on the database of DATABASE_URL');
      // A node that stores in a bucket takes the same lock, shared.
      const { url } = await s3.newBucket();
      const inBucket = readSettings({ ...settings, ...s3Key, DATA_DIR: other, STORAGE_URL: url });
      await expect(lockDatabase(inBucket)).rejects.toThrow('Another node runs on the database');
      expect((await fetch(`${node.origin}/readyz`)).status).toBe(200);
      expect((await hostCommand('check', { ...settings, DATA_DIR: home ?? '' })).stdout).toEqual(checkPassed);
      await node.kill();
      node = await startProduct(settings, home);
    } finally {
      await node.stop();
      await own.drop();
      for (const folder of [home, other]) await rm(folder ?? '', { recursive: true, force: true });
    }
  }, 120_000);
});

const both = () => nodes as [Product, Product];
/** The settings of the first node, for a command of the owner. */
const firstNode = () => ({ ...environment, DATA_DIR: folders[0] ?? '' });

function enquiryFor({ passport, currentN, dob }: Application) {
  return { search: passport, search1: currentN, search2: dob };
}

/** A client with cookies that can call any origin from any address. */
function visitor(cookie = '', address = '198.51.100.9') {
  let cookies = cookie;
  const send = async (origin: string, path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('cookie', cookies);
    headers.set(origin === balancer.origin ? 'x-caller' : 'x-forwarded-for', address);
    const response = await fetch(origin + path, { ...init, headers });
    const set = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    cookies = [cookies, ...set].filter(Boolean).join('; ');
    return response;
  };
  return {
    call: <Name extends Parameters<ReturnType<typeof createClient>['call']>[0]>(
      origin: string,
      name: Name,
      input?: CallInput,
    ) => createClient((path, init) => send(origin, path, init)).call(name, input),
    async statusOf(origin: string, path: string) {
      const response = await send(origin, path);
      await response.arrayBuffer();
      return response.status;
    },
  };
}

async function add(staff: ReturnType<typeof visitor>, origin: string): Promise<Application> {
  return dataOf(
    await staff.call(origin, 'addApplication', { form: formOf(buildFields(), { image: await buildPhoto() }) }),
  );
}

/** Callers that go on until they are stopped; every unexpected response counts as a failure. */
function startLoad(cookie: string) {
  const { origin } = balancer;
  const failures: string[] = [];
  const kinds: Record<string, number> = {};
  const images: string[] = [];
  let isOver = false;
  let address = 0;
  const caller = async (kind: string, work: () => Promise<void>) => {
    kinds[kind] = 0;
    while (!isOver) {
      await work().then(
        () => {
          kinds[kind] = (kinds[kind] ?? 0) + 1;
        },
        (error: Error) => failures.push(`${kind}: ${error.message} ${String(error.cause ?? '')}`),
      );
      await sleep(pauseMs);
    }
  };
  const expectStatus = async (status: Promise<number>) => expect(await status).toBe(200);
  const staff = visitor(cookie);
  const callers = [
    caller('upload', async () => {
      const added = await add(staff, origin);
      images.push(added.image ?? '');
      await expectStatus(staff.statusOf(origin, added.image ?? ''));
    }),
    caller('status check', async () => {
      const added = await add(staff, origin);
      const person = visitor('', `203.0.113.${++address % 250}`);
      const found = dataOf(await person.call(origin, 'enquiry', { json: enquiryFor(added) }));
      expect(found.applications).toHaveLength(1);
      await expectStatus(person.statusOf(origin, added.image ?? ''));
    }),
    caller('list', async () => void dataOf(await staff.call(origin, 'applications'))),
    caller('page', () => expectStatus(visitor().statusOf(origin, '/'))),
  ];
  return {
    answered: () => Object.values(kinds).reduce((sum, count) => sum + count, 0),
    async stop() {
      isOver = true;
      await Promise.all(callers);
      return { failures, kinds, images };
    },
  };
}
