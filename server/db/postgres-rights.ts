/**
 * Whether the role of DATABASE_URL may make the tables, or owns those that are there. Without this question a role that
 * may only connect, as a new role of PostgreSQL 15 does, would be refused in the middle of a start or of a restore.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

interface Rights {
  role: string;
  database: string;
  /** The schema in which tables would be made; null if the role may use none. */
  schema: string | null;
  mayCreate: boolean | null;
  /** Of the tables of the product; null where there are none. */
  owner: string | null;
  isOwner: boolean | null;
}

/** What the role lacks and what to do, as the rest of a sentence about the server; null if it lacks nothing. */
export async function missingRight(db: Kysely<Tables>): Promise<string | null> {
  const { rows } = await sql<Rights>`
    select quote_ident(current_user) as role, quote_ident(current_database()) as database,
      current_schema()::text as schema, has_schema_privilege(current_schema()::text, 'create') as may_create,
      pg_get_userbyid(relowner)::text as owner, pg_has_role(relowner, 'usage') as is_owner
    from (select to_regclass('migration') as id) as named left join pg_class on pg_class.oid = named.id
  `.execute(db);
  const { role, database, schema, mayCreate, owner, isOwner } = rows[0] as Rights;
  if (isOwner) return null;
  if (owner !== null)
    return `has tables in the database ${database} that belong to ${owner}, and ${role} may not use them as their owner. Name ${owner} in DATABASE_URL, or another database.`;
  if (mayCreate) return null;
  const place = schema === null ? 'use a schema' : `make tables in the schema ${schema}`;
  return `does not let ${role} ${place} of the database ${database} (42501). Make it the owner: alter database ${database} owner to ${role}.`;
}
