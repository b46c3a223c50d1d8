/** The list filtered by assignee and by missing papers, and the counts of both on the dashboard. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recordOf } from '../../contract/record-of.ts';
import { addApplication, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { textsOf } from '../../test/round-trips.ts';
import { insertApplications } from '../../test/rows.ts';
import { systemContext } from '../context.ts';
import { documentColumns } from '../db/application-columns.ts';
import { newId } from '../identifiers.ts';
import { checkTallies } from './check.ts';

const list = async (staff: Caller, query: Record<string, string | number> = {}) =>
  dataOf(await staff.call('applications', { query }));
const ids = (applications: { _id: string }[]) => applications.map((one) => one._id);
const slots = ['file1', 'file2', 'file3', 'file4', 'file5', 'file6'];

async function attachAll(staff: Caller, id: string): Promise<void> {
  const photo = await buildPhoto();
  const form = formOf({}, Object.fromEntries(slots.map((slot) => [slot, photo])));
  dataOf(await staff.call('updateAttachments', { params: { id }, form }));
}

/** Adds records with all papers and with a few; some of each are assigned. */
async function mix({ database }: TestHarness, accountId: string): Promise<void> {
  const { db } = database;
  const name = `${newId()}.jpg`;
  const all = recordOf(documentColumns, () => name);
  const every = (step: number) =>
    db
      .selectFrom('application')
      .select('sequence')
      .where(({ eb }) => eb(eb('sequence', '%', step), '=', 0));
  await db.updateTable('application').set(all).where('sequence', 'in', every(3)).execute();
  await db.updateTable('application').set({ visa: null }).where('sequence', 'in', every(9)).execute();
  await db.updateTable('application').set({ assignedTo: accountId }).where('sequence', 'in', every(4)).execute();
}

