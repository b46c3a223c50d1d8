/** The statements about files. */
import type { Context } from '../context.ts';
import { padded } from '../db/compiled.ts';
import { remember } from '../db/remembered.ts';
import type { FileTable } from '../db/tables.ts';

const sweptSince = 'files-swept-since';

export async function insertFiles(ctx: Context, rows: readonly FileTable[]): Promise<void> {
  if (rows.length > 0) await ctx.query.insertInto('file').values(rows).execute();
}

export async function deleteFiles(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await ctx.query.deleteFrom('file').where('id', 'in', ids).execute();
}

/** A file with what decides who may read it. */
export function fileWithOwner(ctx: Context, id: string) {
  return ctx.query
    .selectFrom('file')
    .leftJoin('application', 'application.id', 'file.applicationId')
    .leftJoin('slide', 'slide.id', 'file.slideId')
    .select(['file.name', 'file.thumbnails', 'file.sizeBytes', 'file.sha256', 'file.applicationId', 'file.slideId'])
    .select(['application.deletedAt', 'slide.published', 'slide.image'])
    .where('file.id', '=', id)
    .executeTakeFirst();
}

/** In lists of few lengths: a statement is kept for each that there is. */
export async function knownIds(ctx: Context, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const list of padded(ids)) {
    const rows = await ctx.query.selectFrom('file').select('id').where('id', 'in', list).execute();
    for (const { id } of rows) known.add(id);
  }
  return known;
}

/** When this database was first asked; remembered from then on. */
export function rememberSweeping(ctx: Context, at: string): Promise<string> {
  return remember(ctx.query, sweptSince, at);
}
