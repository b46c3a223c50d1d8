/** The SQL that erases records, by the register of tables with personal data. */
import { sql } from 'kysely';
import type { Answers } from '../../contract/answers.ts';
import type { Db } from '../db/database.ts';
import { recountImport } from '../db/import-counts.ts';
import { endOfBatch } from '../db/import-row-batches.ts';
import { erasedRows, type RecordKey } from '../db/personal-tables.ts';

/** The ids of records, and the keyed hashes of their passports. */
export type RecordKeys = Record<RecordKey, readonly string[]>;

/** The engines limit the number of values in a statement. */
const deletedAtOnce = 500;

/** Without rows of imports, which are erased by their cells (`import-row-erasure.ts`) or with their import. */
export async function deletePersonalRows(db: Db, keys: RecordKeys): Promise<void> {
  for (const { table, foundBy, column } of erasedRows) {
    if (keys[foundBy].length === 0 || table === 'importRow') continue;
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(keys[foundBy])})`.execute(db);
  }
}

/** The sequence number of the latest deletion among these deleted records. */
export async function lastDeletionOf(db: Db, ids: readonly string[]): Promise<number> {
  const { last } = await db
    .selectFrom('applicationAbsence')
    .select(({ fn }) => fn.max('fromSequence').as('last'))
    .where('applicationId', 'in', ids)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Those of the passports that a live record other than these has. */
export async function livePassportKeysOfOthers(
  db: Db,
  passportKeys: readonly string[],
  ids: readonly string[],
): Promise<string[]> {
  if (passportKeys.length === 0) return [];
  const rows = await db
    .selectFrom('application')
    .select('passportKey')
    .where('passportKey', 'in', passportKeys)
    .where('deletedAt', 'is', null)
    .where('id', 'not in', ids)
    .execute();
  return rows.map((row) => row.passportKey);
}

export async function importIds(db: Db): Promise<string[]> {
  return (await db.selectFrom('importRun').select('id').execute()).map(({ id }) => id);
}

/** With the number after which the next rows begin; undefined if there are none. */
export async function rowsWithCells(
  db: Db,
  runId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ rows: { number: number; cells: string }[]; last: number | undefined }> {
  const found = db
    .selectFrom('importRow')
    .where('runId', '=', runId)
    .where('cells', 'is not', null)
    .where('number', '>', after);
  const last = await endOfBatch(found, limit);
  if (last === undefined) return { rows: [], last };
  const rows = await found
    .select('number')
    .select((row) => row.ref('cells').$notNull().as('cells'))
    .where('number', '<=', last)
    .execute();
  return { rows, last };
}

/** Rows that have become a record meanwhile have no cells any more, and stay. The import counts its rows again. */
export async function deleteImportRows(db: Db, runId: string, numbers: readonly number[]): Promise<void> {
  for (let at = 0; at < numbers.length; at += deletedAtOnce) {
    await db
      .deleteFrom('importRow')
      .where('runId', '=', runId)
      .where('number', 'in', numbers.slice(at, at + deletedAtOnce))
      .where('cells', 'is not', null)
      .execute();
  }
  await recountImport(db, runId);
}

export function namedImports(db: Db): Promise<{ id: string; fileName: string }[]> {
  return db.selectFrom('importRun').select(['id', 'fileName']).where('fileName', '!=', '').orderBy('id').execute();
}

export async function removeImportName(db: Db, id: string): Promise<void> {
  await db.updateTable('importRun').set({ fileName: '' }).where('id', '=', id).execute();
}

/** The imports that were begun in this period, both ends included. */
export async function importsBegun(db: Db, since: string, until: string): Promise<string[]> {
  const runs = db.selectFrom('importRun').select('id').where('createdAt', '>=', since).where('createdAt', '<=', until);
  return (await runs.execute()).map(({ id }) => id);
}

/** Returns whether there were any. */
export async function deleteMisses(db: Db, passports: readonly string[], until: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('enquiryMiss')
    .where('passport', 'in', passports)
    .where('at', '<=', until)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * The recorder writes a find a moment after its answer, when the record may already be erased; only for finds that
 * waited longer does it check that the record exists.
 */
export async function eraseLateFinds(db: Db): Promise<void> {
  await db
    .deleteFrom('enquiryFind')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('application')
            .select('application.id')
            .whereRef('application.id', '=', 'enquiryFind.applicationId'),
        ),
      ),
    )
    .execute();
}

/** Counts what erasing the record would remove. */
export async function countRows(db: Db, id: string, passportHashes: readonly string[]): Promise<Answers['erasure']> {
  // PostgreSQL takes no empty list.
  const hashes = passportHashes.length > 0 ? passportHashes : [null];
  const { rows } = await sql<Record<keyof Answers['erasure'], number | string | null>>`
    select
      (select count(*) from file where application_id = ${id}) as files,
      (select count(*) from decision where application_id = ${id}) as decisions,
      (select count(*) from note where application_id = ${id}) as notes,
      (select count(*) from former_values where application_id = ${id}) as former_versions,
      (select sum(times) from enquiry_find where application_id = ${id}) as visits,
      -- A miss from an IPv6 address has further rows, without a bucket, for its networks.
      (select count(*) from enquiry_miss where passport in (${sql.join(hashes)}) and bucket <> '') as failed_tries
  `.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error('A count must return exactly one row.');
  const { files, decisions, notes, formerVersions, visits, failedTries } = counted;
  return {
    files: Number(files),
    decisions: Number(decisions),
    notes: Number(notes),
    formerVersions: Number(formerVersions),
    visits: Number(visits),
    failedTries: Number(failedTries),
  };
}
