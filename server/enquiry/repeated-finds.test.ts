import { expect, test } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { flushEnquiries } from './recorder.ts';
import { RepeatedFinds } from './repeated-finds.ts';

interface Person {
  _id: string;
  passport: string;
  currentN: string;
  dob: string;
}

const ask = async (caller: Caller, { passport, currentN, dob }: Person) =>
  dataOf(await caller.call('enquiry', { json: { search: passport, search1: currentN, search2: dob } })).applications
    .length;

const findsOf = ({ database: { db } }: TestHarness) =>
  db.selectFrom('enquiryFind').select(['applicationId', 'address', 'at', 'times']).orderBy('sequence').execute();
const sumOf = (finds: readonly { times: number }[]) => finds.reduce((sum, { times }) => sum + times, 0);

onEachEngine('finds of one record within a minute', (open) => {
  test('are two rows when one browser repeats them: the first at once, the others when the minute is over', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const [one, other] = [await addApplication(staff), await addApplication(staff)];
    const visitor = harness.visitor();
    expect(await ask(visitor, one)).toBe(1);
    await expect.poll(async () => sumOf(await findsOf(harness))).toBe(1);
    for (let nth = 1; nth < 20; nth++) {
      harness.clock.advance(1);
      expect(await ask(visitor, one)).toBe(1);
      // What writes at once must not write them either.
      await visitor.call('endGrant');
    }
    const last = harness.clock.now.toISOString();
    expect(sumOf(await findsOf(harness))).toBe(1);
    harness.clock.advance(41);
    // Without a further request.
    await expect.poll(async () => sumOf(await findsOf(harness)), { timeout: 5_000 }).toBe(20);
    expect(await findsOf(harness)).toMatchObject([{ times: 1 }, { times: 19, at: last }]);
    expect([await ask(visitor, one), await ask(visitor, other)]).toEqual([1, 1]);
    await expect.poll(async () => (await findsOf(harness)).length).toBe(4);
  });

  test('are ten rows at most, from however many addresses, and none is lost when the product ends', async () => {
    const harness = await open();
    const one = await addApplication(await harness.signIn('admin'));
    for (let network = 0; network < 200; network++) {
      expect(await ask(harness.visitor(`2001:db8:1:${network.toString(16)}::1`), one)).toBe(1);
      if (network % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 250));
      harness.clock.advance(0.2);
    }
    await flushEnquiries(harness);
    const finds = await findsOf(harness);
    expect([finds.length, sumOf(finds)]).toEqual([10, 200]);
  });

  test('are no more rows where wrong tries of the address make every try be decided in turn', async () => {
    const harness = await open();
    const one = await addApplication(await harness.signIn('admin'));
    const wrong = (nth: number) => ask(harness.visitor(), { ...one, passport: `ZZ${1_000_000 + nth}` });
    for (let nth = 0; nth < 15; nth++) expect(await wrong(nth)).toBe(0);
    for (let nth = 0; nth < 20; nth++) expect(await ask(harness.visitor(), one)).toBe(1);
    await flushEnquiries(harness);
    const finds = await findsOf(harness);
    expect([finds.length, sumOf(finds)]).toEqual([2, 20]);
  });

  test('forgive the misses of their address while they wait', async () => {
    const harness = await open();
    const one = await addApplication(await harness.signIn('admin'));
    const person = { search: one.passport, search1: one.currentN };
    const unknown = (nth: number) =>
      harness.visitor().call('enquiry', { json: { ...person, search: `ZZ${nth}000001`, search2: one.dob } });
    expect(await ask(harness.visitor(), one)).toBe(1);
    harness.clock.advance(1);
    expect(await ask(harness.visitor(), { ...one, dob: '1971-12-16' })).toBe(0);
    harness.clock.advance(1);
    expect(await ask(harness.visitor(), one)).toBe(1);
    // Twenty, and two more for the passport that was found, whose own miss costs nothing.
    for (let nth = 10; nth < 32; nth++) expect((await unknown(nth)).ok).toBe(true);
    expectRefusal(await unknown(32), 429, 'enquiry_over_budget');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sumOf(await findsOf(harness))).toBe(1);
  });

  test('that wait are not written when the record is erased meanwhile, and those of others are', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const [gone, kept] = [await addApplication(owner), await addApplication(owner)];
    for (let times = 0; times < 3; times++) {
      for (const one of [gone, kept]) expect(await ask(harness.visitor(), one)).toBe(1);
      if (times === 0) await expect.poll(async () => sumOf(await findsOf(harness))).toBe(2);
    }
    dataOf(await owner.call('eraseApplication', { params: { id: gone._id }, json: { reason: 'Asked for' } }));
    harness.clock.advance(61);
    await expect.poll(async () => sumOf(await findsOf(harness)), { timeout: 5_000 }).toBe(3);
    await flushEnquiries(harness);
    expect((await findsOf(harness)).every(({ applicationId }) => applicationId === kept._id)).toBe(true);
  });
});

test('what is remembered of finds has a bound, beyond which everything is released early', () => {
  const released: number[] = [];
  const repeated = new RepeatedFinds((finds) => void released.push(...finds.map(({ times }) => times)));
  const at = '2026-03-10T04:00:00.000Z';
  const find = (record: number) => ({ address: 'a', passport: 'p', applicationId: `${record}`, at, times: 1 });
  expect([repeated.gather(find(0)), repeated.gather(find(0)), repeated.gather(find(0))]).toEqual([false, true, true]);
  for (let record = 1; record < 20_000; record++) repeated.gather(find(record));
  expect(released).toEqual([]);
  repeated.gather(find(20_000));
  expect(released).toEqual([2]);
  expect(repeated.gather(find(0))).toBe(false);
});

test('a clock that was set back ends the minute', () => {
  const released: number[] = [];
  const repeated = new RepeatedFinds((finds) => void released.push(...finds.map(({ times }) => times)));
  const find = (at: string) => ({ address: 'a', passport: 'p', applicationId: 'r', at, times: 1 });
  const gathered = ['10:00:00.005', '10:00:00.003', '10:00:59.000', '09:00:00.000', '09:01:00.000'].map((time) =>
    repeated.gather(find(`2026-03-10T${time}Z`)),
  );
  expect(gathered).toEqual([false, true, true, false, false]);
  expect(released).toEqual([2]);
});
