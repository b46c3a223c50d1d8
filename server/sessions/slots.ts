/**
 * Bounds how much costly work runs at once. What does not fit waits in its caller's
 * line, and the lines are served in turn. When too much waits, the longest line gives
 * up its last place, so that a flood costs the flooder a 503 and nobody else a place.
 * Callers that are known have a queue that strangers cannot fill.
 */
import { Refusal } from '../refusal.ts';

/** In whose line work waits. */
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
      // The slot goes to the next in line without becoming free in between.
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
  /** The caller who is served next stands first. */
  const lines = new Map<string, Place[]>();
  let waiting = 0;

  return {
    wait(caller: string): Promise<void> {
      const line = lines.get(caller) ?? [];
      if (waiting >= waitingMax) {
        const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one), line);
        // A line that would only become the longest itself has nothing to take.
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
