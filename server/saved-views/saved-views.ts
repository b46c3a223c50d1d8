/** The saved views of the list: all staff see them; the account that saved one and the super admin can change it. */
import { limits } from '../../contract/limits.ts';
import { isAllowed } from '../../contract/roles.ts';
import { plainText } from '../../contract/text.ts';
import { refusedFilter } from '../applications/list.ts';
import { writeAuditEntry } from '../audit/audit.ts';
import { type Context, inTransaction, signedIn } from '../context.ts';
import { newId } from '../identifiers.ts';
import { fieldRefusal, Refusal } from '../refusal.ts';
import * as queries from './saved-views.db.ts';

export type { NamedView } from './saved-views.db.ts';

export interface NewView {
  name: string;
  /** Names and values of the list's query. */
  query: Record<string, string>;
  columns: string;
}

export function listViews(ctx: Context): Promise<queries.NamedView[]> {
  return queries.allViews(ctx);
}

/** The names of those views with these ids that still exist. */
export async function viewNames(ctx: Context, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (!ids.length) return [];
  return (await queries.allViews(ctx)).filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name }));
}

export function mayChange({ actor }: Context, { accountId }: queries.NamedView): boolean {
  return actor !== null && (actor.id === accountId || isAllowed('superAdmin', actor.role));
}

export async function addView(ctx: Context, { name, query, columns }: NewView): Promise<queries.NamedView> {
  const refused = refusedFilter(ctx, query);
  if (refused) throw fieldRefusal(refused, 'invalid_filter');
  return inTransaction(ctx, async (ctx) => {
    const { id: accountId, name: by } = signedIn(ctx);
    await queries.lockViews(ctx);
    const names = await freeName(ctx, name, null);
    if ((await queries.allViews(ctx)).length >= limits.savedViewsMax) throw new Refusal('too_many_views');
    const createdAt = ctx.now().toISOString();
    const row = { id: newId(), ...names, query: JSON.stringify(query), columns, accountId, createdAt };
    await queries.insertView(ctx, row);
    await writeAuditEntry(ctx, { action: 'view.added', record: row.id, fields: ['name', 'query', 'columns'] });
    return { ...row, by };
  });
}

/** Fields that are left out stay unchanged. */
export async function updateView(
  ctx: Context,
  id: string,
  { name, query, columns }: Partial<NewView>,
): Promise<queries.NamedView> {
  // A stored query may be refused by now, which prevents no other change.
  if (query && refusedFilter(ctx, query)) throw fieldRefusal('query', 'invalid_filter');
  return inTransaction(ctx, async (ctx) => {
    await queries.lockViews(ctx);
    const view = await requireOwn(ctx, id);
    const changed: queries.NamedView = {
      ...view,
      ...(name !== undefined && (await freeName(ctx, name, id))),
      ...(query && { query: JSON.stringify(query) }),
      ...(columns !== undefined && { columns }),
    };
    const differs = (field: 'name' | 'query' | 'columns') => changed[field] !== view[field];
    const shown = (['query', 'columns'] as const).filter(differs);
    if (differs('name')) await writeAuditEntry(ctx, { action: 'view.renamed', record: id, fields: ['name'] });
    if (shown.length) await writeAuditEntry(ctx, { action: 'view.changed', record: id, fields: shown });
    if (differs('name') || shown.length) {
      const { name, nameKey, query, columns } = changed;
      await queries.changeView(ctx, id, { name, nameKey, query, columns });
    }
    return changed;
  });
}

export async function deleteView(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await queries.lockViews(ctx);
    await requireOwn(ctx, id);
    await queries.removeView(ctx, id);
    await writeAuditEntry(ctx, { action: 'view.deleted', record: id });
  });
}

async function requireOwn(ctx: Context, id: string): Promise<queries.NamedView> {
  const view = await queries.viewById(ctx, id);
  if (!view) throw new Refusal('not_found');
  if (!mayChange(ctx, view)) throw new Refusal('forbidden');
  return view;
}

/** Names that differ only in case count as the same. */
async function freeName(ctx: Context, name: string, exceptId: string | null) {
  const nameKey = plainText(name).toLowerCase();
  const isTaken = (await queries.allViews(ctx)).some((view) => view.nameKey === nameKey && view.id !== exceptId);
  if (isTaken) throw fieldRefusal('name', 'view_exists');
  return { name, nameKey };
}
