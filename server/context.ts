/**
 * The first argument of every rule: the open resources of the process, the clock and the actor. In the context of
 * `inTransaction`, `db` is the transaction; callers name that context `ctx` too, so that the outer one is out of
 * reach.
 */
import type { Principal } from '../contract/rights.ts';
import type { Database, Db } from './db/database.ts';
import type { EventCounts } from './event-counts.ts';
import type { Keys } from './keys.ts';
import { Refusal } from './refusal.ts';
import type { Settings } from './settings.ts';
import type { Storage } from './storage/storage.ts';

/** The signed-in person behind a request. */
export interface Actor extends Principal {
  id: string;
  name: string;
  email: string;
  /** Whether the password comes from a reset and must be changed first. */
  passwordChangeNeeded: boolean;
  hasSecondFactor: boolean;
  /** The stored id of the session of the request. */
  sessionId: string;
  /** Whether the owner of the session was confirmed within `limits.confirmationMinutes`. */
  isConfirmed: boolean;
}

/** The open resources of the process. */
export interface Resources {
  database: Database;
  storage: Storage;
  /** The counters of the rules, for `/metrics`. */
  events: EventCounts;
  settings: Settings;
  keys: Keys;
  now: () => Date;
  /** When the database was restored from a backup; null where it never was. */
  restoredAt: string | null;
}

export interface Context extends Resources {
  db: Db;
  actor: Actor | null;
  /** Within a transaction: runs `work` after the commit and before `inTransaction` returns. */
  afterCommit?(work: () => Promise<void>): void;
}

/** The actor of a call that needs a session according to the permission table. */
export function signedIn({ actor }: Context): Actor {
  if (!actor) throw new Refusal('unauthorized');
  return actor;
}

/** The time this long ago, in ISO 8601. */
export function timeAgo({ now }: Pick<Resources, 'now'>, ms: number): string {
  return new Date(now().getTime() - ms).toISOString();
}

/** Clocks of several nodes differ by less. */
const clockDifferenceMs = 5 * 60_000;

/** A stored time that lies after this one, in ISO 8601, comes from a clock that was ahead and was set back. */
export function latestTime(ctx: Pick<Resources, 'now'>): string {
  return timeAgo(ctx, -clockDifferenceMs);
}

/** A context without an actor: of work without a request, and of a call before its caller is known. */
export function systemContext(resources: Resources): Context {
  return { ...resources, db: resources.database.db, actor: null };
}

/**
 * Runs `work` in one transaction, and retries a few times after a conflict with another transaction. Writes are awaited
 * one by one: if several were sent together and one failed, the next could be sent after the rollback.
 */
export async function inTransaction<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const { result, callbacks } = await retryConflicts(ctx, async () => {
    const callbacks: (() => Promise<void>)[] = [];
    const afterCommit = (work: () => Promise<void>) => void callbacks.push(work);
    const result = await ctx.db.transaction().execute((db) => work({ ...ctx, db, afterCommit }));
    return { result, callbacks };
  });
  await Promise.all(callbacks.map((work) => work()));
  return result;
}

const triesMax = 4;

/** Outside a transaction: runs `work`, a transaction or one statement, again after a conflict, a few times at most. */
export async function retryConflicts<T>({ database }: Context, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= triesMax || database.faultOf(error) !== 'conflict') throw error;
    }
  }
}
