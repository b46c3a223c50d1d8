import { expect, test } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { systemContext } from '../context.ts';
import { sweepGuesses } from './guesses.ts';

interface Person {
  _id: string;
  passport: string;
  currentN: string;
  dob: string;
}

const ask = (caller: Caller, { passport, currentN, dob }: Person) =>
  caller.call('enquiry', { json: { search: passport, search1: currentN, search2: dob } });

/** Fifteen wrong birth dates, as fast as the shortest budget lets one try them. */
async function guess(
  harness: TestHarness,
  person: Person,
  callerOf = (misses: number) => harness.visitor(`198.51.100.${misses}`),
): Promise<void> {
  for (let misses = 0; misses < 15; misses++) {
    const answer = await ask(callerOf(misses), { ...person, dob: '1971-12-16' });
    expect(answer.ok).toBe(true);
    if (misses % 5 === 4) harness.clock.advance(900);
  }
}

const read = async (staff: Caller, { _id: id }: Person) => dataOf(await staff.call('application', { params: { id } }));
const summary = async (staff: Caller) => dataOf(await staff.call('applicationSummary')).guessed;
const listed = async (staff: Caller) => {
  const { applications, totalApplication } = dataOf(await staff.call('applications', { query: { guessed: 1 } }));
  expect(totalApplication).toBe(applications.length);
  return applications.map(({ _id }) => _id);
};

