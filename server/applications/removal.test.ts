import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { applicant } from '../../demo/applicants.ts';
import { rowsOf } from '../../demo/rows.ts';
import { addApplication, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, expectRefusal, onEachEngine } from '../../test/harness.ts';
import { storedFiles, withoutTrace } from '../../test/state-snapshot.ts';
import { checkStore } from '../commands/check-store.ts';
import { type Context, inTransaction, systemContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { newId } from '../identifiers.ts';
import { insertApplication, takeSequences } from './applications.db.ts';
import { deleteApplication, purgeApplications, restoreApplication } from './removal.ts';

const day = 86_400;

/** The same database, with `happens` called once, just before the first transaction begins. */
function withFirstTransactionAfter(db: Db, happens: () => Promise<unknown>): Db {
  let hasHappened: Promise<unknown> | null = null;
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') {
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return () => ({
        async execute<T>(work: (transaction: Db) => Promise<T>): Promise<T> {
          hasHappened ??= happens();
          await hasHappened;
          return target.transaction().execute(work);
        },
      });
    },
  });
}

onEachEngine('removing an application', (open) => {
  test('and restoring it each raise its version, so that an older edit is refused', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff);
    const params = { id: added._id };
    dataOf(await staff.call('deleteApplication', { params }));
    const restored = dataOf(await staff.call('restoreApplication', { params }));
    expect(restored).toEqual({ ...added, version: 3 });
    const stale = staff.call('updateApplication', { params, form: formOf({ salary: 'CAD 9', version: '1' }) });
    expectRefusal(await withoutTrace(harness, () => stale), 409, 'version_conflict');
  });

  test('shows its last time and author in the list for staff, and nowhere else', async () => {
    const harness = await open();
    const [first, second] = [await harness.signIn('admin'), await harness.signIn('super-admin')];
    const { _id: id } = await addApplication(first);
    const params = { id };
    const nameOf = async (staff: Caller) => dataOf(await staff.call('me')).user.name;
    const listed = async (query = {}) => dataOf(await first.call('applications', { query })).applications[0];
    expect(await listed()).toMatchObject({ _id: id, deletedAt: null, deletedBy: null });

    dataOf(await first.call('deleteApplication', { params }));
    const firstAt = harness.clock.now.toISOString();
    expect(await listed({ deleted: 1 })).toMatchObject({ deletedAt: firstAt, deletedBy: await nameOf(first) });
    harness.clock.advance(60);
    dataOf(await first.call('restoreApplication', { params }));
    expect(await listed()).toMatchObject({ _id: id, deletedAt: null, deletedBy: null });

    const answer = dataOf(await second.call('deleteApplication', { params }));
    const deleted = { deletedAt: harness.clock.now.toISOString(), deletedBy: await nameOf(second) };
    expect(await listed({ deleted: 1 })).toEqual({ ...answer, version: 4, ...deleted, hold: null, assigned: null });
    expect(answer).not.toHaveProperty('deletedAt');
  });

  test('is final after 30 days: row, history and files are deleted, and the audit log says so', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const untouched = await addApplication(staff);
    const files = await storedFiles(harness);
    const [old, recent] = [await addApplication(staff), await addApplication(staff)];
    await staff.call('updateAttachments', {
      params: { id: old._id },
      form: formOf({}, { file1: await buildPhoto(), file6: await buildPhoto(9) }),
    });
    await staff.call('reject', { params: { id: old._id } });
    await staff.call('deleteApplication', { params: { id: old._id } });
    harness.clock.advance(2 * day);
    const again = await harness.signIn('admin');
    await again.call('deleteApplication', { params: { id: recent._id } });

    harness.clock.advance(28 * day);
    await withoutTrace(harness, () => purgeApplications(systemContext(harness)));
    harness.clock.advance(1);
    await purgeApplications(systemContext(harness));
    const owner = await harness.signIn('super-admin');
    const deleted = dataOf(await owner.call('applications', { query: { deleted: 1 } }));
    expect(deleted.applications.map((one) => one._id)).toEqual([recent._id]);
    expectRefusal(await owner.call('restoreApplication', { params: { id: old._id } }), 404, 'not_found');
    expect(await harness.database.db.selectFrom('decision').selectAll().execute()).toEqual([]);
    const [entry] = dataOf(await owner.call('audit', { query: { record: old._id } })).entries;
    expect(entry).toMatchObject({ action: 'application.purged', actor: null });

    dataOf(await owner.call('restoreApplication', { params: { id: recent._id } }));
    expect(dataOf(await owner.call('applicationSummary')).total).toBe(2);
    const remaining = await storedFiles(harness);
    expect(remaining).toHaveLength(2 * files.length);
    expect(remaining).toEqual(expect.arrayContaining(files));
    expect(dataOf(await owner.call('application', { params: { id: untouched._id } }))).toEqual({
      ...untouched,
      history: [],
      guesses: null,
      hold: null,
      assigned: null,
    });
  });

  test('can be undone for 30 days, and while the application is held also later', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const [held, other] = [await addApplication(owner), await addApplication(owner)];
    for (const { _id: id } of [held, other]) dataOf(await owner.call('deleteApplication', { params: { id } }));
    const json = { hold: true, reason: 'A court has asked for it' };
    dataOf(await owner.call('holdApplication', { params: { id: held._id }, json }));
    harness.clock.advance(31 * day);
    const staff = await harness.signIn('admin');
    const restore = (id: string) => staff.call('restoreApplication', { params: { id } });
    expectRefusal(await withoutTrace(harness, () => restore(other._id)), 404, 'not_found');
    expect(dataOf(await restore(held._id))).toMatchObject({ _id: held._id, passport: held.passport });
    await purgeApplications(systemContext(harness));
    expect(dataOf(await staff.call('applications')).applications.map(({ _id }) => _id)).toEqual([held._id]);
  });

  test('is not completed for a record that a node whose clock is slow has just restored', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = [];
    for (let count = 0; count < 4; count++) {
      added.push(await addApplication(staff));
      await staff.call('deleteApplication', { params: { id: added.at(-1)?._id ?? '' } });
      harness.clock.advance(1);
    }
    const last = added.at(-1)?._id ?? '';
    harness.clock.advance(30 * day);
    const ctx = systemContext(harness);
    const behind = new Date(harness.clock.now.getTime() - 2_000);
    const restore = () => restoreApplication({ ...ctx, now: () => behind }, last);
    await purgeApplications({ ...ctx, db: withFirstTransactionAfter(ctx.db, restore) });
    const audit = await harness.database.db.selectFrom('audit').selectAll().where('record', '=', last).execute();
    expect(audit.map((row) => row.action)).toEqual([
      'application.added',
      'application.deleted',
      'application.restored',
    ]);
    expect(await checkStore(ctx)).toEqual([]);
    expect(dataOf(await (await harness.signIn('admin')).call('applications')).totalApplication).toBe(1);
  });

  test.each([
    ['deleting', deleteApplication],
    ['restoring', restoreApplication],
  ])('waits for an arrival under way, and %s never in a circle', async (_, remove) => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const { _id: id } = await addApplication(staff);
    if (remove === restoreApplication) await staff.call('deleteApplication', { params: { id } });
    const faults: unknown[] = [];
    const faultOf: Context['database']['faultOf'] = (error) => {
      const fault = harness.database.faultOf(error);
      faults.push(fault);
      return fault;
    };
    const ctx = { ...systemContext(harness), database: { ...harness.database, faultOf } };
    let removed: Promise<unknown> = Promise.resolve();
    await inTransaction(ctx, async (inner) => {
      const sequence = await takeSequences(inner.db, 1);
      removed = remove(ctx, id);
      await sleep(100);
      const { application } = rowsOf(applicant(0, 1, '2026-03-10'), { id: newId() });
      await insertApplication(inner.db, { ...application, sequence });
    });
    await removed;
    expect(faults).toEqual([]);
  });
});
