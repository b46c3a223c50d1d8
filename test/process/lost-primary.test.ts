/** Three nodes behind HAProxy whose PostgreSQL primary is lost, and whose synchronous standby takes over. For `npm run faults`. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createClient } from '../../contract/client.ts';
import { hasHaproxy, inFrontOfNodes, inFrontOfServers, openHaproxy } from '../haproxy.ts';
import { dataOf } from '../harness.ts';
import { openCluster, openStandby, serverPrograms } from '../postgres-cluster.ts';
import { freePort, type Product, startProduct, superAdmin } from '../product.ts';
import { openTestS3, s3Key } from '../s3.ts';
import { startStaffLoad } from '../staff-load.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const names = ['first', 'second', 'third'];
/** As long as somebody or something needs to notice the loss and to decide. */
const decidedAfterMs = 2_000;
const backMs = 10_000;

test('a primary that is killed under load, and a standby that is promoted: only 2xx or 503, nothing acknowledged is lost, back within ten seconds', async ({
  skip,
  task,
}) => {
  if (!process.env.MAPLEGATE_FAULTS) return skip('for npm run faults');
  if (!hasHaproxy || !serverPrograms) return skip("needs Debian's packages haproxy and postgresql");
  const cleanUps: (() => Promise<unknown>)[] = [];
  try {
    const folder = await mkdtemp(join(tmpdir(), 'maplegate-primary-'));
    cleanUps.push(() => rm(folder, { recursive: true, force: true }));
    const s3 = await openTestS3();
    cleanUps.push(() => s3.close());
    const primary = await openCluster();
    cleanUps.push(() => primary.close());
    const standby = await openStandby(primary);
    cleanUps.push(() => standby.close());
    const site = await freePort();
    const database = await freePort();
    const before = await openHaproxy(inFrontOfServers(database, [primary.port, standby.port]));
    cleanUps.push(() => before.stop());
    const origin = `http://localhost:${site}`;
    const environment = {
      ...s3Key,
      DATABASE_URL: `postgres://maplegate@127.0.0.1:${database}/postgres`,
      STORAGE_URL: (await s3.newBucket()).url,
      SECRET_KEY: 'a key for tests that is no secret',
      PUBLIC_URL: origin,
      TRUSTED_PROXIES: '127.0.0.1,::1',
      SUPER_ADMIN_PASSWORD: superAdmin.password,
      LOG_LEVEL: 'error',
    };
    const products: Product[] = [];
    for (const name of names) {
      const product = await startProduct(environment, join(folder, name));
      cleanUps.push(() => product.stop());
      products.push(product);
    }
    const ports = products.map((product) => Number(new URL(product.origin).port));
    const balancer = await openHaproxy(inFrontOfNodes(site, ports));
    cleanUps.push(() => balancer.stop());
    const { cookies } = await (products[0] as Product).staff();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const staff = createClient((path, init) => {
      const headers = new Headers(init.headers);
      headers.set('cookie', cookie);
      return fetch(origin + path, { ...init, headers });
    });
    const load = startStaffLoad(staff);
    await load.untilEachSucceeds();
    await sleep(2_000);
    await primary.kill();
    await sleep(decidedAfterMs);
    await standby.promote();
    const back = await load.untilEachSucceeds();
    await sleep(2_000);
    const { statuses, acknowledged } = await load.stop();
    task.meta.figure = `${acknowledged.size} records kept, back ${back} ms after the promotion, answers ${JSON.stringify(statuses)}`;
    expect(Object.keys(statuses).filter((status) => !/^(20[01]|503)$/.test(status))).toEqual([]);
    expect(statuses['503']).toBeGreaterThan(0);
    expect(acknowledged.size).toBeGreaterThan(names.length);
    expect(back).toBeLessThan(backMs);
    for (const [id, { version }] of acknowledged) {
      const found = dataOf(await staff.call('application', { params: { id } }));
      expect(found.version).toBeGreaterThanOrEqual(version);
    }
    for (const product of products) expect(product.output()).not.toContain('unexpected error');
    const env = { PATH: process.env.PATH, ...environment, DATA_DIR: join(folder, 'first') };
    const check = await promisify(execFile)(process.execPath, ['server/commands/check.ts'], { cwd: root, env });
    expect(check.stdout).toBe('Every record has its files and every count is true. 0 problems.\n');
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}, 240_000);