onEachEngine('guessed passports', (open) => {
  test('the office sees whose passport was tried fifteen times in a day: on the record, in a count and in the list of them', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const [one, other] = [await addApplication(staff), await addApplication(staff)];
    const since = harness.clock.now.toISOString();
    expect([await summary(staff), await listed(staff)]).toEqual([0, []]);
    for (let misses = 0; misses < 5; misses++) await ask(harness.visitor(), { ...other, dob: '1971-12-16' });
    await guess(harness, one);
    expect([await summary(staff), await listed(staff)]).toEqual([1, [one._id]]);
    const blockedUntil = new Date(Date.parse(since) + 86_400_000).toISOString();
    expect((await read(staff, one)).guesses).toEqual({ count: 15, since, blockedUntil });
    expect((await read(staff, other)).guesses).toBeNull();
    // The block ends by itself.
    harness.clock.now = new Date(blockedUntil);
    const later = await harness.signIn('admin');
    expect((await read(later, one)).guesses).toEqual({ count: 15, since, blockedUntil: null });
    expect(dataOf(await ask(harness.visitor(), one)).applications).toHaveLength(1);
  });

  test('a passport that was tried too often stays listed for thirty days, though its block lasts one', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const one = await addApplication(staff);
    const start = harness.clock.now.getTime();
    await guess(harness, one);
    const hoursLater = async (hours: number) => {
      harness.clock.now = new Date(start + hours * 3_600_000);
      await sweepGuesses(systemContext(harness));
      const later = await harness.signIn('admin');
      return [await summary(later), await listed(later), (await read(later, one)).guesses?.count];
    };
    expect(await hoursLater(25)).toEqual([1, [one._id], 15]);
    expect(await hoursLater(30 * 24)).toEqual([1, [one._id], 15]);
    expect(await hoursLater(31 * 24)).toEqual([0, [], undefined]);
    expect(await harness.database.db.selectFrom('guessedApplication').selectAll().execute()).toEqual([]);
  });

  test('a passport whose block has ended leaves the list when staff lift it all the same', async () => {
    const harness = await open();
    const one = await addApplication(await harness.signIn('admin'));
    await guess(harness, one);
    harness.clock.advance(25 * 3_600);
    const staff = await harness.signIn('admin');
    const params = { id: one._id };
    expect(await summary(staff)).toBe(1);
    expect((await staff.call('unblock', { params })).status).toBe(204);
    expect([await summary(staff), await listed(staff)]).toEqual([0, []]);
    // Nor does the record get the mark back with its passport.
    dataOf(await staff.call('deleteApplication', { params }));
    dataOf(await staff.call('restoreApplication', { params }));
    expect((await read(staff, one)).guesses).toBeNull();
  });

  test('staff lift the block: the passport can be tried at once, and the audit log names who did it', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const one = await addApplication(staff);
    const params = { id: one._id };
    await guess(harness, one);
    expectRefusal(await ask(harness.visitor(), one), 429, 'enquiry_blocked');
    expectRefusal(await harness.visitor().call('unblock', { params }), 401, 'unauthorized');
    expectRefusal(await ask(harness.visitor(), one), 429, 'enquiry_blocked');
    expectRefusal(await staff.call('unblock', { params: { id: 'f'.repeat(24) } }), 404, 'not_found');
    expect((await staff.call('unblock', { params })).status).toBe(204);
    expect([await summary(staff), await listed(staff)]).toEqual([0, []]);
    expect((await read(staff, one)).guesses).toBeNull();
    expect(dataOf(await ask(harness.visitor(), one)).applications).toHaveLength(1);
    // Lifting it again changes nothing and adds no entry.
    expect((await staff.call('unblock', { params })).status).toBe(204);
    const owner = await harness.signIn('super-admin');
    const entries = dataOf(await owner.call('audit', { query: { record: one._id } })).entries;
    expect(entries.filter(({ action }) => action === 'application.unblocked')).toMatchObject([
      { actor: { _id: staff.accountId }, fields: [] },
    ]);
    // All budgets are whole again.
    await guess(harness, one);
    expectRefusal(await ask(harness.visitor(), one), 429, 'enquiry_blocked');
  });

  test('a browser that found the passport and then used up its own tries is on record too, and is let in again by the office', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const one = await addApplication(staff);
    const other = await addApplication(staff);
    const own = harness.visitor();
    for (const found of [other, one]) expect(dataOf(await ask(own, found)).applications).toHaveLength(1);
    const since = harness.clock.now.toISOString();
    await guess(harness, one, () => own);
    expectRefusal(await ask(own, one), 429, 'enquiry_blocked');
    const mark = { count: 15, since, blockedUntil: new Date(Date.parse(since) + 86_400_000).toISOString() };
    expect((await read(staff, one)).guesses).toEqual(mark);
    expect([await summary(staff), await listed(staff)]).toEqual([1, [one._id]]);
    // Nobody else is refused.
    expect(dataOf(await ask(harness.visitor(), one)).applications).toHaveLength(1);
    const params = { id: one._id };
    dataOf(await staff.call('deleteApplication', { params }));
    dataOf(await staff.call('restoreApplication', { params }));
    expect((await read(staff, one)).guesses).toEqual(mark);

    for (let misses = 0; misses < 5; misses++) await ask(own, { ...other, dob: '1971-12-16' });
    expect((await staff.call('unblock', { params })).status).toBe(204);
    expect([(await read(staff, one)).guesses, await summary(staff)]).toEqual([null, 0]);
    expect(dataOf(await ask(own, one)).applications).toHaveLength(1);
    // The misses of another passport go on counting.
    expectRefusal(await ask(own, other), 429, 'enquiry_over_budget');
    const owner = await harness.signIn('super-admin');
    const entries = dataOf(await owner.call('audit', { query: { record: one._id } })).entries;
    expect(entries.filter(({ action }) => action === 'application.unblocked')).toHaveLength(1);
    await guess(harness, one, () => own);
    expectRefusal(await ask(own, one), 429, 'enquiry_blocked');
  });

  test('of the blocks of a passport and of a browser that found it, the office sees the one that ends last, and lifts both', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const one = await addApplication(staff);
    const [own, another] = [harness.visitor(), harness.visitor()];
    for (const browser of [own, another]) await ask(browser, one);
    const start = harness.clock.now.getTime();
    for (let day = 0; day < 4; day++) {
      harness.clock.now = new Date(start + day * 86_400_000);
      await guess(harness, one);
    }
    const later = await harness.signIn('admin');
    const ofMonth = { count: 60, blockedUntil: new Date(start + 30 * 86_400_000).toISOString() };
    expect((await read(later, one)).guesses).toMatchObject(ofMonth);
    await guess(harness, one, () => own);
    expectRefusal(await ask(own, one), 429, 'enquiry_blocked');
    expect((await read(later, one)).guesses).toMatchObject(ofMonth);
    expect((await later.call('unblock', { params: { id: one._id } })).status).toBe(204);
    for (const browser of [own, another, harness.visitor()])
      expect(dataOf(await ask(browser, one)).applications).toHaveLength(1);
  });

  test('the mark follows the passport: a record gets it with a passport that was tried before, and loses it with another', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const one = await addApplication(staff, { passport: 'EB7654321' });
    await guess(harness, one);
    await guess(harness, { ...one, passport: 'EB1111111' });
    const late = await addApplication(staff, { passport: 'EB1111111' });
    expect((await read(staff, late)).guesses?.count).toBe(15);
    const params = { id: one._id };
    dataOf(await staff.call('updateApplication', { params, json: { passport: 'EB2222222' } }));
    expect((await read(staff, one)).guesses).toBeNull();
    dataOf(await staff.call('updateApplication', { params, json: { passport: 'EB7654321' } }));
    expect((await read(staff, one)).guesses?.count).toBe(15);
    expect((await listed(staff)).sort()).toEqual([one._id, late._id].sort());
    dataOf(await staff.call('deleteApplication', { params }));
    expect([await summary(staff), await listed(staff)]).toEqual([1, [late._id]]);
    dataOf(await staff.call('restoreApplication', { params }));
    expect(await summary(staff)).toBe(2);
    // Also when the block has ended meanwhile.
    const before = (await read(staff, one)).guesses;
    harness.clock.advance(25 * 3_600);
    const later = await harness.signIn('admin');
    dataOf(await later.call('deleteApplication', { params }));
    dataOf(await later.call('restoreApplication', { params }));
    expect((await read(later, one)).guesses).toEqual({ ...before, blockedUntil: null });
    expect(await summary(later)).toBe(2);
  });
});
