import { expect, test } from 'vitest';
import { addApplication } from '../../test/build.ts';
import { withoutTrace } from '../../test/footprint.ts';
import { dataOf, expectRefusal, onEachEngine } from '../../test/world.ts';
import { systemContext } from '../context.ts';
import { purgeFormerValues } from './former-values.ts';

const day = 86_400;

onEachEngine('values that an edit replaced', (open) => {
  test('are kept for 30 days with who and when, and can be brought back by a change like any other', async () => {
    const world = await open();
    const staff = await world.signIn('admin');
    const owner = await world.signIn('super-admin');
    const added = await addApplication(staff, { passport: 'EB 1234567', company: 'First' });
    const params = { id: added._id };
    const versions = async () => dataOf(await staff.call('versions', { params }));
    expect(await versions()).toEqual([]);
    await staff.call('updateApplication', { params, json: { passport: 'EB7654321', company: 'Second' } });
    await staff.call('approve', { params });
    world.clock.advance(60);
    await staff.call('updateAttachments', { params, json: { company: 'Third' } });
    await staff.call('updateApplication', { params, json: { company: 'Third' } });
    expect(await versions()).toEqual([
      {
        version: 4,
        at: '2026-03-10T06:01:00.000Z',
        by: expect.stringMatching(/^Staff/),
        changes: { company: { from: 'Second', to: 'Third' } },
      },
      {
        version: 2,
        at: '2026-03-10T06:00:00.000Z',
        by: expect.stringMatching(/^Staff/),
        changes: { passport: { from: 'EB 1234567', to: 'EB7654321' }, company: { from: 'First', to: 'Second' } },
      },
    ]);
    const back = dataOf(await staff.call('bringBack', { params, json: { version: 2, fields: ['passport'] } }));
    expect(back).toMatchObject({ passport: 'EB 1234567', company: 'Third', isStatus: 'Approved', version: 5 });
    expect((await versions())[0]).toMatchObject({ changes: { passport: { from: 'EB7654321', to: 'EB 1234567' } } });
    const { entries } = dataOf(await owner.call('audit', { query: { record: added._id } }));
    expect(entries[0]).toMatchObject({ action: 'application.changed', fields: ['passport'] });
    expect(JSON.stringify(entries)).not.toMatch(/EB7654321|Second/);

    world.clock.advance(30 * day + 1);
    const later = await world.signIn('admin');
    expect(dataOf(await later.call('versions', { params }))).toEqual([]);
    await purgeFormerValues(systemContext(world));
    expect(await world.database.query.selectFrom('formerValues').selectAll().execute()).toEqual([]);
  });

  test('come back within the rules alone: a value that another has meanwhile, an unknown version or field is refused', async () => {
    const world = await open();
    const staff = await world.signIn('admin');
    const added = await addApplication(staff, { passport: 'EB1234567' });
    const params = { id: added._id };
    await staff.call('updateApplication', { params, json: { passport: 'EB7654321' } });
    await addApplication(staff, { passport: 'EB1234567' });
    await withoutTrace(world, async () => {
      const json = { version: 2, fields: ['passport'] };
      expectRefusal(await staff.call('bringBack', { params, json }), 409, 'passport_exists');
      expectRefusal(await staff.call('bringBack', { params, json: { ...json, version: 1 } }), 404, 'not_found');
      for (const fields of [[], ['company'], ['isStatus'], ['__proto__'], 'passport', null]) {
        expect((await staff.call('bringBack', { params, json: { version: 2, fields } })).status).toBe(400);
      }
      for (const name of ['versions', 'bringBack'] as const) {
        const input = name === 'bringBack' ? { params, json } : { params };
        expectRefusal(await world.visitor().call(name, input), 401, 'unauthorized');
      }
    });
    await staff.call('deleteApplication', { params });
    expectRefusal(await staff.call('versions', { params }), 404, 'not_found');
  });
});
