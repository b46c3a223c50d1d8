/** The entries that reading adds to the audit log, while the embedded database has no room for them. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { insertApplications } from '../../test/rows.ts';
import { systemContext } from '../context.ts';
import { isDiskFull } from '../full-disk.ts';
import { writeAuditEntries } from './audit.ts';
import { logRefusal } from './refusals.ts';

/** The largest number of pages that SQLite accepts. */
const pagesMax = 4_294_967_294;

/** Leaves no room for another entry, and returns a function that makes room again. */
async function fillUp(harness: TestHarness): Promise<() => Promise<unknown>> {
  const { db } = harness.database;
  await sql`pragma max_page_count = 1`.execute(db);
  const write = (entries: number) =>
    writeAuditEntries(
      systemContext(harness),
      Array.from({ length: entries }, () => ({ action: 'import.removed', record: null })),
    );
  for (const entries of [64, 1]) {
    const isRoom = () =>
      write(entries).then(
        () => true,
        (error: unknown) => !isDiskFull(error),
      );
    while (await isRoom());
  }
  return () => sql`pragma max_page_count = ${sql.lit(pagesMax)}`.execute(db);
}

onEachEngine(
  'with a full disk',
  (open) => {
    test('the audit log can be read, and the entries that wait are written once there is room', async () => {
      const harness = await open();
      const owner = await harness.signIn('super-admin');
      const { _id: id } = await addApplication(owner);
      const clerk = await harness.signIn('admin');
      const makeRoom = await fillUp(harness);
      expectRefusal(await owner.call('deleteApplication', { params: { id } }), 507, 'disk_full');
      dataOf(await clerk.call('application', { params: { id } }));
      logRefusal(harness, { action: 'session.locked', record: clerk.accountId, actor: null });
      const read = async (action: string) => [
        dataOf(await owner.call('audit', { query: { action } })).total,
        dataOf(await owner.call('searchAudit', { json: { action } })).total,
      ];
      const actions = ['application.viewed', 'session.locked'];
      for (const action of actions) expect(await read(action), action).toEqual([0, 0]);
      await makeRoom();
      for (const action of actions) expect(await read(action), action).toEqual([1, 1]);
    });

    test('lists can be read by somebody who has listed too many records, which is reported once there is room', async () => {
      const harness = await open();
      const owner = await harness.signIn('super-admin');
      const clerk = await harness.signIn('admin');
      const pages = limits.recordsListedAnHour / 50 + 1;
      await insertApplications(harness, limits.recordsListedAnHour + 1);
      const makeRoom = await fillUp(harness);
      const list = async (page: number) =>
        dataOf(await clerk.call('searchApplications', { json: { page, limit: 50 } })).applications.length;
      for (let page = 1; page < pages; page++) expect(await list(page)).toBe(50);
      expect([await list(pages), await list(pages)]).toEqual([1, 1]);
      const reported = async () => {
        const { entries } = dataOf(await owner.call('audit', { query: { action: 'reading.many' } }));
        return entries.map(({ actor, detail }) => ({ who: actor?._id, detail }));
      };
      expect(await reported()).toEqual([]);
      await makeRoom();
      await list(1);
      expect(await reported()).toEqual([{ who: clerk.accountId, detail: { records: limits.recordsListedAnHour + 1 } }]);
    });
  },
  ['sqlite'],
);
