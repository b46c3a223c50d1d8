/**
 * Three nodes behind HAProxy, on a PostgreSQL primary with a synchronous standby and on a bucket: an installation that
 * survives the loss of a machine, on loopback and in temporary folders. Needs Debian's packages `haproxy` and
 * `postgresql`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { hasHaproxy, inFrontOfNodes, inFrontOfServers, openHaproxy } from './haproxy.ts';
import { openCluster, openStandby, serverPrograms } from './postgres-cluster.ts';
import { cookieClient, type Product, type Staff, startProduct, superAdmin } from './product.ts';
import { openTestS3, s3Key } from './s3.ts';
import { testSecretKey } from './secret-key.ts';

const names = ['first', 'second', 'third'];
const pauseMs = 500;
const triesMax = 120;

export const canOpenThreeNodes = hasHaproxy && serverPrograms !== null;

export interface ThreeNodes {
  /** The address of HAProxy, in front of the nodes. */
  origin: string;
  products: readonly Product[];
  /** The settings of the first node, for a command of the owner. */
  environment: Record<string, string>;
  /** A session of the super admin that reaches the nodes through HAProxy. */
  staff: Pick<Staff, 'call'>;
  /** Ends the primary as the loss of its machine would. */
  losePrimary(): Promise<void>;
  /** Makes the standby the primary. */
  promoteStandby(): Promise<void>;
  close(): Promise<void>;
}

export async function openThreeNodes(): Promise<ThreeNodes> {
  const cleanUps: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'maplegate-three-nodes-'));
    cleanUps.push(() => rm(folder, { recursive: true, force: true }));
    const s3 = await openTestS3();
    cleanUps.push(() => s3.close());
    const primary = await openCluster();
    cleanUps.push(() => primary.close());
    const standby = await openStandby(primary);
    cleanUps.push(() => standby.close());
    const [site, database] = [await freePort(), await freePort()];
    const servers = await openHaproxy(inFrontOfServers(database, [primary.port, standby.port]));
    cleanUps.push(() => servers.stop());
    const origin = `http://localhost:${site}`;
    const environment = {
      ...s3Key,
      DATABASE_URL: `postgres://maplegate@127.0.0.1:${database}/postgres`,
      STORAGE_URL: (await s3.newBucket()).url,
      SECRET_KEY: testSecretKey,
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
    const nodes = await openHaproxy(inFrontOfNodes(site, ports));
    cleanUps.push(() => nodes.stop());
    await untilReady(origin);
    const [first] = products as [Product];
    const { cookies } = await first.staff();
    return {
      ...{ origin, products, close },
      environment: { ...environment, DATA_DIR: first.dataDir },
      staff: cookieClient(origin, new Map(cookies.map((cookie) => [cookie.name, cookie]))),
      losePrimary: () => primary.kill(),
      promoteStandby: () => standby.promote(),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits until HAProxy has found every node ready. */
async function untilReady(origin: string): Promise<void> {
  for (let inARow = 0, tries = 0; inARow < names.length; tries++) {
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    inARow = isReady ? inARow + 1 : 0;
    if (tries === triesMax) throw new Error('HAProxy finds no node ready.');
    await sleep(pauseMs);
  }
}
