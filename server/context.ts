/**
 * What every rule is given: where the records and bytes are, what time it is and who
 * asks. `inTransaction` hands the rule a context whose `query` is the transaction, so
 * that shadowing the name puts the outer one out of reach.
 */
import type { Role } from '../contract/roles.ts';
import type { Database, Query } from './db/database.ts';
import type { Keys } from './keys.ts';
import type { Settings } from './settings.ts';
import type { Storage } from './storage/storage.ts';

/** The signed-in person behind a request. */
export interface Actor {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Whether the password is one that somebody else has given, which must be changed first. */
  passwordChangeNeeded: boolean;
  /** Which session, by its stored id. */
  sessionId: string;
  /** Whether the session has proved a moment ago whose it is. */
  isConfirmed: boolean;
}

/** What lives as long as the process. */
export interface World {
  database: Database;
  storage: Storage;
  settings: Settings;
  keys: Keys;
  now: () => Date;
}

export interface Context extends World {
  query: Query;
  actor: Actor | null;
  /** In a transaction: to be done once it is committed, before whoever began it goes on. */
  afterCommit?(work: () => Promise<void>): void;
}

/** A context for work that nobody asked for over HTTP. */
export function systemContext(world: World): Context {
  return { ...world, query: world.database.query, actor: null };
}

const triesMax = 4;

/** Runs `work` in one transaction; again, a few times, if another transaction got in its way. */
export async function inTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const later: (() => Promise<void>)[] = [];
    const afterCommit = (work: () => Promise<void>) => void later.push(work);
    let result: T;
    try {
      result = await ctx.query.transaction().execute((query) => work({ ...ctx, query, afterCommit }));
    } catch (error) {
      if (attempt >= triesMax || ctx.database.faultOf(error)?.kind !== 'conflict') throw error;
      continue;
    }
    await Promise.all(later.map((work) => work()));
    return result;
  }
}
