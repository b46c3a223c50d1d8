/** Counts how often a call waits for its database: statements that are under way together are one round trip. */
import type { TestHarness } from './harness.ts';

/** Counts for as long as `work` takes; statements that open and end a transaction are not seen. */
export async function roundTripsOf({ database }: TestHarness, work: () => Promise<unknown>): Promise<number> {
  const executor = database.query.getExecutor();
  // Transactions have executors of their own, of the same class.
  const shared = Object.getPrototypeOf(Object.getPrototypeOf(executor)) as Pick<typeof executor, 'executeQuery'>;
  const { executeQuery } = shared;
  const { read } = database;
  let count = 0;
  let underWay = 0;
  async function counted<T>(statement: () => Promise<T>): Promise<T> {
    if (underWay++ === 0) count++;
    try {
      return await statement();
    } finally {
      underWay--;
    }
  }
  shared.executeQuery = function (this: typeof executor, ...given) {
    return counted(() => executeQuery.apply(this, given));
  } as typeof executeQuery;
  // Prepared statements go past Kysely.
  if (read) database.read = (...given) => counted(() => read(...given));
  try {
    await work();
    return count;
  } finally {
    shared.executeQuery = executeQuery;
    if (read) database.read = read;
  }
}
