import { expect, test, vi } from 'vitest';
import { addApplication, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine } from '../../test/harness.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { systemContext } from '../context.ts';
import { checkFiles } from '../files/check.ts';
import { sweeps } from '../sweeps.ts';
import { purgeFormerValues } from './former-values.ts';

const day = 86_400;

const attach = async (staff: Caller, id: string, files: Record<string, Uint8Array>) =>
  dataOf(await staff.call('updateAttachments', { params: { id }, form: formOf({}, files) }));

async function statusOf(caller: Caller, url: string | null): Promise<number> {
  const answer = await caller.request(url ?? '');
  await answer.arrayBuffer();
  return answer.status;
}

onEachEngine('values that an edit replaced', (open) => {
  test('are kept for 30 days with their author and time, and can be restored by an ordinary edit', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const owner = await harness.signIn('super-admin');
    const added = await addApplication(staff, { passport: 'EB 1234567', company: 'First' });
    const params = { id: added._id };
    const versions = async () => dataOf(await staff.call('versions', { params }));
    expect(await versions()).toEqual([]);
    await staff.call('updateApplication', { params, json: { passport: 'EB7654321', company: 'Second' } });
    await staff.call('approve', { params });
    harness.clock.advance(60);
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
    expect(entries.find(({ action }) => action !== 'application.viewed')).toMatchObject({
      action: 'application.brought-back',
      fields: ['passport'],
    });
    expect(JSON.stringify(entries)).not.toMatch(/EB7654321|Second/);

    harness.clock.advance(30 * day + 1);
    const later = await harness.signIn('admin');
    expect(dataOf(await later.call('versions', { params }))).toEqual([]);
    await purgeFormerValues(systemContext(harness));
    expect(await harness.database.db.selectFrom('formerValues').selectAll().execute()).toEqual([]);
  });

  test('are restored within the rules: a value that another record has by now, an unknown version or field is refused', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff, { passport: 'EB1234567' });
    const params = { id: added._id };
    await staff.call('updateApplication', { params, json: { passport: 'EB7654321' } });
    await addApplication(staff, { passport: 'EB1234567' });
    await withoutTrace(harness, async () => {
      const json = { version: 2, fields: ['passport'] };
      expectRefusal(await staff.call('bringBack', { params, json }), 409, 'passport_exists');
      expectRefusal(await staff.call('bringBack', { params, json: { ...json, version: 1 } }), 404, 'not_found');
      for (const fields of [[], ['company'], ['isStatus'], ['__proto__'], 'passport', null]) {
        expect((await staff.call('bringBack', { params, json: { version: 2, fields } })).status).toBe(400);
      }
      for (const name of ['versions', 'bringBack'] as const) {
        const input = name === 'bringBack' ? { params, json } : { params };
        expectRefusal(await harness.visitor().call(name, input), 401, 'unauthorized');
      }
    });
    await staff.call('deleteApplication', { params });
    expectRefusal(await staff.call('versions', { params }), 404, 'not_found');
  });

  test('are restored although no edit could choose them any more, and nothing else is let in with them', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id: id } = await addApplication(staff, { jobTitle: 'Welder', passport: 'EB1234567' });
    const params = { id };
    dataOf(await staff.call('updateApplication', { params, json: { jobTitle: 'Cook', passport: 'EB7654321' } }));
    const { _id: other } = await addApplication(staff, { passport: 'EB1234567' });
    const json = { version: 2, fields: ['jobTitle'] };
    await withoutTrace(harness, async () => {
      const both = { version: 2, fields: ['jobTitle', 'passport'] };
      expectRefusal(await staff.call('bringBack', { params, json: both }), 409, 'passport_exists');
      expectRefusal(await staff.call('bringBack', { params: { id: other }, json }), 404, 'not_found');
      const edit = { params: { id: other }, json: { jobTitle: 'Welder' } };
      expectRefusal(await staff.call('updateApplication', edit), 400, 'invalid_job_title');
    });
    expect(dataOf(await staff.call('bringBack', { params, json }))).toMatchObject({ jobTitle: 'Welder' });
  });

  test('are restored by their version for all 30 days, even when no longer listed among the newest 200', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff, { company: 'First' });
    const params = { id: added._id };
    for (let edit = 1; edit <= 201; edit++) {
      dataOf(await staff.call('updateApplication', { params, json: { company: `Employer ${edit}` } }));
    }
    const listed = dataOf(await staff.call('versions', { params }));
    expect([listed.length, listed.at(-1)?.version]).toEqual([200, 3]);
    const oldest = { version: 2, fields: ['company'] };
    harness.clock.advance(30 * day - 60);
    const inTime = await harness.signIn('admin');
    expect(dataOf(await inTime.call('bringBack', { params, json: oldest }))).toMatchObject({ company: 'First' });
    harness.clock.advance(120);
    const later = await harness.signIn('admin');
    expectRefusal(await later.call('bringBack', { params, json: oldest }), 404, 'not_found');
  });

  test('may be a photo or a document, which only staff can open until it is restored', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff);
    const params = { id: added._id };
    const first = await attach(staff, added._id, { file1: await buildPhoto(20), file2: await buildPhoto(30) });
    const second = await attach(staff, added._id, { file1: await buildPhoto(40) });
    dataOf(await staff.call('updateAttachments', { params, form: formOf({ remove: 'file2' }) }));
    const [removal, replacement, ...others] = dataOf(await staff.call('versions', { params }));
    expect(removal?.changes).toEqual({ file2: { from: first.file2, to: null } });
    expect(replacement?.changes).toEqual({ file1: { from: first.file1, to: second.file1 } });
    expect(others).toEqual([]);

    const visitor = harness.visitor();
    const triple = { search: added.passport, search1: added.currentN, search2: added.dob };
    expect(dataOf(await visitor.call('enquiry', { json: triple })).applications).toHaveLength(1);
    for (const url of [first.file1, first.file2]) {
      expect([await statusOf(staff, url), await statusOf(visitor, url)]).toEqual([200, 404]);
    }
    expect(await statusOf(visitor, second.file1)).toBe(200);
    expect(await checkFiles(systemContext(harness))).toEqual([]);

    const bringBack = async (version: number | undefined, fields: string[]) =>
      dataOf(await staff.call('bringBack', { params, json: { version, fields } }));
    expect(await bringBack(removal?.version, ['file2'])).toMatchObject({ file1: second.file1, file2: first.file2 });
    expect((await bringBack(replacement?.version, ['file1'])).file1).toBe(first.file1);
    expect([await statusOf(visitor, first.file1), await statusOf(visitor, second.file1)]).toEqual([200, 404]);
    expect(await checkFiles(systemContext(harness))).toEqual([]);
  });

  test('are gone after 30 days, bytes included, except a file that was restored', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff);
    const params = { id: added._id };
    const photo = formOf({}, { image: await buildPhoto(20) });
    const changed = dataOf(await staff.call('updateApplication', { params, form: photo }));
    const { file1 } = await attach(staff, added._id, { file1: await buildPhoto(30) });
    await attach(staff, added._id, { file1: await buildPhoto(40) });
    dataOf(await staff.call('bringBack', { params, json: { version: 2, fields: ['image'] } }));
    const sweep = async () => {
      for (const work of sweeps) await work(systemContext(harness));
    };
    harness.clock.advance(30 * day - 60);
    await sweep();
    const before = await harness.signIn('admin');
    for (const url of [added.image, changed.image, file1]) expect(await statusOf(before, url)).toBe(200);
    harness.clock.advance(120);
    await sweep();
    const after = await harness.signIn('admin');
    expect(await statusOf(after, added.image)).toBe(200);
    for (const url of [changed.image, file1]) expect(await statusOf(after, url)).toBe(404);
    expect(await harness.database.db.selectFrom('file').select('id').execute()).toHaveLength(2);
    expect(await checkFiles(systemContext(harness))).toEqual([]);

    dataOf(await after.call('updateApplication', { params, form: formOf({}, { image: await buildPhoto(50) }) }));
    dataOf(await after.call('deleteApplication', { params }));
    harness.clock.advance(30 * day + 1);
    await sweep();
    for (const table of ['file', 'formerValues'] as const) {
      expect(await harness.database.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test('that a sweep removes while they are being restored are not found, and no record names a file that is gone', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff);
    const params = { id: added._id };
    await attach(staff, added._id, { file1: await buildPhoto(20) });
    const { file1, version } = await attach(staff, added._id, { file1: await buildPhoto(30) });
    harness.clock.advance(30 * day - 60);
    const inTime = await harness.signIn('admin');
    const { db } = harness.database;
    const transaction = db.transaction();
    vi.spyOn(transaction, 'execute').mockImplementationOnce(async (work) => {
      harness.clock.advance(120);
      await purgeFormerValues(systemContext(harness));
      return transaction.execute(work);
    });
    vi.spyOn(db, 'transaction').mockReturnValueOnce(transaction);
    const json = { version, fields: ['file1'] };
    expectRefusal(await inTime.call('bringBack', { params, json }), 404, 'not_found');
    expect(dataOf(await inTime.call('application', { params })).file1).toBe(file1);
    expect(await checkFiles(systemContext(harness))).toEqual([]);
  });

  test('stay when their record is held while others are being removed', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const [first, second] = [await addApplication(owner), await addApplication(owner)];
    for (const [red, { _id }] of [first, second].entries()) {
      await attach(owner, _id, { file1: await buildPhoto(red) });
      await attach(owner, _id, { file1: await buildPhoto(red + 100) });
      harness.clock.advance(1);
    }
    harness.clock.advance(30 * day + 1);
    const later = await harness.signIn('super-admin');
    const { storage } = harness;
    const isLeft = async () => dataOf(await later.call('erasure', { params: { id: second._id } })).formerVersions;
    const remove: typeof storage.remove = async (key) => {
      const json = { hold: true, reason: 'A court may ask for it' };
      dataOf(await later.call('holdApplication', { params: { id: second._id }, json }));
      return storage.remove(key);
    };
    await purgeFormerValues(systemContext({ ...harness, storage: { ...storage, list: () => storage.list(), remove } }));
    expect(await isLeft()).toBe(1);
    expect(await checkFiles(systemContext(harness))).toEqual([]);
  });
});
