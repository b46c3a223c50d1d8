/**
 * How a node leaves. A balancer learns only by asking that it must send no more, so
 * the node goes on answering until it was told; where nobody asks, nobody is waited for.
 */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Readiness {
  /** What `/readyz` asks. */
  isReady(): boolean;
  /** From now on not ready; resolves once whoever asks regularly has been told. */
  leave(): Promise<void>;
}

/** Fewer are somebody who waited for the start. */
const askedTimes = 3;
const askedWithinMs = 30_000;
/** Balancers believe it at the second or third time. */
const tellTimes = 3;
const leaveMsMax = 8_000;
/** What was sent before the last answer is on its way. */
const settleMs = 200;

export function openReadiness(): Readiness {
  let asked: number[] = [];
  let left = Number.POSITIVE_INFINITY;
  let told = () => {};
  return {
    isReady() {
      asked = [...asked.slice(1 - askedTimes), Date.now()];
      if (left === Number.POSITIVE_INFINITY) return true;
      if (--left === 0) told();
      return false;
    },
    async leave() {
      left = tellTimes;
      const since = Date.now() - askedWithinMs;
      if (asked.filter((at) => at > since).length < askedTimes) return;
      const enough = new Promise<void>((resolve) => (told = resolve));
      await Promise.race([enough, sleep(leaveMsMax)]);
      await sleep(settleMs);
    },
  };
}
