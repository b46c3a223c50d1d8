/** A snapshot of every row and every stored file, to check that a refused call has changed nothing. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { refusalActions } from '../server/audit/action-groups.ts';
import { systemContext } from '../server/context.ts';
import { flushEnquiries } from '../server/enquiry/recorder.ts';
import { sweepFiles } from '../server/files/sweep.ts';
import type { TestHarness } from './harness.ts';

/** Any call of a signed-in person may change these tables. */
const ignoredTables = new Set(['session', 'migration']);

/** The record of the refusal itself is no effect of the call either. */
const ignoredActions = new Set<unknown>(refusalActions);

async function stateOf(harness: TestHarness): Promise<Record<string, unknown>> {
  // Rows of earlier calls that are not written yet would look like changes of this call.
  await flushEnquiries(harness);
  const { db } = harness.database;
  const tables = await db.introspection.getTables();
  const names = tables.map(({ name }) => name).filter((name) => !ignoredTables.has(name));
  const rows: Record<string, unknown> = {};
  for (const name of names) {
    const result = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    rows[name] = result.rows
      .filter((row) => !(name === 'audit' && ignoredActions.has(row.action)))
      .map((row) => JSON.stringify(row))
      .sort();
  }
  return { ...rows, storedFiles: await storedFiles(harness) };
}

/** The stored files once the sweep has removed the replaced ones; the test's clock is then set back. */
export async function filesAfterSweep(harness: TestHarness): Promise<string[]> {
  const { now } = harness.clock;
  const known = { name: 'files-swept-since', value: new Date(0).toISOString() };
  await harness.database.db
    .insertInto('setting')
    .values(known)
    .onConflict((on) => on.doNothing())
    .execute();
  harness.clock.advance(25 * 3_600);
  await sweepFiles(systemContext(harness));
  harness.clock.now = now;
  return storedFiles(harness);
}

export async function storedFiles({ settings, storage }: TestHarness): Promise<string[]> {
  if (settings.bucket) {
    const keys: string[] = [];
    for await (const batch of storage.list()) keys.push(...batch);
    return keys.sort();
  }
  const entries = await readdir(join(settings.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

/** Fails if the work has changed a row or a stored file. */
export async function withoutTrace<T>(harness: TestHarness, work: () => Promise<T>): Promise<T> {
  const before = await stateOf(harness);
  const result = await work();
  expect(await stateOf(harness)).toEqual(before);
  return result;
}
