/** What a clock that was days ahead has stored, once it was set right. */
import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { expectRefusal, onEachEngine } from '../../test/harness.ts';
import { systemContext } from '../context.ts';
import { sweepGuesses } from '../guesses/guesses.ts';
import { sweepEnquiries } from './enquiry.ts';
import { flushEnquiries } from './recorder.ts';

const day = 86_400;
const daysAhead = 400;

onEachEngine('misses that were counted while the clock was ahead', (open) => {
  const openWithMisses = async () => {
    const harness = await open();
    const { passport, currentN, dob } = await addApplication(await harness.signIn('admin'));
    const ask = (search = passport, birthDate = dob, address = '198.51.100.7') =>
      harness.visitor(address).call('enquiry', { json: { search, search1: currentN, search2: birthDate } });
    const sprayed = async (count: number, address = '203.0.113.9') => {
      for (let index = 0; index < count; index++) await ask(`ZZ${1_000_000 + index}`, dob, address);
    };
    const sweep = async () => {
      await sweepEnquiries(systemContext(harness));
      await sweepGuesses(systemContext(harness));
    };
    return { harness, passport, ask, sprayed, sweep };
  };

  test('block neither passport nor address after the next sweep, which keeps those of the right clock', async () => {
    const { harness, passport, ask, sprayed, sweep } = await openWithMisses();
    const { db } = harness.database;
    harness.clock.advance(daysAhead * day);
    for (let misses = 0; misses < limits.enquiryMissesPerPassportADay; misses++) {
      if (misses > 0 && misses % limits.enquiryMissesPerPassport === 0) harness.clock.advance(15 * 60);
      dataOf(await ask(passport, '1931-01-01'));
    }
    await sprayed(20);
    harness.clock.advance(-daysAhead * day);
    expectRefusal(await ask(), 429, 'enquiry_blocked');
    expectRefusal(await ask(passport, '1931-01-01', '203.0.113.9'), 429, 'enquiry_blocked');
    // The clock of another node may be some minutes ahead.
    await db
      .insertInto('enquiryMiss')
      .values({ at: new Date(harness.clock.now.getTime() + 4 * 60_000).toISOString(), bucket: 'x', passport: 'x' })
      .execute();
    await sweep();
    expect(await db.selectFrom('enquiryMiss').select('bucket').execute()).toEqual([{ bucket: 'x' }]);
    expect(await db.selectFrom('guessedApplication').selectAll().execute()).toEqual([]);
    expect(dataOf(await ask()).applications).toHaveLength(1);
    expect(dataOf(await ask(passport, '1931-01-01', '203.0.113.9')).applications).toEqual([]);
  });

  test('keep no older miss or find from being deleted when its time is over', async () => {
    const { harness, ask, sprayed, sweep } = await openWithMisses();
    const { db } = harness.database;
    harness.clock.advance(daysAhead * day);
    // More than one statement deletes.
    await sprayed(18);
    const find = { at: harness.clock.now.toISOString(), passport: 'x', applicationId: 'x', times: 1 };
    const finds = Array.from({ length: 18 }, (_, index) => ({ ...find, address: String(index) }));
    await db.insertInto('enquiryFind').values(finds).execute();
    harness.clock.advance(-daysAhead * day);
    await sprayed(2, '203.0.113.10');
    dataOf(await ask());
    await flushEnquiries(harness);
    expect(await db.selectFrom('enquiryFind').select('at').execute()).toHaveLength(19);
    harness.clock.advance(limits.accessRecordDays * day + 1);
    await sweep();
    expect(await db.selectFrom('enquiryMiss').select('at').execute()).toEqual([]);
    // What was found stays on record for as long as its time says, since a clock that is behind must not delete it.
    const left = await db.selectFrom('enquiryFind').select('at').execute();
    expect(left.map(({ at }) => at)).toEqual(finds.map(({ at }) => at));
  });
});
