/**
 * A short-lived cache of session rows where the database is a server: one screen requests dozens of pictures at once,
 * and each of these calls would need a round trip. Staff calls miss their target in docs/performance.md without it
 * (decision 22). An outdated row lets nobody in: a call that ends a session or changes an account is answered only when
 * no node can still use a row that it read before.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { Database } from './database.ts';

const lifeMs = 100;
/** A timer may fire slightly early, and the clocks of two machines do not run at the same speed. */
const expiryWaitMs = lifeMs + 10;

interface Entry<Found> {
  until: number;
  found: Promise<Found | undefined>;
}

export interface SessionCache<Found> {
  /** The result of `read`, or its result for the same id a moment ago. */
  find(ctx: Context, id: string): Promise<Found | undefined>;
  /** The next call for this id in this process reads again. */
  drop(ctx: Context, id: string): void;
}

export function cacheSessions<Found>(
  read: (ctx: Context, id: string) => Promise<Found | undefined>,
): SessionCache<Found> {
  const caches = new WeakMap<Database, Map<string, Entry<Found>>>();

  return {
    find(ctx, id) {
      if (!isCaching(ctx) || ctx.db !== ctx.database.db) return read(ctx, id);
      const entries = caches.get(ctx.database) ?? new Map<string, Entry<Found>>();
      caches.set(ctx.database, entries);
      // The lifetime begins before the read, and is measured by a monotonic clock.
      const now = performance.now();
      const cached = entries.get(id);
      if (cached && now < cached.until) return cached.found;
      // The map is in the order of expiry.
      for (const [expiredId, { until }] of entries) {
        if (until > now) break;
        entries.delete(expiredId);
      }
      const entry = { until: now + lifeMs, found: read(ctx, id) };
      entries.set(id, entry);
      const remove = () => entries.get(id) === entry && entries.delete(id);
      // Unknown ids are not cached, so that nobody can fill the memory with them.
      entry.found.then((found) => found ?? remove(), remove);
      return entry.found;
    },
    drop(ctx, id) {
      caches.get(ctx.database)?.delete(id);
    },
  };
}

/** To be called by each change of a session or account: waits until everything cached before the commit has expired. */
export async function awaitSessionCacheExpiry(ctx: Context): Promise<void> {
  if (!isCaching(ctx)) return;
  const wait = () => sleep(expiryWaitMs);
  if (ctx.afterCommit) ctx.afterCommit(wait);
  else await wait();
}

/** SQLite runs within the process, where a read is cheap. */
function isCaching({ database }: Context): boolean {
  return database.engine === 'postgres';
}
