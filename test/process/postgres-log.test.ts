/** What a PostgreSQL server writes into its own log while staff collide. Needs the programs of a server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { addApplication, buildFields, buildPhoto, formOf } from '../build.ts';
import { dataOf } from '../data-of.ts';
import { createDatabase } from '../database.ts';
import { type Cluster, openCluster, serverPrograms } from '../postgres-cluster.ts';
import { type Product, type Staff, startProduct } from '../product.ts';
import { testSecretKey } from '../secret-key.ts';

/** More than the connections of the product. */
const atOnce = 20;

let cluster: Cluster;
let folder: string;
let product: Product;
let staff: Staff;

const all = <T>(work: (at: number) => Promise<T>) => Promise.all(Array.from({ length: atOnce }, (_, at) => work(at)));

function countOf(results: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of results) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe.skipIf(!serverPrograms)('the log of a PostgreSQL server', () => {
  beforeAll(async () => {
    cluster = await openCluster();
    folder = await mkdtemp(join(tmpdir(), 'maplegate-log-'));
    const { url } = await createDatabase(cluster.url);
    const environment = { DATABASE_URL: url, SECRET_KEY: testSecretKey, LOG_LEVEL: 'error' };
    product = await startProduct(environment, folder);
    staff = await product.staff();
  }, 120_000);
  afterAll(async () => {
    await product?.stop();
    await cluster?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('has no refused statement, passport or address, however many write the same values at once', async () => {
    const image = await buildPhoto();
    const [passport, email] = ['LOGCANARY01', 'canary.one@example.com'];
    const adds = await all((at) =>
      staff.call('addApplication', { form: formOf(buildFields(at % 2 ? { passport } : { email }), { image }) }),
    );
    expect(countOf(adds)).toEqual({ 201: 2, 409: atOnce - 2 });

    const records = await all(() => addApplication(staff));
    const onto = { passport: 'LOGCANARY02', email: 'canary.two@example.com' };
    const edits = await all((at) =>
      staff.call('updateApplication', { params: { id: records[at]?._id ?? '' }, json: onto }),
    );
    expect(countOf(edits)).toEqual({ 200: 1, 409: atOnce - 1 });
    const ontoEachOther = await all((at) => {
      const { passport = '', email = '' } = records[(at + 1) % atOnce] ?? {};
      return staff.call('updateApplication', { params: { id: records[at]?._id ?? '' }, json: { passport, email } });
    });
    expect(Object.keys(countOf(ontoEachOther)).sort()).toEqual(['200', '409']);

    const deleted: Application[] = [];
    for (let at = 0; at < 5; at++) {
      const one = await addApplication(staff, { passport: 'LOGCANARY03' });
      await staff.call('deleteApplication', { params: { id: one._id } });
      deleted.push(one);
    }
    const returns = await all((at) =>
      at < deleted.length
        ? staff.call('restoreApplication', { params: { id: deleted[at]?._id ?? '' } })
        : staff.call('addApplication', { form: formOf(buildFields({ passport: 'LOGCANARY03' }), { image }) }),
    );
    expect(returns.filter(({ ok }) => ok)).toHaveLength(1);

    const password = 'a long walk to Srimangal';
    const person = (email: string) => ({ name: 'Rupa Akter', email, password, confirmPassword: password });
    const address = 'canary.staff@example.com';
    const users = await all(() => staff.call('addUser', { json: person(address) }));
    expect(users.filter(({ ok }) => ok)).toHaveLength(1);
    const others = [];
    for (let at = 0; at < 4; at++)
      others.push(dataOf(await staff.call('addUser', { json: person(`u${at}@x.example`) })));
    const renamed = await Promise.all(
      others.map(({ _id }) =>
        staff.call('updateUser', { params: { id: _id }, json: { email: 'canary.new@x.example' } }),
      ),
    );
    expect(countOf(renamed)).toEqual({ 200: 1, 409: 3 });

    const log = await cluster.log();
    expect(log).toContain('database system is ready');
    expect(log).not.toMatch(/ERROR|duplicate key|canary/i);
    for (const { passport, email, phone } of records) {
      for (const value of [passport, email, phone]) expect(log).not.toContain(value);
    }
  }, 180_000);
});
