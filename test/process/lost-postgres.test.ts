/** The product while its PostgreSQL server is restarted, crashes or vanishes. Needs the programs of a server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cachedCheckMs } from '../../server/cached-check.ts';
import { openPostgres } from '../../server/db/postgres.ts';
import { hostCommand } from '../command-host.ts';
import { dataOf } from '../data-of.ts';
import { createDatabase } from '../database.ts';
import { type Cluster, openCluster, serverPrograms } from '../postgres-cluster.ts';
import { type Product, type Staff, startProduct } from '../product.ts';
import { checkPassed } from '../program.ts';
import { testSecretKey } from '../secret-key.ts';
import { startStaffLoad } from '../staff-load.ts';
import { openProxy, type TcpProxy } from '../tcp-proxy.ts';

/** Of both kinds, in turn; five with `MAPLEGATE_FAULTS=1`. */
const restarts = process.env.MAPLEGATE_FAULTS ? 5 : 2;

let cluster: Cluster;
let proxy: TcpProxy;
let folder: string;
let environment: Record<string, string>;
let product: Product;
let staff: Staff;

describe.skipIf(!serverPrograms)('a product whose PostgreSQL server', () => {
  beforeAll(async () => {
    cluster = await openCluster();
    proxy = await openProxy(cluster.port);
    folder = await mkdtemp(join(tmpdir(), 'maplegate-lost-'));
    const { url } = await createDatabase(cluster.url);
    environment = {
      DATABASE_URL: url.replace(`:${cluster.port}/`, `:${proxy.port}/`),
      SECRET_KEY: testSecretKey,
      LOG_LEVEL: 'error',
    };
    product = await startProduct(environment, folder);
    staff = await product.staff();
  });
  afterAll(async () => {
    await product?.stop();
    await proxy?.close();
    await cluster?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('is restarted and crashes under load answers 2xx or 503, loses nothing acknowledged and is back soon', async ({
    task,
  }) => {
    const load = startStaffLoad(staff);
    // Warms up, so that the first restart does not meet initial work.
    await load.untilEachSucceeds();
    await sleep(500);
    const undisturbed = [await load.untilEachSucceeds()];
    const back: number[] = [];
    for (let at = 0; at < restarts; at++) {
      await cluster.restart(at % 2 ? 'immediate' : 'fast');
      back.push(await load.untilEachSucceeds());
      await sleep(500);
    }
    undisturbed.push(await load.untilEachSucceeds());
    const { statuses, acknowledged } = await load.stop();
    expect(Object.keys(statuses).filter((status) => !/^(20[01]|503)$/.test(status))).toEqual([]);
    expect(statuses['503']).toBeGreaterThan(0);
    // On a busy machine every call takes longer, and so does the recovery; `npm run faults` has the machine to itself.
    if (process.env.MAPLEGATE_FAULTS)
      expect(Math.max(...back)).toBeLessThan(Math.max(2_000, 10 * Math.max(...undisturbed)));
    expect(acknowledged.size).toBeGreaterThan(restarts);
    for (const [id, { version }] of acknowledged) {
      const found = dataOf(await staff.call('application', { params: { id } }));
      expect(found.version).toBeGreaterThanOrEqual(version);
    }
    task.meta.figure = `${acknowledged.size} records kept, back after ${back.join(', ')} ms`;
    expect(product.output()).not.toContain('unexpected error');
    expect((await hostCommand('check', { ...environment, DATA_DIR: folder })).stdout).toEqual(checkPassed);
  }, 120_000);

  // How long the chain of time-outs takes depends on what else the machine does.
  test.runIf(process.env.MAPLEGATE_FAULTS)(
    'vanishes without a word says 503 within a quarter of a minute, lives on, and is back in as long on new connections',
    async () => {
      const load = startStaffLoad(staff);
      await load.untilEachSucceeds();
      proxy.fallSilent();
      const began = Date.now();
      while (Date.now() - began < 15_000) {
        expect((await fetch(`${product.origin}/healthz`)).status).toBe(200);
        await sleep(200);
      }
      const ready = await fetch(`${product.origin}/readyz`);
      expect(ready.status).toBe(503);
      proxy.mend();
      // A call that was connecting in the silence first waits for its time-out, and others wait for that connection.
      await load.untilEachSucceeds();
      const { statuses } = await load.stop();
      expect(Object.keys(statuses).sort()).toEqual(['200', '201', '503']);
      // Whether the process is ready is asked twice a second at most; the last answer counts until then.
      const isReady = async () => (await fetch(`${product.origin}/readyz`)).status;
      await expect.poll(isReady, { timeout: 2 * cachedCheckMs, interval: 20 }).toBe(200);
      expect(product.output()).not.toContain('unexpected error');
    },
    120_000,
  );

  test('cannot be reached has background work that says so in warnings, and reports no fault of its own', async () => {
    const way = await openProxy(cluster.port);
    const { url } = await createDatabase(cluster.url);
    const DATABASE_URL = url.replace(`:${cluster.port}/`, `:${way.port}/`);
    const cutOff = await startProduct({ DATABASE_URL, LOG_LEVEL: 'warn' });
    await way.close();
    for (const work of ['imports', 'erasing'])
      await expect.poll(() => cutOff.output()).toMatch(RegExp(`"level":40,.*"work":"${work}","msg":"unavailable"`));
    expect(cutOff.output()).not.toContain('"level":50');
    await cutOff.kill();
    await rm(cutOff.dataDir, { recursive: true });
  });

  test('runs a long statement waits for it, however long it sends nothing', async () => {
    const database = await openPostgres(environment.DATABASE_URL ?? '', () => {});
    const slept = sql<{ done: number }>`select 1 as done from pg_sleep(7)`.execute(database.db);
    expect((await slept).rows).toEqual([{ done: 1 }]);
    await database.close();
  });
});
