import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { passportKey } from '../../contract/text.ts';
import { hasPostgresServer } from '../../test/backends.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { waitingForLocks } from '../../test/postgres.ts';
import { insertApplications } from '../../test/rows.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { inTransaction, systemContext } from '../context.ts';
import { lockNumber } from '../db/postgres.ts';
import { insertMisses } from './attempts.db.ts';
import { sweepEnquiries } from './enquiry.ts';
import { flushEnquiries } from './recorder.ts';

interface Person {
  passport: string;
  nationality: string;
  birthDate: string;
}

async function people(harness: TestHarness, count: number): Promise<Person[]> {
  await insertApplications(harness, count);
  return harness.database.db
    .selectFrom('application')
    .select(['passport', 'nationality', 'birthDate'])
    .orderBy('sequence')
    .execute();
}

async function onePerson(harness: TestHarness): Promise<Person> {
  const [one] = await people(harness, 1);
  if (!one) throw new Error('No applicant was inserted.');
  return one;
}

const triple = (one: Person) => ({ search: one.passport, search1: one.nationality, search2: one.birthDate });
const right = (caller: Caller, one: Person) => caller.call('enquiry', { json: triple(one) });
const wrong = (caller: Caller, one: Person) =>
  caller.call('enquiry', { json: { ...triple(one), search2: '1971-12-16' } });
/** An unknown passport. */
const nobody = (index: number): Person => ({
  passport: `ZZ${1_000_000 + index}`,
  nationality: 'Bangladesh',
  birthDate: '1990-01-05',
});

async function outcome(answer: ReturnType<typeof right>): Promise<'found' | 'missed' | number> {
  const result = await answer;
  if (!result.ok) return result.status;
  return result.data.applications.length ? 'found' : 'missed';
}

async function times(count: number, work: (index: number) => ReturnType<typeof right>): Promise<unknown[]> {
  const outcomes = [];
  for (let index = 0; index < count; index++) outcomes.push(await outcome(work(index)));
  return outcomes;
}

function tally(outcomes: unknown[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of outcomes) counts[String(one)] = (counts[String(one)] ?? 0) + 1;
  return counts;
}

const address = (index: number) => `198.51.${100 + (index >> 8)}.${index & 255}`;

