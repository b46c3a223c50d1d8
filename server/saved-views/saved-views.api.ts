/** The calls of saved views over HTTP. */
import { columnsIn, columnsText } from '../../contract/list-columns.ts';
import type { SavedView } from '../../contract/work-answers.ts';
import type { Context } from '../context.ts';
import { json, noContent } from '../http/answer.ts';
import { accept, readJson } from '../http/body.ts';
import type { Handlers } from '../http/routes.ts';
import { newView, viewChange } from './requests.ts';
import { addView, deleteView, listViews, mayChange, type NamedView, updateView } from './saved-views.ts';

export const savedViewHandlers = {
  views: async ({ ctx }) => json((await listViews(ctx)).map((view) => present(ctx, view))),

  addView: async ({ ctx, request }) => {
    const { name, columns, ...query } = accept(newView, await readJson(request));
    const view = await addView(ctx, { name, columns: columnsText(columns), query: wireQuery(query) });
    return json(present(ctx, view), { status: 201 });
  },

  updateView: async ({ ctx, request, params }) => {
    const { name, columns, query } = accept(viewChange, await readJson(request));
    const view = await updateView(ctx, params.id, {
      ...(name !== undefined && { name }),
      ...(columns && { columns: columnsText(columns) }),
      ...(query && { query: wireQuery(query) }),
    });
    return json(present(ctx, view));
  },

  deleteView: async ({ ctx, params }) => {
    await deleteView(ctx, params.id);
    return noContent();
  },
} satisfies Partial<Handlers>;

/** The query in the form of the list's URL: a filter that is on is `1`. */
function wireQuery(query: Record<string, string | number | boolean | null | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null || value === false ? [] : [[name, value === true ? '1' : String(value)]],
    ),
  );
}

function present(ctx: Context, view: NamedView): SavedView {
  const { id, name, query, columns, by } = view;
  return {
    _id: id,
    name,
    query: JSON.parse(query),
    columns: columnsIn(columns),
    by,
    mayChange: mayChange(ctx, view),
  };
}
