/** Counts the database round trips of a call: statements that run at the same time are one round trip. */
import type { TestHarness } from './harness.ts';

/** Counts while `work` runs; statements that begin and end a transaction are not seen. */
export async function roundTripsOf({ database }: TestHarness, work: () => Promise<unknown>): Promise<number> {
  const executor = database.query.getExecutor();
  // Transactions have executors of their own, of the same class.
  const shared = Object.getPrototypeOf(Object.getPrototypeOf(executor)) as Pick<typeof executor, 'executeQuery'>;
  const { executeQuery } = shared;
  const { read } = database;
  let count = 0;
  let running = 0;
  async function counted<T>(statement: () => Promise<T>): Promise<T> {
    if (running++ === 0) count++;
    try {
      return await statement();
    } finally {
      running--;
    }
  }
  shared.executeQuery = function (this: typeof executor, ...args) {
    return counted(() => executeQuery.apply(this, args));
  } as typeof executeQuery;
  // Prepared statements go past Kysely.
  if (read) database.read = (...args) => counted(() => read(...args));
  try {
    await work();
    return count;
  } finally {
    shared.executeQuery = executeQuery;
    if (read) database.read = read;
  }
}
