/** Views of the list that the staff share by name. */
import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { listColumns } from '../../contract/list-columns.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine } from '../../test/harness.ts';
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
      expectRefusal(await other.call('updateView', { params, json: { name: 'Mine' } }), 403, 'forbidden');
      expectRefusal(await other.call('deleteView', { params }), 403, 'forbidden');
      expectRefusal(await harness.visitor().call('views'), 401, 'unauthorized');
      expectRefusal(await harness.visitor().call('addView', { json: late }), 401, 'unauthorized');
      expectRefusal(await harness.visitor().call('deleteView', { params }), 401, 'unauthorized');
    });
    expect(dataOf(await maker.call('updateView', { params, json: { name: ' Overdue ' } })).name).toBe('Overdue');
    expect((await owner.call('deleteView', { params })).status).toBe(204);
    expectRefusal(await maker.call('deleteView', { params }), 404, 'not_found');
    expect(await namesFor(other)).toEqual([]);
    const { entries } = dataOf(await owner.call('audit', { query: { record: id } }));
    expect(entries.map(({ action }) => action)).toEqual(['view.deleted', 'view.renamed', 'view.added']);
  });

  test('its maker and the super admin may change a view’s filter, columns and name; what is not sent stays, and a filter is replaced whole', async () => {
    const harness = await open();
    const [maker, other, owner] = [
      await harness.signIn('admin'),
      await harness.signIn('admin'),
      await harness.signIn('super-admin'),
    ];
    const { _id: id, ...added } = dataOf(await maker.call('addView', { json: late }));
    const params = { id };
    const update = async (caller: Caller, json: object) => dataOf(await caller.call('updateView', { params, json }));
    const pending = { status: 'Pending', missing: '1', sort: 'passport', limit: 50 };
    const query = { status: 'Pending', missing: '1', sort: 'passport', limit: '50' };
    expect(await update(maker, { query: pending })).toEqual({ _id: id, ...added, query });
    expect(await update(owner, { columns: ['phone', 'passport'] })).toMatchObject({
      query,
      columns: ['passport', 'phone'],
      by: added.by,
    });
    const everything = { name: 'Deleted', query: { deleted: '1' }, columns: [] };
    const changed = { ...everything, query: { deleted: '1', sort: 'createdAt', limit: '10' } };
    expect(await update(maker, everything)).toMatchObject(changed);
    expect(dataOf(await other.call('views'))).toEqual([{ ...changed, _id: id, by: added.by, mayChange: false }]);
    // Fields that are sent back unchanged, or not at all, change nothing and are not on record.
    await withoutTrace(harness, async () => {
      await update(maker, { name: changed.name, query: changed.query, columns: changed.columns });
      await update(maker, {});
    });
    const { entries } = dataOf(await owner.call('audit', { query: { record: id } }));
    expect(entries.map(({ action, fields }) => [action, fields])).toEqual([
      ['view.changed', ['query', 'columns']],
      ['view.renamed', ['name']],
      ['view.changed', ['columns']],
      ['view.changed', ['query']],
      ['view.added', ['name', 'query', 'columns']],
    ]);
  });

  test('a change by others, without a session, of a deleted view or to an invalid one is refused and changes nothing', async () => {
    const harness = await open();
    const [maker, other] = [await harness.signIn('admin'), await harness.signIn('admin')];
    const [{ _id: id }, { _id: gone }] = [
      dataOf(await maker.call('addView', { json: late })),
      dataOf(await maker.call('addView', { json: { ...late, name: 'Short-lived' } })),
    ];
    await maker.call('deleteView', { params: { id: gone } });
    dataOf(await maker.call('addView', { json: { ...late, name: 'Taken' } }));
    const json = { query: { status: 'Pending' }, columns: ['passport'] };
    await withoutTrace(harness, async () => {
      const params = { id };
      expectRefusal(await harness.visitor().call('updateView', { params, json }), 401, 'unauthorized');
      expectRefusal(await other.call('updateView', { params, json }), 403, 'forbidden');
      // Whether its new name is taken is only checked afterwards.
      expectRefusal(await other.call('updateView', { params, json: { name: 'Taken' } }), 403, 'forbidden');
      expectRefusal(await maker.call('updateView', { params: { id: gone }, json }), 404, 'not_found');
      for (const [wrong, codes] of [
        [{ query: { status: 'Lost' } }, { query: 'invalid_status' }],
        [{ query: { late: 'yes' } }, { query: 'invalid_filter' }],
        [{ query: { from: '2026-02-30' } }, { query: 'invalid_filter' }],
        [{ query: { assigned: 'x'.repeat(limits.textLengthMax + 1) } }, { query: 'invalid_filter' }],
        [{ query: 'status=Pending' }, { query: 'invalid_filter' }],
        [{ query: ['Pending'] }, { query: 'invalid_filter' }],
        [{ query: null }, { query: 'invalid_filter' }],
        [{ columns: ['passport', 'salary'] }, { columns: 'invalid_columns' }],
        [{ columns: [...listColumns, 'passport'] }, { columns: 'invalid_columns' }],
        [{ ...json, name: 'x'.repeat(limits.viewNameLengthMax + 1) }, { name: 'invalid_view_name' }],
      ] as const) {
        const refused = await maker.call('updateView', { params, json: wrong });
        expect(refused, JSON.stringify(wrong)).toMatchObject({ status: 400, error: { errorCodes: codes } });
      }
    });
  });

  test('a filter that the list itself refuses is not saved, and neither is a change to one', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id: id } = dataOf(await staff.call('addView', { json: late }));
    await withoutTrace(harness, async () => {
      for (const [query, field] of [
        [{ late: '1', status: 'Approved' }, 'late'],
        // No time to keep records is set.
        [{ past: '1' }, 'past'],
      ] as const) {
        const refused = { status: 400, error: { errorCodes: { [field]: 'invalid_filter' } } };
        expect(await staff.call('applications', { query })).toMatchObject(refused);
        expect(await staff.call('addView', { json: { ...query, name: 'Never', columns: [] } })).toMatchObject(refused);
        const changed = await staff.call('updateView', { params: { id }, json: { query } });
        expect(changed).toMatchObject({ status: 400, error: { errorCodes: { query: 'invalid_filter' } } });
      }
    });
    const query = { late: '1', status: 'Pending' };
    dataOf(await staff.call('updateView', { params: { id }, json: { query } }));
    expect((await staff.call('applications', { query })).status).toBe(200);
  });

  test('one of records past their time is saved while such a time is set, and can be renamed and changed without it', async () => {
    const timed = await open({ environment: { RETENTION_YEARS: '1' } });
    const before = await timed.signIn('super-admin');
    const { _id: id } = dataOf(await before.call('addView', { json: { name: 'Past', columns: [], past: '1' } }));
    const untimed = await open({ beside: timed });
    const owner = await untimed.signIn('super-admin');
    const params = { id };
    const renamed = dataOf(await owner.call('updateView', { params, json: { name: 'Old' } }));
    expect(renamed).toMatchObject({ name: 'Old', query: { past: '1' } });
    const changed = dataOf(await owner.call('updateView', { params, json: { query: { missing: '1' } } }));
    expect(changed.query).toMatchObject({ missing: '1' });
    expect(changed.query).not.toHaveProperty('past');
  });

  test('a search text, which may be a passport, is never stored', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const personal = { search: 'QZ1234567', find: 'QZ1234567', page: 3, asOf: 1 };
    const { _id: id } = dataOf(await staff.call('addView', { json: { ...late, ...personal } }));
    dataOf(await staff.call('updateView', { params: { id }, json: { query: { late: '1', ...personal } } }));
    const rows = await harness.database.db.selectFrom('savedView').selectAll().execute();
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
      expectRefusal(await staff.call('updateView', { params, json: { name: 'chase' } }), 409, 'view_exists');
    });
  });

  test('an invalid view is refused, and so is one more than the limit', async () => {
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
      expectRefusal(await staff.call('updateView', { params, json: { name: 'Any' } }), 404, 'not_found');
    });
    for (let at = 0; at < limits.savedViewsMax; at++) {
      dataOf(await staff.call('addView', { json: { ...late, name: `View ${at}` } }));
    }
    expectRefusal(await staff.call('addView', { json: late }), 409, 'too_many_views');
  });
});
