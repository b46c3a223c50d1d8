/**
 * Batches small reads into one round trip, for the target of the status check in docs/performance.md. Where the engine
 * is a server, a small read costs little more than its round trip. Reads that arrive while the maximum number of round
 * trips is running share the next one, in one statement. Each read still runs after its call, so none returns older
 * rows than it would alone.
 */
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { compiled, type Statement } from './compiled.ts';
import type { Database } from './database.ts';

const batchMax = 64;
/**
 * With one round trip at a time, a read that just missed it would wait for all of it; with more than two, each would
 * carry fewer reads.
 */
const defaultRoundTripsMax = 2;

interface PendingRead<Row> {
  parameters: readonly unknown[];
  resolve: (rows: Row[]) => void;
  reject: (error: unknown) => void;
}

/**
 * A statement of `width` texts; `build` must use each of them once, in their order. No two columns of its rows may have
 * the same name, and none may be called `nth`.
 */
export function batchedRead<Row>(
  width: number,
  build: (values: readonly RawBuilder<string>[]) => RawBuilder<Row>,
  { roundTripsMax = defaultRoundTripsMax } = {},
): Statement<Row> {
  const alone = compiled<Row>((db) => ({
    compile: () => build(Array.from({ length: width }, () => sql<string>`${''}`)).compile(db),
  }));
  const names = Array.from({ length: width }, (_, at) => `value_${at}`);
  // The lists stand in subqueries to hide their lengths from the planner of PostgreSQL. It would otherwise estimate less
  // for a known length than for any, and therefore plan every batch again.
  const together = compiled<Row & { nth: number }>((db) => ({
    compile: () =>
      sql<Row & { nth: number }>`
        select input.nth, found.*
        from unnest(${sql.join(names.map(() => sql`(select ${[]}::text[])`))})
          with ordinality as input(${sql.join([...names, 'nth'].map((name) => sql.ref(name)))})
        cross join lateral (${build(names.map((name) => sql<string>`${sql.ref(`input.${name}`)}`))}) as found
      `.compile(db),
  }));

  async function readTogether(ctx: Context, reads: readonly PendingRead<Row>[]): Promise<void> {
    const lists = names.map((_, at) => reads.map(({ parameters }) => parameters[at]));
    const rows: Row[][] = reads.map(() => []);
    for (const row of await together(ctx, lists)) rows[row.nth - 1]?.push(row);
    for (const [at, { resolve }] of reads.entries()) resolve(rows[at] ?? []);
  }

  async function readAlone(ctx: Context, { parameters, resolve, reject }: PendingRead<Row>): Promise<void> {
    await alone(ctx, parameters).then(resolve, reject);
  }

  async function read(ctx: Context, reads: readonly PendingRead<Row>[]): Promise<void> {
    const [first] = reads;
    if (first && reads.length === 1) return readAlone(ctx, first);
    try {
      await readTogether(ctx, reads);
    } catch (error) {
      if (ctx.database.faultOf(error)) for (const { reject } of reads) reject(error);
      // The engine may refuse the parameters of one read; the others must still succeed.
      else await Promise.all(reads.map((each) => readAlone(ctx, each)));
    }
  }

  const queues = new WeakMap<Database, { waiting: PendingRead<Row>[]; roundTrips: number }>();

  return (ctx, parameters) => {
    const { database } = ctx;
    if (database.engine === 'sqlite' || ctx.db !== database.db) return alone(ctx, parameters);
    const queue = queues.get(database) ?? { waiting: [], roundTrips: 0 };
    queues.set(database, queue);
    const send = async () => {
      if (queue.roundTrips >= roundTripsMax) return;
      queue.roundTrips++;
      // Requests that arrive in the same turn of the event loop share the round trip.
      await setImmediate();
      while (queue.waiting.length) await read(ctx, queue.waiting.splice(0, batchMax));
      queue.roundTrips--;
    };
    return new Promise<Row[]>((resolve, reject) => {
      queue.waiting.push({ parameters, resolve, reject });
      send();
    });
  };
}
