/** Applications by their names: what an id refers to now, and which ids a text may refer to. */
import { passportKey, plainText } from '../../contract/text.ts';
import type { Context } from '../context.ts';
import { currentSequence } from './list.db.ts';
import { passportSearch, searchPage } from './search.db.ts';
import * as db from './subjects.db.ts';

export interface ApplicationSubject {
  id: string;
  name: string;
  passport: string;
}

/** Those that still exist, deleted ones included. */
export async function applicationSubjects(ctx: Context, ids: readonly string[]): Promise<ApplicationSubject[]> {
  const rows = ids.length ? await db.applicationsById(ctx, ids) : [];
  return rows.map(({ id, givenName, surname, passport }) => ({ id, name: `${givenName} ${surname}`, passport }));
}

/** The newest whose passport contains the text, and those whose surname, given name or both begin with it. */
export async function findSubjects(ctx: Context, text: string, most: number): Promise<string[]> {
  const passport = passportKey(text);
  const name = plainText(text).toLowerCase();
  const found = passport ? await byPassport(ctx, passport, most) : [];
  return [
    ...found,
    ...(await db.idsOfName(ctx, name, most)),
    ...(await db.idsOfDeleted(ctx, { passport, name }, most)),
  ];
}

async function byPassport(ctx: Context, passport: string, most: number): Promise<string[]> {
  const window = { order: 'desc', offset: 0, limit: most } as const;
  const { sequences } = await searchPage(
    ctx.query,
    passportSearch(ctx.database, passport),
    window,
    await currentSequence(ctx),
  );
  return db.idsAt(ctx, sequences);
}
