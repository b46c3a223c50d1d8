/** Checks the pages of the embedded database; a PostgreSQL server checks its own. */
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** What the engine says of each damage that it finds. */
export async function damagedPages({ engine, db }: Pick<Database, 'engine' | 'db'>): Promise<string[]> {
  if (engine !== 'sqlite') return [];
  const { rows } = await sql<{ integrityCheck: string }>`pragma integrity_check`.execute(db);
  return rows.flatMap(({ integrityCheck }) => (integrityCheck === 'ok' ? [] : [integrityCheck]));
}
