/** A database as an earlier release left it. */
import { readFile } from 'node:fs/promises';
import { CompiledQuery } from 'kysely';
import type { Database } from '../server/db/database.ts';

/** Takes back what the second release made of the table of finds, which is empty then; to migrate does it again. */
export async function restoreFirstFinds({ engine, query }: Database): Promise<void> {
  const file = new URL(`../server/db/migrations/${engine}/0001-first.sql`, import.meta.url);
  const table = (await readFile(file, 'utf8'))
    .split(/\n\s*\n/)
    .find((statement) => statement.includes('create table enquiry_find ('));
  if (!table) throw new Error('The first release has no table of finds.');
  const forget = "delete from migration where name = '0002-finds-in-order.sql'";
  for (const statement of ['drop table enquiry_find', table, forget]) {
    await query.executeQuery(CompiledQuery.raw(statement));
  }
}
