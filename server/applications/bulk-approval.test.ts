/** Approving several applications by one request. */
import { expect, test } from 'vitest';
import type { Application } from '../../contract/answers.ts';
import { limits } from '../../contract/limits.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';

const chosen = ({ _id, version }: { _id: string; version: number }) => ({ _id, version });

/** Makes the database fail at every change of an application once so many were changed. */
function failAfter({ database }: TestHarness, changes: number, code: string): void {
  let left = changes;
  const db = database.db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'UpdateQueryNode' && JSON.stringify(node.table).includes('"application"') && left-- <= 0) {
        throw Object.assign(new Error('The database fails.'), { code });
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  Object.assign(database, { db });
}

onEachEngine('approving several', (open, engine) => {
  test('approves each like a single approval: with its dates, its entry in the history and its audit entry', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = [await addApplication(staff), await addApplication(staff), await addApplication(staff)];
    const json = {
      applications: added.map(chosen),
      date: '2026-03-01',
      collectDate: '২০২৬-০৩-০৪',
      note: 'Round of March',
    };
    const { outcomes } = dataOf(await staff.call('approveSeveral', { json }));
    expect(outcomes.map(({ _id, refusal }) => ({ _id, refusal }))).toEqual(
      added.map(({ _id }) => ({ _id, refusal: null })),
    );
    for (const { _id: id } of added) {
      const now = dataOf(await staff.call('application', { params: { id } }));
      expect(now).toMatchObject({ isStatus: 'Approved', approve: '2026-03-01', pending: '2026-03-04', version: 2 });
      expect(now.history).toMatchObject([{ status: 'Approved', note: 'Round of March', reason: null }]);
    }
    const owner = await harness.signIn('super-admin');
    const { entries } = dataOf(await owner.call('audit', { query: { action: 'application.decided' } }));
    expect(entries.map(({ record }) => record).sort()).toEqual(added.map(({ _id }) => _id).sort());
    expect(entries[0]?.actor?._id).toBe(staff.accountId);
  });

  test('reports and skips those that were changed meanwhile, are deleted or unknown, and approves the others', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const other = await harness.signIn('admin');
    const [kept, changed, deleted] = [
      await addApplication(staff),
      await addApplication(staff),
      await addApplication(staff),
    ];
    const unknown = { _id: 'f'.repeat(limits.idLength), version: 1 };
    dataOf(await other.call('reject', { params: { id: changed._id } }));
    dataOf(await other.call('deleteApplication', { params: { id: deleted._id } }));
    const json = { applications: [changed, deleted, kept].map(chosen).concat(unknown) };
    const { outcomes } = dataOf(await staff.call('approveSeveral', { json }));
    expect(outcomes.map(({ refusal }) => refusal)).toEqual(['version_conflict', 'not_found', null, 'not_found']);
    expect(outcomes.map(({ application }) => application?.isStatus ?? null)).toEqual([
      'Rejected',
      null,
      'Approved',
      null,
    ]);
    const now = dataOf(await staff.call('application', { params: { id: changed._id } }));
    expect(now.history).toHaveLength(1);
  });

  test('that the database interrupts reports what was approved and what was not; when nothing was, the call fails', async () => {
    const codes = {
      sqlite: { unavailable: 'EIO', disk_full: 'SQLITE_FULL' },
      postgres: { unavailable: '57P01', disk_full: '53100' },
    };
    for (const [refusal, code] of Object.entries(codes[engine])) {
      const harness = await open();
      const staff = await harness.signIn('admin');
      const added = [await addApplication(staff), await addApplication(staff), await addApplication(staff)];
      const { db } = harness.database;
      const approve = async (applications: readonly Application[]) =>
        staff.call('approveSeveral', { json: { applications: applications.map(chosen) } });
      failAfter(harness, 1, code);
      const { outcomes } = dataOf(await approve(added));
      expect(outcomes.map(({ _id, refusal }) => [_id, refusal])).toEqual(
        added.map(({ _id }, at) => [_id, at === 0 ? null : refusal]),
      );
      expectRefusal(await approve(added.slice(1)), refusal === 'unavailable' ? 503 : 507, refusal);
      Object.assign(harness.database, { db });
      const again = dataOf(await approve(added.slice(1)));
      expect(again.outcomes.map(({ refusal }) => refusal)).toEqual([null, null]);
    }
  });

  test('by two callers at once approves each application once', async () => {
    const harness = await open();
    const [one, other] = [await harness.signIn('admin'), await harness.signIn('admin')];
    const added = [await addApplication(one), await addApplication(one), await addApplication(one)];
    const json = { applications: added.map(chosen) };
    const reversed = { applications: added.map(chosen).reverse() };
    const answers = await Promise.all([
      one.call('approveSeveral', { json }),
      other.call('approveSeveral', { json: reversed }),
    ]);
    const approved = answers
      .flatMap((answer) => dataOf(answer).outcomes)
      .flatMap(({ _id, refusal }) => (refusal ? [] : [_id]));
    expect(approved.sort()).toEqual(added.map(({ _id }) => _id).sort());
    for (const { _id: id } of added) {
      expect(dataOf(await one.call('application', { params: { id } })).history).toHaveLength(1);
    }
  });

  test('is refused for more than the limit, none, one twice, no version, a wrong date and without a session', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id } = await addApplication(staff);
    const good = { _id, version: 1 };
    const many = Array.from({ length: limits.approvedAtOnceMax }, (_, at) => ({
      _id: String(at).padStart(limits.idLength, '0'),
      version: 1,
    }));
    await withoutTrace(harness, async () => {
      const wrong = [[good, ...many], [], [good, good], [{ _id }], [good, { _id: 'x', version: 1 }], 'all', undefined];
      for (const applications of wrong) {
        const refused = await staff.call('approveSeveral', { json: { applications } });
        expectRefusal(refused, 400, 'bad_request');
        expect(!refused.ok && refused.error.errorCodes).toEqual({ applications: 'invalid_chosen' });
      }
      expectRefusal(
        await staff.call('approveSeveral', {
          json: { applications: [good], date: '2026-03-05', collectDate: '2026-03-04' },
        }),
        400,
        'invalid_collect_date',
      );
      expectRefusal(
        await harness.visitor().call('approveSeveral', { json: { applications: [good] } }),
        401,
        'unauthorized',
      );
    });
  });
});
