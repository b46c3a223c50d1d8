/**
 * Limits how much costly work runs at once. Other work waits in the queue of its caller, and the queues are served in
 * turn. When too much waits, the longest queue drops its last entry, so that only the caller who floods the server gets
 * a 503. Known callers have queues that strangers cannot fill.
 */
import { type Refusal, retryLater } from '../refusal.ts';

const retrySeconds = 2;

/** Whose queue the work waits in. */
export interface QueueOwner {
  isKnown: boolean;
  caller: string;
}
export type FairQueue = <T>(owner: QueueOwner, work: () => Promise<T>) => Promise<T>;

export function createFairQueue(runningMax: number, waitingMax: number): FairQueue {
  let running = 0;
  const known = createQueue(waitingMax);
  const strangers = createQueue(waitingMax);
  let isTurnOfKnown = true;

  function next(): Waiting | undefined {
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
      // The slot passes to the next in line without becoming free in between.
      const waiting = next();
      if (waiting) waiting.start();
      else running--;
    }
  };
}

interface Waiting {
  start: () => void;
  refuse: (error: Refusal) => void;
}

function createQueue(waitingMax: number) {
  /** The first entry is the caller who is served next. */
  const queues = new Map<string, Waiting[]>();
  let waiting = 0;

  return {
    wait(caller: string): Promise<void> {
      const queue = queues.get(caller) ?? [];
      if (waiting >= waitingMax) {
        const longest = [...queues.values()].reduce((one, other) => (other.length > one.length ? other : one), queue);
        // A queue that would itself become the longest must not drop an entry of another.
        if (longest.length <= queue.length + 1) throw retryLater('overloaded', retrySeconds);
        longest.pop()?.refuse(retryLater('overloaded', retrySeconds));
        waiting--;
      }
      waiting++;
      queues.set(caller, queue);
      return new Promise((start, refuse) => queue.push({ start, refuse }));
    },

    shift(): Waiting | undefined {
      for (const [caller, queue] of queues) {
        const first = queue.shift();
        queues.delete(caller);
        if (queue.length) queues.set(caller, queue);
        waiting--;
        return first;
      }
      return undefined;
    },
  };
}
