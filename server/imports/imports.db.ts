/** The SQL of imports: runs, their rows, and which record a row became. */
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { backgroundStates, type ImportRowState, type ImportState } from '../../contract/import.ts';
import type { Db } from '../db/database.ts';
import { endOfBatch } from '../db/import-row-batches.ts';
import type { ImportRowTable, ImportRunTable } from '../db/tables.ts';

type StoredRun = Selectable<ImportRunTable>;
export type VisibleImportRun = StoredRun & { state: ImportState };
export type StoredRow = Selectable<ImportRowTable>;

const statesOfJob = [...backgroundStates, 'removing'] as const;
/** Nobody sees a removed run, whose rows the background job deletes. */
const removed = { state: 'removing', leaseOwner: null, leaseUntil: null } as const;

/** The engines limit the number of values in a statement. */
const rowsAtOnce = 500;

export async function insertRun(db: Db, run: Insertable<ImportRunTable>): Promise<void> {
  await db.insertInto('importRun').values(run).execute();
}

export async function insertRows(db: Db, rows: readonly Insertable<ImportRowTable>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await db
      .insertInto('importRow')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
  }
}

export function findRun(db: Db, id: string): Promise<VisibleImportRun | undefined> {
  return runs(db).where('id', '=', id).executeTakeFirst();
}

/** Without those that are removed. */
function runs(db: Db) {
  return db.selectFrom('importRun').selectAll().where('state', '!=', 'removing').$narrowType<{ state: ImportState }>();
}

/** About how many bytes all imports take that are not removed. */
export async function bytesOfRuns(db: Db): Promise<number> {
  const sum = db
    .selectFrom('importRun')
    .select(({ fn }) => fn.sum<number>('storedBytes').as('bytes'))
    .where('state', '!=', 'removing');
  return Number((await sum.executeTakeFirstOrThrow()).bytes);
}

export function newestRuns(db: Db, limit: number): Promise<VisibleImportRun[]> {
  return runs(db).orderBy('createdAt', 'desc').orderBy('id').limit(limit).execute();
}

/**
 * Changes the state of the run if it is still in one of these states, and has so many rows that fit; undefined if not.
 */
export function changeRunState(
  db: Db,
  id: string,
  from: readonly ImportState[],
  values: Updateable<ImportRunTable>,
  fitMin = 0,
): Promise<VisibleImportRun | undefined> {
  return db
    .updateTable('importRun')
    .set({ ...values, leaseOwner: null, leaseUntil: null })
    .where('id', '=', id)
    .where('state', 'in', from)
    .where('fitCount', '>=', fitMin)
    .returningAll()
    .$narrowType<{ state: ImportState }>()
    .executeTakeFirst();
}

export function backgroundRuns(db: Db): Promise<Pick<StoredRun, 'id'>[]> {
  return db.selectFrom('importRun').select('id').where('state', 'in', statesOfJob).orderBy('createdAt').execute();
}

/**
 * Acquires or renews the lease of a run, and locks its row until the transaction ends. A node that was frozen for
 * longer than its lease finds that another node has it, and changes nothing.
 */
