/** The statements that name applications, deleted ones too, for those who know their ids or look for them. */
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Tables } from '../db/tables.ts';
import { containsText } from './search.db.ts';

const named = ['id', 'surname', 'givenName', 'passport'] as const;

export function applicationsById(ctx: Context, ids: readonly string[]) {
  return ctx.query.selectFrom('application').select(named).where('id', 'in', ids).execute();
}

export async function idsAt(ctx: Context, sequences: readonly number[]): Promise<string[]> {
  if (!sequences.length) return [];
  const rows = await ctx.query.selectFrom('application').select('id').where('sequence', 'in', sequences).execute();
  return rows.map(({ id }) => id);
}

/** Live ones, by the indexes on either name. */
export async function idsOfName(ctx: Context, name: string, most: number): Promise<string[]> {
  const found = await Promise.all(
    readingsOf(name).map((reading) =>
      ctx.query
        .selectFrom('application')
        .select('id')
        .where('deletedAt', 'is', null)
        .where((builder) => isNamed(builder, reading))
        .limit(most)
        .execute(),
    ),
  );
  return [...new Set(found.flat().map(({ id }) => id))].slice(0, most);
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
      builder.or([
        ...readingsOf(name).map((reading) => isNamed(builder, reading)),
        ...(passport ? [sql<SqlBool>`${containsText(ctx.database, 'passportKey', passport)}`] : []),
      ]),
    )
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

type NameColumn = 'surnameKey' | 'givenNameKey';

/** What a text may mean: the beginning of one name, perhaps behind the whole of the other. */
interface Reading {
  begun: NameColumn;
  beginning: string;
  whole?: string;
}

/** Of a text with more words the first are told apart. */
const wordsMax = 8;
const otherName = { surnameKey: 'givenNameKey', givenNameKey: 'surnameKey' } as const;

function readingsOf(name: string): Reading[] {
  if (!name) return [];
  const words = name.split(' ', wordsMax);
  const splits = words.slice(1).map((_, at) => words.slice(0, at + 1).join(' '));
  return (['surnameKey', 'givenNameKey'] as const).flatMap((begun) => [
    { begun, beginning: name },
    ...splits.map((whole) => ({ begun, beginning: name.slice(whole.length + 1), whole })),
  ]);
}

function isNamed(builder: ExpressionBuilder<Tables, 'application'>, { begun, beginning, whole }: Reading) {
  return builder.and([
    builder(begun, '>=', beginning),
    builder(begun, '<', `${beginning}\u{10ffff}`),
    ...(whole === undefined ? [] : [builder(otherName[begun], '=', whole)]),
  ]);
}
