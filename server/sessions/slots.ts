/**
 * Bounds how much costly work runs at once. What does not fit waits; when too much
 * waits, the next is refused at once, so that a flood costs the flooder a 503 and not
 * everybody their memory.
 */
import { Refusal } from '../refusal.ts';

export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

export function createSlots(runningMax: number, waitingMax: number): Slots {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < runningMax) running++;
    else {
      if (waiting.length >= waitingMax) throw new Refusal('overloaded', { headers: { 'retry-after': '2' } });
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The slot goes to the next in line without becoming free in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
