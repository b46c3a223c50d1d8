/** The SQL of files. */
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type FileColumn, fileColumns } from '../db/application-columns.ts';
import { compiled } from '../db/compiled.ts';
import { addSetting, installationSettings } from '../db/settings-table.ts';
import type { FileTable } from '../db/tables.ts';

export async function insertFiles(ctx: Context, rows: readonly FileTable[]): Promise<void> {
  if (rows.length > 0) await ctx.db.insertInto('file').values(rows).execute();
}

export async function deleteFiles(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await ctx.db.deleteFrom('file').where('id', 'in', ids).execute();
}

/** The files of the records, including former ones. */
export async function selectFileNames(ctx: Context, applicationIds: readonly string[]): Promise<string[]> {
  const rows = await ctx.db.selectFrom('file').select('name').where('applicationId', 'in', applicationIds).execute();
  return rows.map(({ name }) => name);
}

const withOwner = compiled((db) =>
  db
    .selectFrom('file')
    .leftJoin('application', 'application.id', 'file.applicationId')
    .leftJoin('slide', 'slide.id', 'file.slideId')
    .select(['file.name', 'file.thumbnails', 'file.sizeBytes', 'file.sha256', 'file.applicationId', 'file.slideId'])
    .select(['application.deletedAt', 'slide.published', 'slide.image'])
    // The column of the application that names the file; null where it was replaced.
    .select(
      sql<FileColumn | null>`case file.name ${sql.join(
        fileColumns.map((column) => sql`when ${sql.ref(`application.${column}`)} then ${sql.lit(column)}`),
        sql` `,
      )} end`.as('fileColumn'),
    )
    // With the parameter itself instead of a subquery, SQLite would plan the join again each time.
    .where('file.id', '=', sql<string>`(select ${''})`),
);

/** A file with the values that decide who may read it. */
export async function fileWithOwner(ctx: Context, id: string) {
  const [file] = await withOwner(ctx, [id]);
  return file;
}

/** A statement of either engine may have this many parameters. */
const idsAtOnce = 10_000;

/** The ids among these that have a row. */
export async function knownIds(ctx: Context, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const batch = ids.slice(at, at + idsAtOnce);
    const rows = await ctx.db.selectFrom('file').select('id').where('id', 'in', batch).execute();
    for (const { id } of rows) known.add(id);
  }
  return known;
}

/** The time of the first sweep of this database, which is stored at the first call. */
export function firstSweepAt(ctx: Context, at: string): Promise<string> {
  return addSetting(ctx.db, installationSettings.filesSweptSince, at);
}
