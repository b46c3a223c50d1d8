/** Applications as subjects of audit entries: the name that an id has now, and the ids that a text may refer to. */
import { passportKey, plainText } from '../../contract/text.ts';
import type { Context } from '../context.ts';
import { currentSequence } from './list.db.ts';
import { passportSearch, searchPage } from './search.db.ts';
import * as queries from './subjects.db.ts';

export interface ApplicationSubject {
  id: string;
  name: string;
  passport: string;
}

/** The applications with these ids that still exist, deleted ones included. */
export async function applicationSubjects(ctx: Context, ids: readonly string[]): Promise<ApplicationSubject[]> {
  const rows = ids.length ? await queries.applicationsById(ctx, ids) : [];
  return rows.map(({ id, givenName, surname, passport }) => ({ id, name: `${givenName} ${surname}`, passport }));
}

/** The newest whose passport contains the text, and those whose surname, given name or both begin with it. */
export async function findSubjects(ctx: Context, text: string, limit: number): Promise<string[]> {
  const passport = passportKey(text);
  const name = plainText(text).toLowerCase();
  return [
    ...(passport ? await liveIdsByPassport(ctx, passport, limit) : []),
    ...(await queries.liveIdsByName(ctx, name, limit)),
    ...(await queries.deletedIdsBy(ctx, { passport, name }, limit)),
  ];
}

async function liveIdsByPassport(ctx: Context, passport: string, limit: number): Promise<string[]> {
  const window = { order: 'desc', offset: 0, limit } as const;
  const { sequences } = await searchPage(
    ctx.db,
    passportSearch(ctx.database, passport),
    window,
    await currentSequence(ctx),
  );
  return queries.idsAt(ctx, sequences);
}
