/**
 * Measures whether a caller with a clock can tell apart answers that have the same bytes. It needs the machine for
 * itself, so it is part of `npm run faults`.
 */
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { createClient } from '../../contract/client.ts';
import { addApplication } from '../build.ts';
import { dataOf } from '../data-of.ts';
import { admin, type Product, type Staff, startProduct } from '../product.ts';

/**
 * Bounds for how often an answer of the first kind is the slower of two; it is 0.5 if nothing tells the kinds apart.
 */
const bounds = { least: 0.35, most: 0.65 };

let product: Product;
let staff: Staff;
beforeAll(async () => {
  if (!process.env.MAPLEGATE_FAULTS) return;
  product = await startProduct({ TRUSTED_PROXIES: '127.0.0.0/8,::1/128', LOG_LEVEL: 'silent' });
  staff = await product.staff();
});
afterAll(() => product?.stop());

type Ask = (nth: number) => Promise<unknown>;

/** The kinds come in pairs of a random order, so that whatever else the machine does delays both alike. */
async function separation(first: Ask, second: Ask, samples: number): Promise<number> {
  const times: [number[], number[]] = [[], []];
  for (let nth = 0; nth < samples; nth++) {
    for (const kind of Math.random() < 0.5 ? ([0, 1] as const) : ([1, 0] as const)) {
      const began = performance.now();
      await (kind ? second : first)(nth);
      times[kind].push(performance.now() - began);
    }
  }
  const [one, other] = times;
  const slower = one.flatMap((a) => other.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)));
  return slower.reduce((sum, each) => sum + each, 0) / slower.length;
}

const from = (nth: number) => ({ 'x-forwarded-for': `198.51.${100 + (nth >> 8)}.${nth % 256}` });
const visitor = () => createClient((path, init) => fetch(product.origin + path, init));

describe.runIf(process.env.MAPLEGATE_FAULTS)('answers that must not be told apart', () => {
  test('a status check takes as long for a wrong birth date as for an unknown passport', async ({ task }) => {
    const known: Application[] = [];
    for (let nth = 0; nth < 100; nth++) known.push(await addApplication(staff));
    const ask = (kind: number, nth: number, search: string, search1: string) =>
      visitor().call('enquiry', {
        json: { search, search1, search2: '1901-01-01' },
        headers: from(2 * nth + kind),
      });
    // No passport is tried more often than its budget allows.
    const one = (nth: number) => known[nth % known.length];
    const value = await separation(
      (nth) => ask(0, nth, one(nth)?.passport ?? '', one(nth)?.currentN ?? ''),
      (nth) => ask(1, nth, `ZZ${1_000_000 + nth}`, one(nth)?.currentN ?? ''),
      400,
    );
    task.meta.figure = `slower in ${value.toFixed(2)} of the pairs`;
    expect(value).toBeGreaterThan(bounds.least);
    expect(value).toBeLessThan(bounds.most);
  }, 120_000);

  test('a sign-in takes as long for an unknown account as for a wrong password and for a locked account', async ({
    task,
  }) => {
    const ask = async (nth: number, email: string) => {
      const answer = await visitor().call('login', { json: { email, password: `wrong ${nth}` }, headers: from(nth) });
      expect(answer.status).toBe(401);
    };
    const emails = Array.from({ length: 15 }, (_, at) => `clerk-${at}@maplegate.example`);
    for (const email of emails) dataOf(await staff.call('addUser', { json: { ...admin, email } }));
    const wrong = await separation(
      (nth) => ask(nth, emails[nth % emails.length] ?? ''),
      (nth) => ask(nth, `nobody-${nth}@maplegate.example`),
      60,
    );
    // Each account has had four wrong tries; a few more lock it.
    for (let nth = 0; nth < 60; nth++) await ask(nth, emails[nth % emails.length] ?? '');
    const locked = await separation(
      (nth) => ask(nth, emails[nth % emails.length] ?? ''),
      (nth) => ask(nth, `no-one-${nth}@maplegate.example`),
      60,
    );
    task.meta.figure = `slower in ${wrong.toFixed(2)} (wrong) and ${locked.toFixed(2)} (locked) of the pairs`;
    for (const value of [wrong, locked]) {
      expect(value).toBeGreaterThan(bounds.least);
      expect(value).toBeLessThan(bounds.most);
    }
  }, 240_000);
});
