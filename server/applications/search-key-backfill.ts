/** Computes the search keys of records from an earlier release, in small batches that yield to requests. */
import { inBatches, logFailure } from '../background.ts';
import { type Context, type Resources, systemContext } from '../context.ts';
import type { Log } from '../log.ts';
import { putSearchKeys, withoutSearchKeys } from './search-keys.db.ts';
import { searchKeysOf } from './search-keys.ts';

/** Few, since requests wait for the statement. */
const rowsPerStatement = 50;
const startAfterMs = 500;
const retryAfterMs = 60_000;

/** Runs until every record has its keys. */
export async function fillSearchKeys(ctx: Context, signal?: AbortSignal): Promise<void> {
  await inBatches(ctx, async ({ db }) => {
    if (signal?.aborted) return false;
    const rows = await withoutSearchKeys(db, rowsPerStatement);
    if (rows.length === 0) return false;
    await putSearchKeys(
      db,
      rows.map((row) => ({ sequence: row.sequence, searchKeys: searchKeysOf(row) })),
    );
    return true;
  });
}

/** Begins soon after the start of the process, and again after a failure; the returned function stops it. */
export function startSearchKeyBackfill(resources: Resources, log: Log): () => Promise<void> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  const schedule = (ms: number) => {
    timer = setTimeout(() => {
      running = fillSearchKeys(systemContext(resources), stop.signal).catch((error: unknown) => {
        logFailure(log, resources, { error, work: 'fillSearchKeys' });
        if (!stop.signal.aborted) schedule(retryAfterMs);
      });
    }, ms);
  };
  schedule(startAfterMs);
  return async () => {
    stop.abort();
    clearTimeout(timer);
    await running;
  };
}