onEachEngine('the list of what waits', (open, engine) => {
  test('has filters for mine, nobody’s, somebody’s and missing papers, with the same counts as the dashboard', async () => {
    const harness = await open();
    const [me, other] = [await harness.signIn('admin'), await harness.signIn('admin')];
    const [first, second, third] = [await addApplication(me), await addApplication(me), await addApplication(me)];
    await me.call('assign', { json: { assignee: 'me', ids: [first._id, second._id] } });
    await other.call('assign', { json: { assignee: 'me', ids: [third._id] } });
    await attachAll(me, second._id);
    await me.call('approve', { params: { id: first._id } });
    expect(ids((await list(me, { assigned: 'me' })).applications)).toEqual([second._id, first._id]);
    expect(ids((await list(me, { assigned: 'me', status: 'Pending' })).applications)).toEqual([second._id]);
    expect(ids((await list(me, { assigned: other.accountId })).applications)).toEqual([third._id]);
    expect((await list(me, { assigned: 'nobody' })).totalApplication).toBe(0);
    expect((await list(me, { assigned: newId() })).applications).toEqual([]);
    expect(ids((await list(me, { missing: 1 })).applications)).toEqual([third._id, first._id]);
    expect(ids((await list(me, { missing: 1, status: 'Approved' })).applications)).toEqual([first._id]);
    expect(ids((await list(me, { missing: 1, assigned: 'me' })).applications)).toEqual([first._id]);
    expect(dataOf(await me.call('applicationSummary'))).toMatchObject({
      mine: 1,
      unassigned: 0,
      missing: { Pending: 1, Approved: 1, Rejected: 0 },
    });
    const remove = formOf({ remove: 'file4' });
    dataOf(await me.call('updateAttachments', { params: { id: second._id }, form: remove }));
    expect((await list(me, { missing: 1 })).totalApplication).toBe(3);
    await me.call('deleteApplication', { params: { id: second._id } });
    expect(dataOf(await me.call('applicationSummary'))).toMatchObject({
      mine: 0,
      missing: { Pending: 1, Approved: 1 },
    });
    await me.call('restoreApplication', { params: { id: second._id } });
    expect(dataOf(await me.call('applicationSummary'))).toMatchObject({
      mine: 1,
      missing: { Pending: 2, Approved: 1 },
    });
    expect(await checkTallies(systemContext(harness))).toEqual([]);
    for (const query of [
      'assigned=',
      'assigned=you',
      'assigned=ME',
      'missing=0',
      'missing=yes',
      'assigned=me&assigned=me',
    ])
      expect([query, (await me.request(`/api/application/fetchApplication?${query}`)).status]).toEqual([query, 400]);
  });

  test('has every record on exactly one page by any of these filters, also as of a moment that has passed', async () => {
    const harness = await open();
    const me = await harness.signIn('admin');
    await insertApplications(harness, 600, { deletedEvery: 7, apart: 6 });
    await mix(harness, me.accountId);
    expect(await checkTallies(systemContext(harness))).toEqual([]);
    const walk = async (query: Record<string, string | number>) => {
      const whole: string[] = [];
      const first = await list(me, { ...query, limit: 50 });
      for (let page = 1; page <= first.totalPages; page++)
        whole.push(...ids((await list(me, { ...query, limit: 50, page, asOf: first.asOf })).applications));
      expect([query, whole.length]).toEqual([query, first.totalApplication]);
      return { whole, asOf: first.asOf };
    };
    const every = await walk({});
    const { applications } = await list(me, { limit: 50, assigned: 'me', missing: 1, status: 'Approved' });
    expect(applications.length).toBeGreaterThan(5);
    for (const one of applications) {
      expect([one.isStatus, one.assigned?._id]).toEqual(['Approved', me.accountId]);
      expect(slots.some((slot) => one[slot as 'file1'] === null)).toBe(true);
    }
    for (const filter of [{}, { missing: 1 }, { status: 'Pending' }, { status: 'Pending', missing: 1 }] as const) {
      const [mine, unassigned, both] = [
        await walk({ ...filter, assigned: 'me' }),
        await walk({ ...filter, assigned: 'nobody' }),
        await walk(filter),
      ];
      expect([...mine.whole, ...unassigned.whole].sort()).toEqual(both.whole.toSorted());
      expect(mine.whole).toEqual(every.whole.filter((id) => mine.whole.includes(id)));
    }
    const before = await walk({ assigned: 'me' });
    const byName = await walk({ assigned: 'me', sort: 'givenN' });
    expect(byName.whole.toSorted()).toEqual(before.whole.toSorted());
    await me.call('assign', { json: { assignee: 'me', ids: [(await addApplication(me))._id] } });
    await me.call('deleteApplication', { params: { id: before.whole[0] ?? '' } });
    const then = await list(me, { assigned: 'me', asOf: before.asOf, limit: 50 });
    expect(ids(then.applications)).toEqual(before.whole.slice(0, 50));
    expect(then.totalApplication).toBe(before.whole.length);
  }, 120_000);

  test.runIf(engine === 'sqlite')(
    'sorts no records itself when many match and an index has them in the wanted order',
    async () => {
      const harness = await open();
      const me = await harness.signIn('admin');
      await insertApplications(harness, 600);
      for (const sort of ['givenN', 'passport'])
        for (const filter of [{ status: 'Pending' }, { assigned: 'nobody' }, { to: '2100-01-01' }]) {
          const texts = await textsOf(harness, () => list(me, { ...filter, sort }));
          const pages = texts.filter((text) => /order by "(given_name|passport)_key"/.test(text));
          expect(pages).toHaveLength(1);
          const plan = sql<{ detail: string }>`explain query plan ${sql.raw(pages.join().replaceAll('?', "''"))}`;
          const { rows } = await plan.execute(harness.database.db);
          expect([sort, filter, rows.filter(({ detail }) => /temp b-tree/i.test(detail))]).toEqual([sort, filter, []]);
        }
    },
  );
});