export function leaseRun(
  db: Db,
  id: string,
  { owner, now, until }: { owner: string; now: string; until: string },
): Promise<StoredRun | undefined> {
  return db
    .updateTable('importRun')
    .set({ leaseOwner: owner, leaseUntil: until })
    .where('id', '=', id)
    .where('state', 'in', statesOfJob)
    .where(({ or, eb }) => or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<', now), eb('leaseOwner', '=', owner)]))
    .returningAll()
    .executeTakeFirst();
}

/** Renews the lease of a run that is being read, and counts further bytes; false if it no longer is. */
export async function renewReading(
  db: Db,
  id: string,
  { until, bytes }: { until: string; bytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('importRun')
    .set((run) => ({ leaseUntil: until, storedBytes: run('storedBytes', '+', bytes) }))
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Runs that are being read, but whose lease has ended. */
export function abandonedRuns(db: Db, endedBefore: string): Promise<Pick<StoredRun, 'id'>[]> {
  return db
    .selectFrom('importRun')
    .select('id')
    .where('state', '=', 'reading')
    .where('leaseUntil', '<', endedBefore)
    .execute();
}

/** With `endedBefore`, only if its lease has still ended: a slow reader may have renewed it. */
export async function removeReading(db: Db, id: string, endedBefore?: string): Promise<void> {
  let runs = db.updateTable('importRun').set(removed).where('id', '=', id).where('state', '=', 'reading');
  if (endedBefore) runs = runs.where('leaseUntil', '<', endedBefore);
  await runs.execute();
}

export async function updateRun(db: Db, id: string, values: Updateable<ImportRunTable>): Promise<void> {
  await db.updateTable('importRun').set(values).where('id', '=', id).execute();
}

export async function restartChecks(db: Db): Promise<void> {
  await db
    .updateTable('importRun')
    .set({ lastRow: 0, doneCount: 0, fitCount: 0, refusedCount: 0 })
    .where('state', '=', 'checking')
    .execute();
}

/** False when the run is in none of these states. */
export async function removeRun(db: Db, id: string, from: readonly ImportState[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('importRun')
    .set(removed)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes runs in these states that were created before `imported`, or before `notImported` if they added nothing. */
export async function removeRunsBefore(
  db: Db,
  { imported, notImported }: Record<'imported' | 'notImported', string>,
  states: readonly ImportState[],
): Promise<void> {
  await db
    .updateTable('importRun')
    .set(removed)
    .where('state', 'in', states)
    .where(({ and, eb, or }) =>
      or([eb('createdAt', '<', imported), and([eb('createdAt', '<', notImported), eb('importedCount', '=', 0)])]),
    )
    .execute();
}

/** Deletes some rows of a removed run; once there are none, the run itself. False when all of it is gone. */
export async function deleteSome(db: Db, id: string): Promise<boolean> {
  const last = await endOfBatch(db.selectFrom('importRow').where('runId', '=', id), rowsAtOnce);
  if (last === undefined) {
    await db.deleteFrom('importRun').where('id', '=', id).execute();
    return false;
  }
  for (const table of ['importRecord', 'importRow'] as const) {
    await db.deleteFrom(table).where('runId', '=', id).where('number', '<=', last).execute();
  }
  return true;
}

export interface Batch {
  rows: StoredRow[];
  /** The number after which the next batch begins; undefined if there are no further rows. */
  last: number | undefined;
}

/** Rows after a number, in their order: up to the limit, or as many as are read at once. */
export async function rowsAfter(
  db: Db,
  runId: string,
  { after, limit, states }: { after: number; limit: number; states?: readonly ImportRowState[] },
): Promise<Batch> {
  let found = db.selectFrom('importRow').where('runId', '=', runId).where('number', '>', after);
  if (states) found = found.where('state', 'in', states);
  const last = await endOfBatch(found, limit);
  if (last === undefined) return { rows: [], last };
  return { rows: await found.selectAll().where('number', '<=', last).orderBy('number').execute(), last };
}

export async function countRows(db: Db, runId: string, states: readonly ImportRowState[]): Promise<number> {
  const { rows } = await db
    .selectFrom('importRow')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('runId', '=', runId)
    .where('state', 'in', states)
    .executeTakeFirstOrThrow();
  return Number(rows);
}

type CheckedRow = Pick<StoredRow, 'number' | 'state' | 'problems' | 'passport' | 'email'>;

/**
 * Stores the results of a check, except for rows that were erased meanwhile. The rows are updated in place: an erasing
 * that waits for this transaction would not see new rows that it inserts.
 */
export async function updateCheckedRows(db: Db, runId: string, rows: readonly CheckedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(
    ({ number, state, problems, passport, email }) =>
      sql`(cast(${number} as integer), ${state}, ${problems}, ${passport}, ${email})`,
  );
  await sql`
    with checked (number, state, problems, passport, email) as (values ${sql.join(values)})
    update import_row
    set state = checked.state, problems = checked.problems, passport = checked.passport, email = checked.email
    from checked
    where import_row.run_id = ${runId} and import_row.number = checked.number
  `.execute(db);
}

/** Returns how many of the rows there still are. */
export async function markRows(
  db: Db,
  runId: string,
  numbers: readonly number[],
  values: Updateable<ImportRowTable>,
): Promise<number> {
  if (numbers.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable('importRow')
    .set(values)
    .where('runId', '=', runId)
    .where('number', 'in', numbers)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The keyed hashes among these that earlier rows of the file have, with the first row of each. */
export async function earlierRows(
  db: Db,
  runId: string,
  column: 'passport' | 'email',
  { hashes, before }: { hashes: readonly string[]; before: number },
): Promise<Map<string | null, number>> {
  if (hashes.length === 0) return new Map();
  const rows = await db
    .selectFrom('importRow')
    .select([column, ({ fn }) => fn.min<number>('number').as('first')])
    .where('runId', '=', runId)
    .where('number', '<', before)
    .where(column, 'in', hashes)
    .groupBy(column)
    .execute();
  return new Map(rows.map((row) => [row[column], Number(row.first)]));
}

export async function insertRecords(
  db: Db,
  rows: readonly { applicationId: string; runId: string; number: number }[],
): Promise<void> {
  if (rows.length > 0) await db.insertInto('importRecord').values(rows).execute();
}

/** Newest first: an undo removes records in the opposite order. */
export function recordsOf(db: Db, runId: string, limit: number) {
  return db
    .selectFrom('importRecord')
    .selectAll()
    .where('runId', '=', runId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
}

/** The number of records of the import that an undo has not yet removed, kept or found to be gone. */
export async function countRecords(db: Db, runId: string): Promise<number> {
  const { count } = await db
    .selectFrom('importRecord')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('runId', '=', runId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteRecords(db: Db, applicationIds: readonly string[]): Promise<void> {
  if (applicationIds.length === 0) return;
  await db.deleteFrom('importRecord').where('applicationId', 'in', applicationIds).execute();
}
