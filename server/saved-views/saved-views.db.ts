/** The SQL of saved views. */
import type { Selectable } from 'kysely';
import type { Context } from '../context.ts';
import type { SavedViewTable } from '../db/tables.ts';

export type SavedViewRow = Selectable<SavedViewTable>;
/** A view with the present name of the account that saved it. */
export type NamedView = SavedViewRow & { by: string };

const withMaker = ({ db }: Context) =>
  db
    .selectFrom('savedView')
    .innerJoin('account', 'account.id', 'savedView.accountId')
    .selectAll('savedView')
    .select('account.name as by');

/** All views, ordered by name. */
export function allViews(ctx: Context): Promise<NamedView[]> {
  return withMaker(ctx).orderBy('savedView.nameKey').execute();
}

export function viewById(ctx: Context, id: string): Promise<NamedView | undefined> {
  return withMaker(ctx).where('savedView.id', '=', id).executeTakeFirst();
}

/**
 * Other transactions that add or rename a view wait until this one ends, so that names stay unique and the limit holds.
 */
export async function lockViews({ database, db, keys }: Context): Promise<void> {
  await database.lockKeys(db, [keys.hash('saved views', '')]);
}

export async function insertView({ db }: Context, row: SavedViewRow): Promise<void> {
  await db.insertInto('savedView').values(row).execute();
}

export async function changeView(
  { db }: Context,
  id: string,
  changes: Partial<Pick<SavedViewRow, 'name' | 'nameKey' | 'query' | 'columns'>>,
): Promise<void> {
  await db.updateTable('savedView').set(changes).where('id', '=', id).execute();
}

export async function removeView({ db }: Context, id: string): Promise<void> {
  await db.deleteFrom('savedView').where('id', '=', id).execute();
}
