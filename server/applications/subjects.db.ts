/** The statements that name applications, deleted ones too, for those who know their ids or look for them. */
import { sql } from 'kysely';
import type { Context } from '../context.ts';

const named = ['id', 'surname', 'givenName', 'passport'] as const;

export function applicationsById(ctx: Context, ids: readonly string[]) {
  return ctx.query.selectFrom('application').select(named).where('id', 'in', ids).execute();
}

export async function idsAt(ctx: Context, sequences: readonly number[]): Promise<string[]> {
  if (!sequences.length) return [];
  const rows = await ctx.query.selectFrom('application').select('id').where('sequence', 'in', sequences).execute();
  return rows.map(({ id }) => id);
}

/** Live ones whose name begins so, by the index on the given name. */
export async function idsOfName(ctx: Context, name: string, most: number): Promise<string[]> {
  const [start = ''] = name.split(' ', 1);
  const rows = await ctx.query
    .selectFrom('application')
    .select('id')
    .where('deletedAt', 'is', null)
    .where('givenNameKey', '>=', start)
    .where('givenNameKey', '<', `${start}\u{10ffff}`)
    .where(nameBegins(name))
    .orderBy('givenNameKey')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deleted ones are few, and none of the indexes of the search has them. */
export async function idsOfDeleted(
  ctx: Context,
  { passport, name }: { passport: string; name: string },
  most: number,
): Promise<string[]> {
  const rows = await ctx.query
    .selectFrom('application')
    .select('id')
    .where('deletedAt', 'is not', null)
    .where((builder) =>
      builder.or([nameBegins(name), ...(passport ? [sql<boolean>`${ctx.database.passportContains(passport)}`] : [])]),
    )
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

function nameBegins(name: string) {
  return sql<boolean>`substr(lower(given_name || ' ' || surname), 1, ${sql.lit([...name].length)}) = ${name}`;
}
