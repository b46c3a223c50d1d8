/** Views of the list that the staff share by name. */
import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { type Caller, dataOf, expectRefusal, onEachEngine } from '../../test/harness.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';

const late = { name: 'Late, by name', late: '1', sort: 'givenN', limit: 25, columns: ['status', 'passport'] };
const namesFor = async (caller: Caller) => dataOf(await caller.call('views')).map(({ name }) => name);

onEachEngine('saved views', (open) => {
  test('all staff see a view with its filter, order, columns and size; its maker and the super admin may change it', async () => {
    const harness = await open();
    const [maker, other, owner] = [
      await harness.signIn('admin'),
      await harness.signIn('admin'),
      await harness.signIn('super-admin'),
    ];
    const { _id: id, ...added } = dataOf(await maker.call('addView', { json: late }));
    const query = { late: '1', sort: 'givenN', limit: '25' };
    expect(added).toMatchObject({ name: late.name, query, columns: ['passport', 'status'], mayChange: true });
    expect(dataOf(await other.call('views'))).toEqual([{ _id: id, ...added, mayChange: false }]);
    expect(dataOf(await owner.call('views'))).toEqual([{ _id: id, ...added }]);

    const params = { id };
    await withoutTrace(harness, async () => {
      expectRefusal(await other.call('renameView', { params, json: { name: 'Mine' } }), 403, 'forbidden');
      expectRefusal(await other.call('deleteView', { params }), 403, 'forbidden');
      expectRefusal(await harness.visitor().call('views'), 401, 'unauthorized');
      expectRefusal(await harness.visitor().call('addView', { json: late }), 401, 'unauthorized');
      expectRefusal(await harness.visitor().call('deleteView', { params }), 401, 'unauthorized');
    });
    expect(dataOf(await maker.call('renameView', { params, json: { name: ' Overdue ' } })).name).toBe('Overdue');
    expect((await owner.call('deleteView', { params })).status).toBe(204);
    expectRefusal(await maker.call('deleteView', { params }), 404, 'not_found');
    expect(await namesFor(other)).toEqual([]);
    const { entries } = dataOf(await owner.call('audit', { query: { record: id } }));
    expect(entries.map(({ action }) => action)).toEqual(['view.deleted', 'view.renamed', 'view.added']);
  });

  test('a search text, which may be a passport, is never stored', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    dataOf(await staff.call('addView', { json: { ...late, search: 'QZ1234567', page: 3, asOf: 1 } }));
    const rows = await harness.database.query.selectFrom('savedView').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/QZ1234567|page|asOf/);
  });

  test('a name is taken once, whatever its case, and a taken one changes nothing', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const answers = await Promise.all(
      ['Chase', 'CHASE', 'chase'].map((name) => staff.call('addView', { json: { ...late, name } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const other = dataOf(await staff.call('addView', { json: { ...late, name: 'Other' } }));
    await withoutTrace(harness, async () => {
      const params = { id: other._id };
      expectRefusal(await staff.call('renameView', { params, json: { name: 'chase' } }), 409, 'view_exists');
    });
  });

  test('what is no view is refused, and so is one more than the limit', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    await withoutTrace(harness, async () => {
      for (const wrong of [
        { name: ' ' },
        { name: 'x'.repeat(limits.viewNameLengthMax + 1) },
        { columns: ['passport', 'salary'] },
        { columns: 'passport' },
        { status: 'Lost' },
        { late: 'yes' },
        { from: '2026-02-30' },
      ]) {
        expect((await staff.call('addView', { json: { ...late, ...wrong } })).status, JSON.stringify(wrong)).toBe(400);
      }
      const params = { id: 'f'.repeat(limits.idLength) };
      expectRefusal(await staff.call('renameView', { params, json: { name: 'Any' } }), 404, 'not_found');
    });
    for (let at = 0; at < limits.savedViewsMax; at++) {
      dataOf(await staff.call('addView', { json: { ...late, name: `View ${at}` } }));
    }
    expectRefusal(await staff.call('addView', { json: late }), 409, 'too_many_views');
  });
});
