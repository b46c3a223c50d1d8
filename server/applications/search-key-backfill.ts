/** Gives the records of an earlier release their search keys, in small pieces beside requests. */
import { inPieces } from '../background.ts';
import { type Context, type Resources, systemContext } from '../context.ts';
import { errorDetail, type Log } from '../log.ts';
import { putSearchKeys, withoutSearchKeys } from './search-keys.db.ts';
import { searchKeysOf } from './search-keys.ts';

/** Few, since requests wait for the statement. */
const rowsPerStatement = 50;
const firstMs = 500;
const againMs = 60_000;

/** Until every record has its keys. */
export async function fillSearchKeys(ctx: Context, signal?: AbortSignal): Promise<void> {
  await inPieces(ctx, async ({ query }) => {
    if (signal?.aborted) return false;
    const rows = await withoutSearchKeys(query, rowsPerStatement);
    if (rows.length === 0) return false;
    await putSearchKeys(
      query,
      rows.map((row) => ({ sequence: row.sequence, searchKeys: searchKeysOf(row) })),
    );
    return true;
  });
}

/** Begins right after the start, and again after a failure; the returned function ends it. */
export function startSearchKeyBackfill(resources: Resources, log: Log): () => Promise<void> {
  const stop = new AbortController();
  let waiting: NodeJS.Timeout;
  let running = Promise.resolve();
  const wait = (ms: number) => {
    waiting = setTimeout(() => {
      running = fillSearchKeys(systemContext(resources), stop.signal).catch((error: unknown) => {
        log.error({ ...errorDetail(error), work: 'fillSearchKeys' }, 'sweep failed');
        if (!stop.signal.aborted) wait(againMs);
      });
    }, ms);
  };
  wait(firstMs);
  return async () => {
    stop.abort();
    clearTimeout(waiting);
    await running;
  };
}
