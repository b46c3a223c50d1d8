/**
 * Limits how much costly work runs at once. Other work waits in the queue of its caller, and the queues are served in
 * turn. When too much waits, the longest queue drops its last entry, so that a flood costs only the flooder a 503.
 * Known callers have queues that strangers cannot fill.
 */
import { Refusal } from '../refusal.ts';

/** The queue in which work waits: that of this caller, among the known or the unknown. */
export interface Share {
  isKnown: boolean;
  caller: string;
}
export type Slots = <T>(share: Share, work: () => Promise<T>) => Promise<T>;

export function createSlots(runningMax: number, waitingMax: number): Slots {
  let running = 0;
  const known = createQueue(waitingMax);
  const strangers = createQueue(waitingMax);
  let isTurnOfKnown = true;

  function next(): Place | undefined {
    const [first, second] = isTurnOfKnown ? [known, strangers] : [strangers, known];
    isTurnOfKnown = !isTurnOfKnown;
    return first.shift() ?? second.shift();
  }

  return async ({ isKnown, caller }, work) => {
    if (running < runningMax) running++;
    else await (isKnown ? known : strangers).wait(caller);
    try {
      return await work();
    } finally {
      // The slot passes to the next in the queue without becoming free in between.
      const place = next();
      if (place) place.start();
      else running--;
    }
  };
}

interface Place {
  start: () => void;
  refuse: (error: Refusal) => void;
}

function createQueue(waitingMax: number) {
  /** The first entry is the caller who is served next. */
  const lines = new Map<string, Place[]>();
  let waiting = 0;

  return {
    wait(caller: string): Promise<void> {
      const line = lines.get(caller) ?? [];
      if (waiting >= waitingMax) {
        const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one), line);
        // A queue that would become the longest itself takes no place from another.
        if (longest.length <= line.length + 1) throw overloaded();
        longest.pop()?.refuse(overloaded());
        waiting--;
      }
      waiting++;
      lines.set(caller, line);
      return new Promise((start, refuse) => line.push({ start, refuse }));
    },

    shift(): Place | undefined {
      for (const [caller, line] of lines) {
        const place = line.shift();
        lines.delete(caller);
        if (line.length) lines.set(caller, line);
        waiting--;
        return place;
      }
      return undefined;
    },
  };
}

function overloaded(): Refusal {
  return new Refusal('overloaded', { headers: { 'retry-after': '2' } });
}
