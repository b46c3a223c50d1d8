/**
 * Whether the database holds every text. Without this question a database of another encoding than UTF8 would be refused
 * in the middle of a start or of a restore, and one of SQL_ASCII would take texts without checking them.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** What is wrong and what to do, as the rest of a sentence about the server; null if nothing is. */
export async function wrongEncoding(db: Kysely<Tables>): Promise<string | null> {
  const { rows } = await sql<{ encoding: string; role: string; database: string }>`
    select current_setting('server_encoding') as encoding,
      quote_ident(current_user) as role, quote_ident(current_database()) as database
  `.execute(db);
  const { encoding, role, database } = rows[0] as (typeof rows)[number];
  if (encoding === 'UTF8') return null;
  return `has the database ${database} in the encoding ${encoding}, which does not hold every text. Make one in UTF8, and name it in DATABASE_URL: create database NAME owner ${role} encoding 'UTF8' template template0.`;
}
