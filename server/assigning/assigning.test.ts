/** Assigning records to people: one record, several, or all that a filter matches. */
import { expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { limits } from '../../contract/limits.ts';
import { hasPostgresServer } from '../../test/backends.ts';
import { addApplication } from '../../test/build.ts';
import { conflictsOf } from '../../test/conflicts.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { insertApplications, insertCopies } from '../../test/rows.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { checkTallies } from '../applications/check.ts';
import { systemContext } from '../context.ts';

type Staff = Awaited<ReturnType<TestHarness['signIn']>>;

const assign = (who: Caller, json: Record<string, unknown>) => who.call('assign', { json });
const assignedOf = async (who: Caller, id: string) =>
  dataOf(await who.call('application', { params: { id } })).assigned;
const list = async (who: Caller, query: Record<string, string | number>) =>
  dataOf(await who.call('applications', { query }));
const summary = async (who: Caller) => dataOf(await who.call('applicationSummary'));
const nameOf = async (who: Caller) => dataOf(await who.call('me')).user.name;
const unknown = '0123456789abcdef01234567';

async function withRecords(harness: TestHarness, count: number): Promise<[Staff, Staff, Application[]]> {
  const [one, other] = [await harness.signIn('admin'), await harness.signIn('admin')];
  const records: Application[] = [];
  for (let at = 0; at < count; at++) records.push(await addApplication(one));
  return [one, other, records];
}

const idsOf = (records: Pick<Application, '_id'>[]) => records.map(({ _id }) => _id);

onEachEngine('assigning', (open, engine) => {
  test('gives one record or several to oneself, to somebody else or to nobody, on record, without raising the version', async () => {
    const harness = await open();
    const [me, other, records] = await withRecords(harness, 3);
    const [first = '', ...rest] = idsOf(records);
    expect(await assignedOf(me, first)).toBeNull();
    const answer = { assigned: 1, unchanged: 0, gone: 0, kept: [] };
    expect(dataOf(await assign(me, { assignee: 'me', ids: [first] }))).toEqual(answer);
    const mine = { _id: me.accountId, name: await nameOf(me) };
    expect(await assignedOf(other, first)).toEqual(mine);
    expect((await list(other, {})).applications.map(({ assigned }) => assigned)).toEqual([null, null, mine]);
    // Repeating it changes nothing, and one's own record may be given away.
    const again = await withoutTrace(harness, () => assign(me, { assignee: 'me', ids: [first, first] }));
    expect(dataOf(again)).toEqual({ ...answer, assigned: 0, unchanged: 1 });
    expect(dataOf(await assign(me, { assignee: other.accountId, ids: [first, ...rest] })).assigned).toBe(3);
    expect(await summary(other)).toMatchObject({ mine: 3, unassigned: 0 });
    expect(await summary(me)).toMatchObject({ mine: 0, unassigned: 0 });
    expect(dataOf(await assign(other, { assignee: 'nobody', ids: rest })).assigned).toBe(2);
    expect(await summary(other)).toMatchObject({ mine: 1, unassigned: 2 });
    expect(dataOf(await me.call('application', { params: { id: first } })).version).toBe(1);
    const owner = await harness.signIn('super-admin');
    const { entries } = dataOf(await owner.call('audit', { query: { record: rest[0] ?? '' } }));
    const name = await nameOf(other);
    expect(entries.slice(0, 2).map(({ actor, action, detail }) => [actor?.name, action, detail])).toEqual([
      [name, 'application.unassigned', { from: name, to: null }],
      [mine.name, 'application.assigned', { from: null, to: name }],
    ]);
  });

  test('names who has a record instead of taking it away, unless the request says to take it or to leave it', async () => {
    const harness = await open();
    const [me, other, records] = await withRecords(harness, 3);
    const ids = idsOf(records);
    await assign(other, { assignee: 'me', ids: ids.slice(1) });
    const others = [{ _id: other.accountId, name: await nameOf(other), count: 2 }];
    for (const assignee of ['me', 'nobody']) {
      const refused = await withoutTrace(harness, () => assign(me, { assignee, ids }));
      expectRefusal(refused, 409, 'assigned_to_others');
      expect(refused.ok ? null : refused.error.others).toEqual(others);
    }
    const kept = dataOf(await assign(me, { assignee: 'me', ids, others: 'keep' }));
    expect(kept).toEqual({ assigned: 1, unchanged: 0, gone: 0, kept: others });
    expect(await summary(other)).toMatchObject({ mine: 2 });
    expect(dataOf(await assign(me, { assignee: 'me', ids, others: 'take' }))).toMatchObject({ assigned: 2, kept: [] });
    expect(await summary(me)).toMatchObject({ mine: 3 });
  });

  test('takes only from the people that were named: a third person who has a record by now is named too, and keeps it', async () => {
    const harness = await open();
    const [me, other, records] = await withRecords(harness, 3);
    const third = await harness.signIn('admin');
    const ids = idsOf(records);
    await assign(other, { assignee: 'me', ids: ids.slice(1) });
    const takenFrom = [other.accountId];
    const { asOf } = await list(me, {});
    await assign(third, { assignee: 'me', ids: ids.slice(2), others: 'take' });
    for (const records of [{ ids }, { asOf }]) {
      const taking = { assignee: 'me', others: 'take', takenFrom, ...records };
      const refused = await withoutTrace(harness, () => assign(me, taking));
      expectRefusal(refused, 409, 'assigned_to_others');
      const named = refused.ok ? [] : (refused.error.others ?? []).map(({ _id, count }) => [_id, count]);
      expect(new Map(named as [string, number][])).toEqual(new Map([other, third].map((who) => [who.accountId, 1])));
    }
    const both = [other.accountId, third.accountId];
    expect(dataOf(await assign(me, { assignee: 'me', ids, others: 'take', takenFrom: both })).assigned).toBe(3);
  });

  test('by two people at once gives a record to one of them, and tells the other who has it', async () => {
    const harness = await open();
    const [me, other, records] = await withRecords(harness, 4);
    const ids = idsOf(records);
    const tries = await Promise.all([me, other, me, other].map((who) => assign(who, { assignee: 'me', ids })));
    const winners = new Set(tries.flatMap((result, at) => (result.ok ? [at % 2] : [])));
    expect(winners.size).toBe(1);
    for (const result of tries) if (!result.ok) expectRefusal(result, 409, 'assigned_to_others');
    const [winner] = [...winners].map((at) => (at === 0 ? me : other));
    expect(await summary(winner ?? me)).toMatchObject({ mine: 4 });
    expect(await checkTallies(systemContext(harness))).toEqual([]);
  });

  // PGlite has one connection.
  const onServer = test.runIf(engine === 'postgres' && hasPostgresServer);
  onServer('of many records by three people at once never makes them wait for each other in a circle', async () => {
    const harness = await open();
    await insertApplications(harness, 120);
    const people = [await harness.signIn('admin'), await harness.signIn('admin'), await harness.signIn('admin')];
    const all = (await harness.database.db.selectFrom('application').select('id').execute()).map(({ id }) => id);
    const conflicts = conflictsOf(harness);
    await Promise.all(
      people.map(async (person, at) => {
        for (let round = 0; round < 6; round++) {
          // Each begins elsewhere in the list, and goes through it in another direction than the one before.
          const from = (at * 37 + round * 23) % all.length;
          const ids = [...all.slice(from), ...all.slice(0, from)].slice(0, 80);
          if (at % 2) ids.reverse();
          expect(dataOf(await assign(person, { assignee: 'me', ids, others: 'take' })).gone).toBe(0);
        }
      }),
    );
    expect(conflicts).toEqual([]);
    expect(await checkTallies(systemContext(harness))).toEqual([]);
  });

  test('of all that a filter matches means the list as it was read, and never more records than it showed', async () => {
    const harness = await open();
    const [me, other, records] = await withRecords(harness, 4);
    const [approved = '', theirs = ''] = idsOf(records);
    await me.call('approve', { params: { id: approved } });
    await assign(other, { assignee: 'me', ids: [theirs] });
    const { asOf, totalApplication: total } = await list(me, { assigned: 'nobody', status: 'Pending' });
    expect(total).toBe(2);
    const later = await addApplication(me);
    const filter = { assigned: 'nobody', status: 'Pending', asOf };
    await me.call('setPending', { params: { id: approved } });
    expectRefusal(await assign(me, { assignee: 'me', ...filter, total }), 409, 'list_changed');
    await me.call('approve', { params: { id: approved } });
    const all = { assignee: 'me', status: 'Pending', asOf };
    const refused = await withoutTrace(harness, () => assign(me, all));
    expectRefusal(refused, 409, 'assigned_to_others');
    expect(dataOf(await assign(me, { ...all, others: 'keep' }))).toMatchObject({
      assigned: 2,
      kept: [{ _id: other.accountId, count: 1 }],
    });
    expect(await assignedOf(me, later._id)).toBeNull();
    expect(await assignedOf(me, approved)).toBeNull();
    expect(dataOf(await assign(me, { assignee: 'nobody', assigned: 'me', asOf }))).toMatchObject({ assigned: 2 });
  });

  test('skips a record that was deleted meanwhile, and is refused when none remains', async () => {
    const harness = await open();
    const [me, , records] = await withRecords(harness, 2);
    const ids = idsOf(records);
    await me.call('deleteApplication', { params: { id: ids[0] ?? '' } });
    expect(dataOf(await assign(me, { assignee: 'me', ids }))).toMatchObject({ assigned: 1, gone: 1 });
    expectRefusal(await assign(me, { assignee: 'me', ids: ids.slice(0, 1) }), 404, 'not_found');
    expectRefusal(await assign(me, { assignee: 'me', ids: [unknown] }), 404, 'not_found');
    // After its restore it is nobody's, as before.
    await me.call('restoreApplication', { params: { id: ids[0] ?? '' } });
    expect(await assignedOf(me, ids[0] ?? '')).toBeNull();
  });

  test('refuses anonymous callers, unknown and deleted people, and requests that name nothing or too much', async () => {
    const harness = await open();
    const [me, other, records] = await withRecords(harness, 1);
    const ids = idsOf(records);
    const owner = await harness.signIn('super-admin');
    await withoutTrace(harness, async () => {
      expectRefusal(await assign(harness.visitor(), { assignee: 'me', ids }), 401, 'unauthorized');
      expectRefusal(await harness.visitor().call('colleagues'), 401, 'unauthorized');
      const headers = { 'sec-fetch-site': 'cross-site' };
      expectRefusal(await me.call('assign', { json: { assignee: 'me', ids }, headers }), 403, 'cross_site');
      for (const [json, code] of [
        [{ ids }, 'invalid_assignee'],
        [{ assignee: null, ids }, 'invalid_assignee'],
        [{ assignee: 'everybody', ids }, 'invalid_assignee'],
        [{ assignee: unknown, ids }, 'invalid_assignee'],
        [{ assignee: unknown, asOf: 1 }, 'invalid_assignee'],
        [{ assignee: 'me' }, 'invalid_selection'],
        [{ assignee: 'me', ids: [] }, 'invalid_selection'],
        [{ assignee: 'me', ids: ['1'] }, 'invalid_selection'],
        [{ assignee: 'me', ids: ids[0] }, 'invalid_selection'],
        [{ assignee: 'me', ids, asOf: 1 }, 'invalid_selection'],
        [{ assignee: 'me', ids, others: 'ask' }, 'invalid_selection'],
        [{ assignee: 'me', asOf: 999 }, 'invalid_filter'],
        [{ assignee: 'me', asOf: 1, status: 'Lost' }, 'invalid_status'],
        [{ assignee: 'me', asOf: 1, assigned: 'you' }, 'invalid_filter'],
      ] as const) {
        const result = await assign(me, json);
        expect([json, result.status]).toEqual([json, 400]);
        expect([json, result.ok ? null : Object.values(result.error.errorCodes ?? {})[0]]).toEqual([json, code]);
      }
    });
    await owner.call('deleteUser', { params: { id: other.accountId } });
    const refused = await assign(me, { assignee: other.accountId, ids });
    expect(refused.ok ? null : refused.error.errorCodes).toEqual({ assignee: 'invalid_assignee' });
  });

  test('of more ids than the limit of ids is refused, and the message names that limit', async () => {
    const harness = await open();
    const [me, , records] = await withRecords(harness, 1);
    const tooMany = Array(limits.assignedByIdMax + 1).fill(unknown);
    await withoutTrace(harness, async () => {
      for (const json of [{ ids: tooMany }, { ids: idsOf(records), others: 'take', takenFrom: tooMany }] as const) {
        const refused = await assign(me, { assignee: 'me', ...json });
        const error = refused.ok ? null : refused.error;
        expect(Object.values(error?.errorCodes ?? {})).toEqual(['too_many_ids']);
        expect(error?.message).toMatch(new RegExp(`\\b${limits.assignedByIdMax}\\b`));
      }
    });
  });

  // All engines share this code, and inserting the rows is slow.
  test.runIf(engine === 'sqlite')('of a filter that matches more records than the limit is refused', async () => {
    const harness = await open();
    const me = await harness.signIn('admin');
    await insertApplications(harness, 1);
    await insertCopies(harness, limits.assignedAtOnceMax);
    const { asOf } = await list(me, {});
    const refused = await assign(me, { assignee: 'me', asOf });
    expect(refused.ok ? null : refused.error.errorCodes).toEqual({ ids: 'too_many_selected' });
    expect(await summary(me)).toMatchObject({ mine: 0 });
  });

  test('of more records than fit into one transaction gives all of them, and they are nobody’s once the account is deleted', async () => {
    const harness = await open();
    const [me, other] = await withRecords(harness, 0);
    await insertApplications(harness, limits.assignedByIdMax + 100);
    const { asOf } = await list(me, {});
    const { totalApplication } = await list(me, {});
    const done = dataOf(await assign(me, { assignee: other.accountId, asOf }));
    expect(done).toEqual({ assigned: totalApplication, unchanged: 0, gone: 0, kept: [] });
    expect(await summary(other)).toMatchObject({ unassigned: 0 });
    const held = await list(me, { assigned: other.accountId, page: 12, limit: 50 });
    expect([held.totalApplication, held.applications.length]).toEqual([totalApplication, 50]);
    // Deleting the account takes all its records away, each with an audit entry.
    const owner = await harness.signIn('super-admin');
    dataOf(await owner.call('deleteUser', { params: { id: other.accountId } }));
    expect((await list(me, { assigned: 'nobody' })).totalApplication).toBe(totalApplication);
    expect((await list(me, { assigned: other.accountId })).applications).toEqual([]);
    const { total, entries } = dataOf(await owner.call('audit', { query: { action: 'application.unassigned' } }));
    expect(total).toBe(totalApplication);
    expect(entries[0]?.detail).toEqual({ from: `Staff ${other.accountId.slice(0, 4)}`, to: null });
    expect(await checkTallies(systemContext(harness))).toEqual([]);
  });

  test('gives nothing to a suspended account, which keeps its records until somebody takes them', async () => {
    const harness = await open();
    const [me, other, records] = await withRecords(harness, 2);
    const [first = '', second = ''] = idsOf(records);
    await assign(other, { assignee: 'me', ids: [first] });
    const owner = await harness.signIn('super-admin');
    dataOf(await owner.call('suspendUser', { params: { id: other.accountId } }));
    const refused = await assign(me, { assignee: other.accountId, ids: [second] });
    expect(refused.ok ? null : refused.error.errorCodes).toEqual({ assignee: 'invalid_assignee' });
    expect(dataOf(await me.call('colleagues')).map(({ _id }) => _id)).not.toContain(other.accountId);
    expectRefusal(await assign(me, { assignee: 'me', ids: [first] }), 409, 'assigned_to_others');
    expect(dataOf(await assign(me, { assignee: 'me', ids: [first], others: 'take' })).assigned).toBe(1);
  });

  test('to a person who is being deleted leaves no record with a missing account', async () => {
    const harness = await open();
    const [me, other, records] = await withRecords(harness, 6);
    const owner = await harness.signIn('super-admin');
    await Promise.all([
      ...records.map(({ _id }) => assign(me, { assignee: other.accountId, ids: [_id] })),
      owner.call('deleteUser', { params: { id: other.accountId } }),
    ]);
    for (const { _id } of records) expect(await assignedOf(me, _id)).toBeNull();
    expect(dataOf(await me.call('colleagues')).map(({ _id }) => _id)).not.toContain(other.accountId);
  });

  test('lists everybody by name with the number of their undecided records, the super admin included', async () => {
    const harness = await open();
    const [me, other, records] = await withRecords(harness, 3);
    const owner = await harness.signIn('super-admin');
    const [first = '', second = '', third = ''] = idsOf(records);
    await assign(me, { assignee: 'me', ids: [first, second] });
    await assign(me, { assignee: owner.accountId, ids: [third] });
    await me.call('reject', { params: { id: first } });
    const colleagues = dataOf(await me.call('colleagues'));
    expect(colleagues.map(({ name }) => name)).toEqual(colleagues.map(({ name }) => name).toSorted());
    const counts = Object.fromEntries(colleagues.map(({ _id, undecided }) => [_id, undecided]));
    expect(counts).toEqual({ [me.accountId]: 1, [other.accountId]: 0, [owner.accountId]: 1 });
  });

  test('is never shown to an applicant', async () => {
    const harness = await open();
    const [me, , records] = await withRecords(harness, 1);
    const [{ _id, passport, currentN, dob } = records[0] as Application] = records;
    await assign(me, { assignee: 'me', ids: [_id] });
    await me.call('addNote', { params: { id: _id }, json: { text: 'A secret of the office' } });
    const applicant = harness.visitor();
    const json = { search: passport, search1: currentN, search2: dob };
    const found = await (
      await applicant.request('/api/application/fetchApplicationEnquiry', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(json),
      })
    ).text();
    const copy = await (await applicant.request('/api/application/granted')).text();
    for (const text of [found, copy]) {
      expect(text).toContain(passport);
      for (const secret of [me.accountId, await nameOf(me), 'assigned', 'secret']) expect(text).not.toContain(secret);
    }
  });
});
