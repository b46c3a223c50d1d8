import { expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { passportKey } from '../../contract/text.ts';
import { hasPostgresServer } from '../../test/backends.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { expectRefusal, onEachEngine } from '../../test/harness.ts';
import { waitingForLocks } from '../../test/postgres.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';
import { removeRecordsOnly } from '../applications/erasure.ts';
import { inTransaction, systemContext } from '../context.ts';
import { lockAttempts } from '../guesses/guesses.ts';

onEachEngine('a note on a record', (open, engine) => {
  test('is stored with its author and time, is listed newest first, and is on record without its text', async () => {
    const harness = await open();
    const [me, other] = [await harness.signIn('admin'), await harness.signIn('admin')];
    const { _id: id, version } = await addApplication(me);
    const params = { id };
    expect(dataOf(await me.call('notes', { params }))).toEqual([]);
    const first = dataOf(await me.call('addNote', { params, json: { text: '  নিয়োগকর্তা রবিবার চিঠি দেবেন  ' } }));
    expect(first).toMatchObject({ text: 'নিয়োগকর্তা রবিবার চিঠি দেবেন', at: harness.now().toISOString() });
    harness.clock.advance(60);
    const long = '১'.repeat(limits.noteLengthMax);
    const second = dataOf(await other.call('addNote', { params, json: { text: long } }));
    expect(dataOf(await me.call('notes', { params }))).toEqual([second, first]);
    const { name } = dataOf(await me.call('me')).user;
    expect([first.by, second.by === name]).toEqual([name, false]);
    const now = dataOf(await me.call('application', { params }));
    expect([now.version, now.history]).toEqual([version, []]);
    const owner = await harness.signIn('super-admin');
    const { entries } = dataOf(await owner.call('audit', { query: { record: id, action: 'application.noted' } }));
    expect(entries.map(({ fields, detail }) => [fields, detail])).toEqual([
      [[], null],
      [[], null],
    ]);
  });

  // PGlite has one connection.
  const onServer = test.runIf(engine === 'postgres' && hasPostgresServer);
  onServer('that is removed for good at the same instant is refused as for an unknown record', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id: id, passport } = await addApplication(staff);
    const { note } = await inTransaction(systemContext(harness), async (ctx) => {
      await lockAttempts(ctx, passportKey(passport));
      await removeRecordsOnly(ctx, [id], 0);
      const note = staff.call('addNote', { params: { id }, json: { text: 'Has called' } });
      await expect.poll(() => waitingForLocks(harness)).toBeGreaterThan(0);
      return { note };
    });
    expectRefusal(await note, 404, 'not_found');
  });

  test('is refused without a text, with one too long, for an unknown record, and to the public', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id: id } = await addApplication(staff);
    const params = { id };
    await withoutTrace(harness, async () => {
      for (const text of [undefined, null, '', ' \n ', 7, ['a'], 'a'.repeat(limits.noteLengthMax + 1)]) {
        const refused = await staff.call('addNote', { params, json: { text } });
        expect(refused.ok ? null : refused.error.errorCodes).toEqual({ text: 'invalid_note' });
      }
      const elsewhere = { id: '0123456789abcdef01234567' };
      expectRefusal(await staff.call('addNote', { params: elsewhere, json: { text: 'a' } }), 404, 'not_found');
      expectRefusal(await staff.call('notes', { params: elsewhere }), 404, 'not_found');
      expectRefusal(await harness.visitor().call('notes', { params }), 401, 'unauthorized');
      expectRefusal(await harness.visitor().call('addNote', { params, json: { text: 'a' } }), 401, 'unauthorized');
      const headers = { 'sec-fetch-site': 'cross-site' };
      expectRefusal(await staff.call('addNote', { params, json: { text: 'a' }, headers }), 403, 'cross_site');
    });
    await staff.call('deleteApplication', { params });
    expectRefusal(await staff.call('notes', { params }), 404, 'not_found');
  });

  test('is erased with the person', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const { _id: id } = await addApplication(owner);
    await owner.call('addNote', { params: { id }, json: { text: 'Called on Monday' } });
    expect(dataOf(await owner.call('erasure', { params: { id } })).notes).toBe(1);
    dataOf(await owner.call('eraseApplication', { params: { id }, json: { reason: 'Asked for' } }));
    expect(await harness.database.db.selectFrom('note').selectAll().execute()).toEqual([]);
  });
});
