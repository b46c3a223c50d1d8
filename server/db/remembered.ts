/** Single values that the database keeps by name, in the table `setting`. */
import { sql } from 'kysely';
import type { Query } from './database.ts';

export async function remembered(query: Query, name: string): Promise<string | null> {
  const row = await query.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

/** Keeps the value unless there is one; gives the one that stands, whoever was first. */
export async function remember(query: Query, name: string, value: string): Promise<string> {
  const row = await query
    .insertInto('setting')
    .values({ name, value })
    .onConflict((on) => on.column('name').doUpdateSet({ value: sql`setting.value` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** False when there was none. */
export async function forget(query: Query, name: string): Promise<boolean> {
  const { numDeletedRows } = await query.deleteFrom('setting').where('name', '=', name).executeTakeFirst();
  return numDeletedRows > 0n;
}