onEachEngine('enquiry budgets', (open, engine) => {
  test('after five misses of a passport every answer is 429 from any address, the right one too, and costs nothing', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    expect(await times(5, (index) => wrong(harness.visitor(address(index)), one))).toEqual(Array(5).fill('missed'));
    await withoutTrace(harness, async () => {
      const refused = await wrong(harness.visitor(address(6)), one);
      expectRefusal(refused, 429, 'enquiry_over_budget');
      expect(refused.response.headers.get('retry-after')).toBe('900');
      const visitor = harness.visitor(address(7));
      expectRefusal(await right(visitor, one), 429, 'enquiry_over_budget');
      expect(visitor.cookies.size).toBe(0);
      await flushEnquiries(harness);
    });
  });

  test('an unknown passport has the same budget as a known one', async () => {
    const harness = await open();
    await onePerson(harness);
    const outcomes = await times(7, (index) => wrong(harness.visitor(address(index)), nobody(1)));
    expect(tally(outcomes)).toEqual({ missed: 5, 429: 2 });
  });

  test('the window slides: each miss leaves it on its own, and Retry-After says when', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const visitor = harness.visitor();
    for (let index = 0; index < 5; index++) {
      await wrong(visitor, one);
      harness.clock.advance(60);
    }
    const refused = await right(visitor, one);
    expect([refused.status, refused.response.headers.get('retry-after')]).toEqual([429, '600']);
    harness.clock.advance(599);
    expect((await right(visitor, one)).response.headers.get('retry-after')).toBe('1');
    harness.clock.advance(1);
    expect(await outcome(wrong(visitor, one))).toBe('missed');
    expect((await wrong(visitor, one)).response.headers.get('retry-after')).toBe('60');
  });

  test('fifteen misses of a passport in a day and sixty in a month block it for longer, for every caller, and the answer says until when', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const start = harness.clock.now.getTime();
    const secondsSince = () => (harness.clock.now.getTime() - start) / 1_000;
    const missUntilStopped = async () => {
      for (let misses = 0; ; misses++) {
        const answer = await wrong(harness.visitor(address(misses)), one);
        if (!answer.ok && answer.error.code === 'enquiry_over_budget') {
          harness.clock.advance(Number(answer.response.headers.get('retry-after')));
          misses--;
        } else if (!answer.ok) return { misses, answer };
      }
    };
    const afterDay = await missUntilStopped();
    expect(afterDay.misses).toBe(15);
    expectRefusal(afterDay.answer, 429, 'enquiry_blocked');
    // The first five misses leave the day together.
    expect(Number(afterDay.answer.response.headers.get('retry-after'))).toBe(86_400 - secondsSince());
    await withoutTrace(harness, async () => {
      expectRefusal(await right(harness.visitor(address(90)), one), 429, 'enquiry_blocked');
      await flushEnquiries(harness);
    });
    let misses = afterDay.misses;
    while (misses < 60) {
      harness.clock.advance(86_400);
      misses += (await missUntilStopped()).misses;
    }
    expect(misses).toBe(60);
    harness.clock.advance(86_400);
    const afterMonth = await right(harness.visitor(address(91)), one);
    expectRefusal(afterMonth, 429, 'enquiry_blocked');
    expect(Number(afterMonth.response.headers.get('retry-after'))).toBe(30 * 86_400 - secondsSince());
    // The sweep keeps the misses that still count.
    await sweepEnquiries(systemContext(harness));
    expectRefusal(await right(harness.visitor(address(92)), one), 429, 'enquiry_blocked');
    harness.clock.advance(30 * 86_400 - secondsSince());
    expect(await outcome(right(harness.visitor(address(93)), one))).toBe('found');
    harness.clock.advance(30 * 86_400);
    await sweepEnquiries(systemContext(harness));
    expect(await harness.database.db.selectFrom('enquiryMiss').selectAll().execute()).toEqual([]);
  });

  test('a browser that found the passport is let in when the day’s budget is spent, and has fifteen misses a day of its own', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const own = harness.visitor();
    expect(await outcome(right(own, one))).toBe('found');
    const round = (visitor: () => Caller) => async () => {
      await times(5, () => wrong(visitor(), one));
      harness.clock.advance(900);
    };
    for (const miss of Array(3).fill(round(() => harness.visitor(address(1))))) await miss();
    expectRefusal(await right(harness.visitor(), one), 429, 'enquiry_blocked');
    expect(await outcome(right(own, one))).toBe('found');
    for (const miss of Array(3).fill(round(() => own))) await miss();
    expectRefusal(await right(own, one), 429, 'enquiry_blocked');
  });

  test('a browser that found the passport before has five tries of its own; its copies share them', async () => {
    const harness = await open();
    const [one, other] = (await people(harness, 2)) as [Person, Person];
    const own = harness.visitor();
    expect(await outcome(right(own, one))).toBe('found');
    await times(20, (index) => wrong(harness.visitor(address(index)), one));
    expect(await outcome(right(harness.visitor(), one))).toBe(429);
    expect(await outcome(right(own, one))).toBe('found');
    expect(await times(5, () => wrong(own, one))).toEqual(Array(5).fill('missed'));
    const copy = harness.visitor(address(99));
    for (const [name, value] of own.cookies) copy.cookies.set(name, value);
    expect(await outcome(right(copy, one))).toBe(429);
    await times(5, (index) => wrong(harness.visitor(address(index)), other));
    expect(await outcome(right(own, other))).toBe(429);
  });

  test('one address spraying different passports is stopped at twenty, known or unknown, and others are not', async () => {
    const harness = await open();
    const [one, ...others] = (await people(harness, 11)) as [Person, ...Person[]];
    const visitor = harness.visitor();
    const targets = [...others, ...Array.from({ length: 20 }, (_, index) => nobody(index))];
    const outcomes = await times(30, (index) => wrong(visitor, targets[index] as Person));
    expect(outcomes).toEqual([...Array(20).fill('missed'), ...Array(10).fill(429)]);
    await withoutTrace(harness, async () => {
      const refused = await right(harness.visitor(), one);
      expect([refused.status, refused.response.headers.get('retry-after')]).toEqual([429, '900']);
      await flushEnquiries(harness);
    });
    expect(await outcome(right(harness.visitor(address(1)), one))).toBe('found');
    // Somebody behind the same address who mistyped before it was spent may still correct himself.
    expect(await outcome(right(harness.visitor(), targets[3] as Person))).toBe('found');
    harness.clock.advance(900);
    expect(await outcome(wrong(visitor, nobody(50)))).toBe('missed');
  });

  test('each passport that is found earns its address two more tries, once, and forgives its own misses', async () => {
    const harness = await open();
    const [one, two] = (await people(harness, 2)) as [Person, Person];
    const visitor = () => harness.visitor();
    await times(2, () => wrong(visitor(), one));
    await times(3, () => right(visitor(), one));
    await times(1, () => right(visitor(), two));
    expect(tally(await times(30, (index) => wrong(visitor(), nobody(index))))).toEqual({ missed: 24, 429: 6 });
    harness.clock.advance(1);
    expect(await outcome(wrong(visitor(), one))).toBe(429);
  });

  test('a village behind one address, each right by the third try, is served to the last', async () => {
    const harness = await open();
    const villagers = 60;
    const village = await people(harness, villagers);
    const outcomes = [];
    for (const one of village) {
      const visitor = harness.visitor('203.0.113.9');
      outcomes.push(await outcome(wrong(visitor, one)), await outcome(wrong(visitor, one)));
      outcomes.push(await outcome(right(visitor, one)));
      harness.clock.advance(1);
    }
    expect(tally(outcomes)).toEqual({ missed: 2 * villagers, found: villagers });
  });

  test('fifty wrong guesses of one passport at once are five misses, and a right one among them is refused', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const guesses = Array.from({ length: 50 }, (_, index) => wrong(harness.visitor(address(index)), one));
    const late = right(harness.visitor(address(77)), one);
    expect(tally(await Promise.all(guesses.map(outcome)))).toEqual({ missed: 5, 429: 45 });
    expect(await outcome(late)).toBe(429);
    expect(await harness.database.db.selectFrom('enquiryMiss').selectAll().execute()).toHaveLength(5);
  });

  test('fifty different passports at once from one address are twenty misses', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    const guesses = Array.from({ length: 50 }, (_, index) => wrong(harness.visitor(), nobody(index)));
    const late = right(harness.visitor(), one);
    expect(tally(await Promise.all(guesses.map(outcome)))).toEqual({ missed: 20, 429: 30 });
    expect(await outcome(late)).toBe(429);
  });

  test('a forwarded address is believed from a trusted proxy only', async () => {
    const plain = await open();
    const headers = (index: number) => ({ 'x-forwarded-for': address(index) });
    const spray = (harness: TestHarness) => (index: number) =>
      harness.visitor('10.0.0.1').call('enquiry', { json: triple(nobody(index)), headers: headers(index) });
    expect(tally(await times(22, spray(plain)))).toEqual({ missed: 20, 429: 2 });
    const proxied = await open({ environment: { TRUSTED_PROXIES: '10.0.0.0/8' } });
    expect(tally(await times(22, spray(proxied)))).toEqual({ missed: 22 });
  });

  test('budgets survive a restart, and misses that waited in memory are written at shutdown', async () => {
    const harness = await open();
    const [one, two] = (await people(harness, 2)) as [Person, Person];
    await times(3, (index) => wrong(harness.visitor(address(index)), one));
    await right(harness.visitor(), two);
    await flushEnquiries(harness);
    const again = await open({ beside: harness });
    expect(await times(3, (index) => wrong(again.visitor(address(index)), one))).toEqual(['missed', 'missed', 429]);
    expect(tally(await times(24, (index) => wrong(again.visitor(), nobody(index))))).toEqual({ missed: 22, 429: 2 });
  });

  test.runIf(engine === 'postgres')('two nodes share every budget, also at once', async () => {
    const harness = await open();
    const beside = await open({ beside: harness });
    const village = await people(harness, 20);
    const nodes = (index: number) => (index % 2 ? beside : harness);
    const one = village[0] as Person;
    const guesses = Array.from({ length: 50 }, (_, index) => wrong(nodes(index).visitor(address(index)), one));
    expect(tally(await Promise.all(guesses.map(outcome)))).toEqual({ missed: 5, 429: 45 });
    const spray = Array.from({ length: 50 }, (_, index) => wrong(nodes(index).visitor(), nobody(index)));
    expect(tally(await Promise.all(spray.map(outcome)))).toEqual({ missed: 20, 429: 30 });

    const outcomes = [];
    for (const [index, person] of village.slice(1).entries()) {
      const visit = (node: TestHarness) => node.visitor('203.0.113.9');
      outcomes.push(await outcome(wrong(visit(harness), person)), await outcome(wrong(visit(beside), person)));
      outcomes.push(await outcome(right(visit(nodes(index)), person)));
      harness.clock.advance(1);
    }
    expect(tally(outcomes)).toEqual({ missed: 38, found: 19 });
  });

  test.runIf(engine === 'postgres')(
    'five guesses on each of two nodes at once are five, and the right one after them finds nothing',
    async () => {
      const harness = await open();
      const beside = await open({ beside: harness });
      for (const one of await people(harness, 12)) {
        const guesses = [harness, beside].flatMap((node, nth) =>
          Array.from({ length: 5 }, (_, index) => outcome(wrong(node.visitor(address(2 * index + nth)), one))),
        );
        const late = outcome(right(beside.visitor(address(77)), one));
        expect(tally(await Promise.all(guesses))).toEqual({ missed: 5, 429: 5 });
        expect(await late).toBe(429);
      }
    },
  );

  test.runIf(engine === 'postgres')(
    'while another node is recording the fifth miss, an enquiry waits for it',
    async () => {
      const harness = await open();
      const beside = await open({ beside: harness });
      const one = await onePerson(harness);
      const bucket = harness.keys.hash('enquiry passport', passportKey(one.passport));
      const miss = { at: harness.clock.now.toISOString(), bucket, passport: bucket, address: null, networks: [] };
      const [recorded, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const recording = inTransaction(systemContext(beside), async (ctx) => {
        await ctx.database.lockKeys(ctx.db, [bucket]);
        await insertMisses(ctx, Array(5).fill(miss));
        recorded.resolve();
        await committing.promise;
      });
      await recorded.promise;
      const late = outcome(right(harness.visitor(), one));
      // With separate connections it would have been found by now.
      const meanwhile = hasPostgresServer ? await Promise.race([late, sleep(300, 'waits')]) : 'waits';
      committing.resolve();
      expect(meanwhile).toBe('waits');
      await recording;
      expect(await late).toBe(429);
    },
  );

  test.runIf(hasPostgresServer && engine === 'postgres')(
    'the right values do not overtake guesses that wait for another node',
    async () => {
      const harness = await open();
      const one = await onePerson(harness);
      const bucket = harness.keys.hash('enquiry passport', passportKey(one.passport));
      // Locks are taken in their order: the guesses wait for that of this address, and hold none of the passport.
      const hashOf = (index: number) => harness.keys.hash('enquiry address', address(index));
      let index = 100;
      while (lockNumber(hashOf(index)) > lockNumber(bucket)) index++;
      const { guesses, late } = await inTransaction(systemContext(harness), async (ctx) => {
        await ctx.database.lockKeys(ctx.db, [hashOf(index)]);
        const guesses = Array.from({ length: 5 }, () => outcome(wrong(harness.visitor(address(index)), one)));
        const late = outcome(right(harness.visitor(address(77)), one));
        await expect.poll(() => waitingForLocks(harness)).toBe(1);
        return { guesses, late };
      });
      expect(await Promise.all(guesses)).toEqual(Array(5).fill('missed'));
      expect(await late).toBe(429);
    },
  );

  test('a caller with many IPv6 addresses has four times the tries in a /56 and sixteen times in a /48, and its neighbours theirs', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    let passports = 0;
    const spray = async (count: number, from: (index: number) => string) => {
      const outcomes: unknown[] = [];
      for (let first = 0; first < count; first += 30) {
        const part = Array.from({ length: Math.min(30, count - first) }, (_, at) => from(first + at));
        outcomes.push(
          ...(await Promise.all(part.map((ip) => outcome(wrong(harness.visitor(ip), nobody(passports++)))))),
        );
      }
      return tally(outcomes);
    };
    const hex = (index: number) => index.toString(16);
    // As the middleware cuts them: the first four groups.
    expect(await spray(90, (index) => `2001:db8:1:${hex(index)}`)).toEqual({ missed: 80, 429: 10 });
    expect(await outcome(right(harness.visitor('2001:db8:1:ff'), one))).toBe(429);
    expect(await outcome(right(harness.visitor('2001:db8:1:100'), one))).toBe('found');
    expect(await spray(250, (index) => `2001:db8:1:${hex((index % 200) * 256 + 256)}`)).toEqual({
      missed: 240,
      429: 10,
    });
    expect(await outcome(right(harness.visitor('2001:db8:1:ff00'), one))).toBe(429);
    expect(await outcome(right(harness.visitor('2001:db8:2:ff00'), one))).toBe('found');
  });

  test('a find is on record within a moment, without a further request', async () => {
    const harness = await open();
    const one = await onePerson(harness);
    expect(dataOf(await right(harness.visitor(), one)).applications).toHaveLength(1);
    await expect.poll(() => harness.database.db.selectFrom('enquiryFind').selectAll().execute()).toHaveLength(1);
  });

  test('misses that count for a network alone are deleted after an hour, those of a passport stay', async () => {
    const harness = await open();
    const stranger = harness.visitor('2001:db8:1:2::3');
    await stranger.call('enquiry', { json: { search: 'ZZ0000001', search1: 'Bangladesh', search2: '1990-01-05' } });
    const misses = () => harness.database.db.selectFrom('enquiryMiss').select('bucket').execute();
    expect((await misses()).filter(({ bucket }) => bucket === '')).toHaveLength(2);
    harness.clock.advance(3_601);
    await sweepEnquiries(systemContext(harness));
    expect((await misses()).map(({ bucket }) => bucket === '')).toEqual([false]);
  });
});
