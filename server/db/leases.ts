/**
 * What was read of a session holds for further calls of it for a moment: one screen asks for thirty pictures at once,
 * and where the database is a server of its own each would make the way there. Nobody is let in by what is no longer
 * so: whoever ends a session or changes an account is answered when no node can still hold what it read before.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.ts';
import type { Database } from './database.ts';

const leaseMs = 100;
/** A timer may ring a moment early, and the clocks of two machines do not run alike. */
const outlivedMs = leaseMs + 10;

interface Lease<Found> {
  until: number;
  found: Promise<Found | undefined>;
}

export interface Leases<Found> {
  /** What `read` gives, or gave for the same id a moment ago. */
  find(ctx: Context, id: string): Promise<Found | undefined>;
  /** The next one of this process who asks reads again. */
  forget(ctx: Context, id: string): void;
}

export function leased<Found>(read: (ctx: Context, id: string) => Promise<Found | undefined>): Leases<Found> {
  const ofDatabases = new WeakMap<Database, Map<string, Lease<Found>>>();

  return {
    find(ctx, id) {
      if (!isLeasing(ctx) || ctx.query !== ctx.database.query) return read(ctx, id);
      const leases = ofDatabases.get(ctx.database) ?? new Map<string, Lease<Found>>();
      ofDatabases.set(ctx.database, leases);
      // From before it is read, by a clock that nobody sets.
      const now = performance.now();
      const held = leases.get(id);
      if (held && now < held.until) return held.found;
      // They stand in the order in which they end.
      for (const [ended, { until }] of leases) {
        if (until > now) break;
        leases.delete(ended);
      }
      const lease = { until: now + leaseMs, found: read(ctx, id) };
      leases.set(id, lease);
      const giveUp = () => leases.get(id) === lease && leases.delete(id);
      // Nobody may fill the memory with what is not there.
      lease.found.then((found) => found ?? giveUp(), giveUp);
      return lease.found;
    },
    forget(ctx, id) {
      ofDatabases.get(ctx.database)?.delete(id);
    },
  };
}

/** For whoever takes away what a lease may hold: the end of all that are older than the commit. */
export async function outliveLeases(ctx: Context): Promise<void> {
  if (!isLeasing(ctx)) return;
  const wait = () => sleep(outlivedMs);
  if (ctx.afterCommit) ctx.afterCommit(wait);
  else await wait();
}

/** SQLite is within the process: reading there costs less than remembering. */
function isLeasing({ database }: Context): boolean {
  return database.engine === 'postgres';
}
