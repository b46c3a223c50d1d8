/** The SQL of the check of files. */
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { fileColumns } from '../db/application-columns.ts';

/** Rows after an id, in the order of their ids, that were created at `since` or later. */
export function filesAfter(ctx: Context, id: string, limit: number, since = '') {
  return ctx.db
    .selectFrom('file')
    .select(['id', 'name', 'sha256', 'thumbnails', 'keyGeneration', 'createdAt'])
    .where('id', '>', id)
    .where('createdAt', '>=', since)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The owner of a file, with all files that an application names. */
export async function ownerOf(ctx: Context, id: string) {
  const row = await ctx.db
    .selectFrom('file')
    .leftJoin('application', 'application.id', 'file.applicationId')
    .leftJoin('slide', 'slide.id', 'file.slideId')
    .select(['file.name', 'application.id as applicationId', 'givenName', 'surname', 'slide.title as slideTitle'])
    .select(fileColumns)
    .where('file.id', '=', id)
    .executeTakeFirst();
  return row && (row.applicationId || row.slideTitle)
    ? { ...row, personName: `${row.givenName} ${row.surname}` }
    : null;
}

/** Ids of applications and slides that name a file without a row of their own. */
export async function ownersWithoutFile(ctx: Context): Promise<string[]> {
  const references = [
    ...fileColumns.map((column) => sql`select id, ${sql.ref(column)} as name from application`),
    sql`select id, image as name from slide`,
  ];
  const owners = sql<{ id: string }>`
    select owner.id from (${sql.join(references, sql` union all `)}) as owner
    where owner.name is not null and not exists (
      select 1 from file where file.name = owner.name and (file.application_id = owner.id or file.slide_id = owner.id)
    )
  `;
  const { rows } = await ctx.database.withoutTimeout((db) => owners.execute(db));
  return rows.map((row) => row.id);
}
