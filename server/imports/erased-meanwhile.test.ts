/** A person who is erased while a batch of an import runs. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hasPostgresServer } from '../../test/backends.ts';
import { addApplication } from '../../test/build.ts';
import { conflictsOf } from '../../test/conflicts.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, onEachEngine, type TestHarness } from '../../test/harness.ts';
import { headingsInEnglish, rowOf } from '../../test/import-files.ts';
import { finishedImport, importAfterJob, uploadRows } from '../../test/import-runs.ts';
import { waitingForLocks } from '../../test/postgres.ts';
import { systemContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { stepImport } from './steps.ts';

const rows = [headingsInEnglish, ...[1, 2, 3].map((number) => rowOf(number))];
const passport = 'IM1000003';

/**
 * Runs the work while transactions that make the change, which is the middle of a statement for a trigger, wait for a
 * lock that the test holds; the work gets a function that releases it.
 */
async function whileChangesWait(
  db: Db,
  change: string,
  work: (release: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  await sql`
    create function pause() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(1); return old; end
    $$
  `.execute(db);
  await sql.raw(`create trigger pause ${change} execute function pause()`).execute(db);
  try {
    await db.connection().execute(async (held) => {
      await sql`select pg_advisory_lock(1)`.execute(held);
      await work(() => sql`select pg_advisory_unlock(1)`.execute(held));
    });
  } finally {
    await sql`drop function pause() cascade`.execute(db);
  }
}

const erase = (owner: Caller, id: string) =>
  owner.call('eraseApplication', { params: { id }, json: { reason: 'Asked for' } });
const step = (harness: TestHarness, id: string) => stepImport(systemContext(harness), id, 'a node');
const found = async (staff: Caller) =>
  dataOf(await staff.call('searchApplications', { json: { search: passport } })).applications;

/** Erases the person while a batch of the import waits in the middle of this change; both must then end. */
async function eraseDuringBatch(
  harness: TestHarness,
  change: string,
  { owner, person, id }: { owner: Caller; person: string; id: string },
): Promise<void> {
  await whileChangesWait(harness.database.db, change, async (release) => {
    const batch = step(harness, id);
    await expect.poll(() => waitingForLocks(harness)).toBe(1);
    const erasing = erase(owner, person);
    await expect.poll(() => waitingForLocks(harness)).toBe(2);
    await release();
    expect(await batch).toBe(true);
    dataOf(await erasing);
  });
}

/** Deletes the record of a person and begins to check a file in which the person is. */
async function beginCheck(harness: TestHarness) {
  const staff = await harness.signIn('admin');
  const owner = await harness.signIn('super-admin');
  const { db } = harness.database;
  const { _id: person } = await addApplication(staff, { passport });
  const { _id: id, columns } = await uploadRows(staff, 'csv', rows);
  dataOf(await staff.call('deleteApplication', { params: { id: person } }));
  dataOf(await staff.call('checkImport', { params: { id }, json: { columns } }));
  return { harness, staff, owner, db, person, id };
}

onEachEngine('an import', (open, engine) => {
  // PGlite has one connection, so nothing happens meanwhile.
  const onServer = test.runIf(engine === 'postgres' && hasPostgresServer);

  onServer('does not bring back a person who is erased while a batch of it is being checked', async () => {
    const { harness, staff, owner, person, id } = await beginCheck(await open());
    await eraseDuringBatch(harness, 'after update on import_row for each row', { owner, person, id });
    expect(await importAfterJob(harness, staff, id)).toMatchObject({ state: 'checked', fit: 2, refused: 0 });
    dataOf(await staff.call('startImport', { params: { id } }));
    expect(await importAfterJob(harness, staff, id)).toMatchObject({ state: 'imported', imported: 2 });
    expect(await found(staff)).toEqual([]);
  });

  onServer('does not bring back a person who is erased while a batch of it adds records', async () => {
    const { harness, staff, owner, db, person, id } = await beginCheck(await open());
    expect((await importAfterJob(harness, staff, id)).fit).toBe(3);
    dataOf(await staff.call('startImport', { params: { id } }));
    await whileChangesWait(db, 'before insert on application for each statement', async (release) => {
      const batch = step(harness, id);
      await expect.poll(() => waitingForLocks(harness)).toBe(1);
      const erasing = erase(owner, person);
      await Promise.race([erasing, expect.poll(() => waitingForLocks(harness), { timeout: 5_000 }).toBe(2)]);
      await release();
      dataOf(await erasing);
      expect(await batch).toBe(true);
    });
    expect(await importAfterJob(harness, staff, id)).toMatchObject({ state: 'imported', imported: 2 });
    expect(await found(staff)).toEqual([]);
  });

  onServer(
    'adds records while a person is erased after whom its file is named, and neither waits for the other in a circle',
    async () => {
      const harness = await open();
      const staff = await harness.signIn('admin');
      const owner = await harness.signIn('super-admin');
      const { _id: person } = await addApplication(staff, { surname: 'Khandoker' });
      const { _id: id, columns } = await uploadRows(staff, 'csv', rows, 'Khandoker family');
      dataOf(await staff.call('checkImport', { params: { id }, json: { columns } }));
      await importAfterJob(harness, staff, id);
      dataOf(await staff.call('startImport', { params: { id } }));
      const conflicts = conflictsOf(harness);
      await eraseDuringBatch(harness, 'after update on import_run for each row', { owner, person, id });
      expect(conflicts).toEqual([]);
      expect(await importAfterJob(harness, staff, id)).toMatchObject({ state: 'imported', imported: 3, fileName: '' });
    },
  );

  onServer(
    'can be undone while a deleted record of it is being erased, and neither waits for the other in a circle',
    async () => {
      const harness = await open();
      const staff = await harness.signIn('admin');
      const owner = await harness.signIn('super-admin');
      const { db } = harness.database;
      const { _id: id } = await finishedImport(harness, staff, rows);
      const person = (await found(staff))[0]?._id ?? '';
      dataOf(await staff.call('deleteApplication', { params: { id: person } }));
      dataOf(await owner.call('undoImport', { params: { id } }));
      const conflicts = conflictsOf(harness);
      const change = `before delete on application for each row when (old.id = '${person}')`;
      await whileChangesWait(db, change, async (release) => {
        const erasing = erase(owner, person);
        await expect.poll(() => waitingForLocks(harness)).toBe(1);
        const batch = step(harness, id);
        await expect.poll(() => waitingForLocks(harness)).toBe(2);
        await release();
        dataOf(await erasing);
        expect(await batch).toBe(true);
      });
      expect(conflicts).toEqual([]);
      expect(await importAfterJob(harness, owner, id)).toMatchObject({ state: 'undone', takenBack: 2 });
    },
  );
});
