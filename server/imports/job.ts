/**
 * The background job for imports, on every node: it does one batch of each run in turn, with pauses, so that requests
 * come first.
 */
import { logFailure, pauseAfterWork } from '../background.ts';
import { type Context, type Resources, systemContext } from '../context.ts';
import type { Database } from '../db/database.ts';
import { newId } from '../identifiers.ts';
import type { Log } from '../log.ts';
import { backgroundRuns } from './imports.db.ts';
import { removeAbandonedRuns } from './reading-lease.ts';
import { stepImport } from './steps.ts';

const pollMs = 2_000;
/** Somebody waits for an import, so it pauses only for as long as it has worked. */
const pausePerWork = 1;

const wakers = new WeakMap<Database, () => void>();

/** Wakes the job of this node, which would otherwise wait for its next poll. */
export function wakeImports({ database }: Pick<Resources, 'database'>): void {
  wakers.get(database)?.();
}

interface JobOptions {
  signal?: AbortSignal;
  /** Called with each failure of a run, which then pauses and does not stop the others. */
  onFailure: (error: unknown) => void;
}

/** Works until no run is left that this node may work on, but for those that have just failed. */
export async function workOnImports(ctx: Context, owner: string, { signal, onFailure }: JobOptions): Promise<void> {
  const pause = pauseAfterWork(pausePerWork);
  const pausedUntil = new Map<string, number>();
  const isPaused = (id: string) => performance.now() < (pausedUntil.get(id) ?? 0);
  await removeAbandonedRuns(ctx);
  for (let worked = true; worked && !signal?.aborted; ) {
    worked = false;
    for (const { id } of await backgroundRuns(ctx.db)) {
      if (signal?.aborted || isPaused(id)) continue;
      try {
        if (!(await stepImport(ctx, id, owner))) continue;
        worked = true;
      } catch (error) {
        pausedUntil.set(id, performance.now() + pollMs);
        onFailure(error);
      }
      await pause();
    }
  }
}

export function startImportJob(resources: Resources, log: Log): () => Promise<void> {
  const ctx = systemContext(resources);
  const owner = newId();
  const stop = new AbortController();
  let wake = () => {};
  const onFailure = (error: unknown) =>
    logFailure(log, ctx, { error, work: 'imports', sentence: 'a step of an import failed and will be tried again' });
  wakers.set(resources.database, () => wake());
  const run = async () => {
    while (!stop.signal.aborted) {
      await workOnImports(ctx, owner, { signal: stop.signal, onFailure }).catch(onFailure);
      if (stop.signal.aborted) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pollMs);
        timer.unref();
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const running = run();
  return async () => {
    stop.abort();
    wake();
    await running;
  };
}
