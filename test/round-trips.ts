/**
 * Counts what a call asks of the database: statements, round trips, and bytes. Begin and commit are not seen.
 */
import { serialize } from 'node:v8';
import type { TestHarness } from './harness.ts';

/** The number of statements, without the look-up of the session, which the server may have cached. */
export async function statementsOf(harness: TestHarness, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  await observeStatements(harness, work, (text, statement) => {
    if (!/\bfrom "?session\b/.test(text)) count++;
    return statement();
  });
  return count;
}

/** The number of round trips: statements that run at the same time are one. */
export async function roundTripsOf(harness: TestHarness, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  let running = 0;
  await observeStatements(harness, work, async (_, statement) => {
    if (running++ === 0) count++;
    try {
      return await statement();
    } finally {
      running--;
    }
  });
  return count;
}

/** The bytes of the largest result of a statement. */
export async function largestResultOf(harness: TestHarness, work: () => Promise<unknown>): Promise<number> {
  let largest = 0;
  await observeStatements(harness, work, async (_, statement) => {
    const result = await statement();
    largest = Math.max(largest, serialize(result).length);
    return result;
  });
  return largest;
}

/** The statements, as text with placeholders. */
export async function textsOf(harness: TestHarness, work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  await observeStatements(harness, work, (text, statement) => {
    texts.push(text);
    return statement();
  });
  return texts;
}

type Observe = <T>(text: string, statement: () => Promise<T>) => Promise<T>;

/** Passes each statement of `work` through `observe`; afterwards statements run as before. */
async function observeStatements(
  { database }: TestHarness,
  work: () => Promise<unknown>,
  observe: Observe,
): Promise<void> {
  const executor = database.db.getExecutor();
  // Transactions have executors of their own, of the same class.
  const shared = Object.getPrototypeOf(Object.getPrototypeOf(executor)) as Pick<typeof executor, 'executeQuery'>;
  const { executeQuery } = shared;
  const { read } = database;
  shared.executeQuery = function (this: typeof executor, ...args) {
    return observe(args[0].sql, () => executeQuery.apply(this, args));
  } as typeof executeQuery;
  // Prepared statements go past Kysely.
  if (read) database.read = (...args) => observe(args[0], () => read(...args));
  try {
    await work();
  } finally {
    shared.executeQuery = executeQuery;
    if (read) database.read = read;
  }
}
