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

/** Keeps the value in the place of any before. */
export async function rememberLast(query: Query, name: string, value: string): Promise<void> {
  await query
    .insertInto('setting')
    .values({ name, value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute();
}

/** False when there was none, or another than `value` if that is given. */
export async function forget(query: Query, name: string, value?: string): Promise<boolean> {
  let named = query.deleteFrom('setting').where('name', '=', name);
  if (value !== undefined) named = named.where('value', '=', value);
  const { numDeletedRows } = await named.executeTakeFirst();
  return numDeletedRows > 0n;
}
