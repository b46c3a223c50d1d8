/** The SQL that adds search keys to records without any, which come from an earlier release or from its backup. */
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { ApplicationRow } from './applications.db.ts';

export function withoutSearchKeys(db: Db, limit: number): Promise<ApplicationRow[]> {
  return db
    .selectFrom('application')
    .selectAll()
    .where('searchKeys', 'is', null)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** Leaves out a record that got its keys by an edit meanwhile. */
export async function putSearchKeys(db: Db, rows: readonly { sequence: number; searchKeys: string }[]): Promise<void> {
  const values = rows.map(({ sequence, searchKeys }) => sql`(cast(${sequence} as integer), ${searchKeys})`);
  await sql`
    with keyed (sequence, search_keys) as (values ${sql.join(values)})
    update application set search_keys = keyed.search_keys from keyed
    where keyed.sequence = application.sequence and application.search_keys is null
  `.execute(db);
}
