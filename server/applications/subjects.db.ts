/** The SQL that finds the names of applications by their ids, and ids by names, deleted applications included. */
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { containsText } from './search.db.ts';

export function applicationsById(ctx: Context, ids: readonly string[]) {
  return ctx.db
    .selectFrom('application')
    .select(['id', 'surname', 'givenName', 'passport'])
    .where('id', 'in', ids)
    .execute();
}

export async function idsAt(ctx: Context, sequences: readonly number[]): Promise<string[]> {
  if (!sequences.length) return [];
  const rows = await ctx.db.selectFrom('application').select('id').where('sequence', 'in', sequences).execute();
  return rows.map(({ id }) => id);
}

/** Live records, found by the indexes on either name. */
export async function liveIdsByName(ctx: Context, name: string, limit: number): Promise<string[]> {
  const rows = await Promise.all(
    interpretationsOf(name).map((interpretation) =>
      ctx.db
        .selectFrom('application')
        .select('id')
        .where('deletedAt', 'is', null)
        .where((builder) => nameCondition(builder, interpretation))
        .limit(limit)
        .execute(),
    ),
  );
  return [...new Set(rows.flat().map(({ id }) => id))].slice(0, limit);
}

/** Deleted records are few, and none of the indexes of the search contains them. */
export async function deletedIdsBy(
  ctx: Context,
  { passport, name }: { passport: string; name: string },
  limit: number,
): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('application')
    .select('id')
    .where('deletedAt', 'is not', null)
    .where((builder) =>
      builder.or([
        ...interpretationsOf(name).map((interpretation) => nameCondition(builder, interpretation)),
        ...(passport ? [sql<SqlBool>`${containsText(ctx.database, 'passportKey', passport)}`] : []),
      ]),
    )
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

type NameColumn = 'surnameKey' | 'givenNameKey';

/** What a text may mean: the beginning of one name, possibly after the whole of the other name. */
interface Interpretation {
  column: NameColumn;
  beginning: string;
  otherName?: string;
}

/** Only the first words of a longer text are split off as the other name. */
const wordsMax = 8;
const otherColumn = { surnameKey: 'givenNameKey', givenNameKey: 'surnameKey' } as const;

function interpretationsOf(name: string): Interpretation[] {
  if (!name) return [];
  const words = name.split(' ', wordsMax);
  const splits = words.slice(1).map((_, at) => words.slice(0, at + 1).join(' '));
  return (['surnameKey', 'givenNameKey'] as const).flatMap((column) => [
    { column, beginning: name },
    ...splits.map((otherName) => ({ column, beginning: name.slice(otherName.length + 1), otherName })),
  ]);
}

function nameCondition(
  builder: ExpressionBuilder<Tables, 'application'>,
  { column, beginning, otherName }: Interpretation,
) {
  return builder.and([
    builder(column, '>=', beginning),
    builder(column, '<', `${beginning}\u{10ffff}`),
    ...(otherName === undefined ? [] : [builder(otherColumn[column], '=', otherName)]),
  ]);
}
