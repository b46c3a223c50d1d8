/** What staff notice of work that goes on beside their calls. */
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from './turns.ts';

const pauseMs = 20;

/** The 95th percentile, in milliseconds, of calls that are made one after another until `isOver`. */
export async function p95(call: () => Promise<unknown>, isOver: () => boolean): Promise<number> {
  const times: number[] = [];
  while (!isOver()) {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
    await sleep(pauseMs);
  }
  return quantile(times, 0.95);
}
