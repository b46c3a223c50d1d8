/**
 * Gathers finds of one record that are repeated within a minute. Somebody who knows the three values may ask again and
 * again, from many addresses, and each find would otherwise be a row that is kept for months.
 */
import { memoize } from '../../contract/memoize.ts';
import type { Find } from './attempts.db.ts';

const minuteMs = 60_000;
/** The last one also counts all further addresses of the minute. */
const addressesAMinute = 10;
/**
 * With more records at once, every minute ends early. Ending only the oldest would be slow: V8 passes all deleted
 * entries of a map before it finds the first.
 */
const recordsMax = 20_000;

interface Minute {
  start: string;
  /** By address and passport; `times` says how many of them are still to be written. */
  finds: Find[];
}

const minuteAfter = memoize((at) => new Date(Date.parse(at) + minuteMs).toISOString());

export class RepeatedFinds {
  readonly #minutes = new Map<string, Minute>();
  readonly #release: (finds: readonly Find[]) => void;

  /** `release` takes what was gathered in a minute, once it is over. */
  constructor(release: (finds: readonly Find[]) => void) {
    this.#release = release;
  }

  /** False if the find is to be written at once; otherwise it was added to those that are written later. */
  gather(find: Find): boolean {
    const { applicationId, address, passport, at, times } = find;
    const minute = this.#minutes.get(applicationId);
    if (!minute || isOver(minute, at)) {
      this.#end(applicationId, minute);
      this.#minutes.set(applicationId, { start: at, finds: [{ ...find, times: 0 }] });
      if (this.#minutes.size > recordsMax) this.#endAll();
      return false;
    }
    const { finds } = minute;
    let known = finds.find((other) => other.address === address && other.passport === passport);
    if (!known && finds.length < addressesAMinute) {
      known = { ...find, times: 0 };
      finds.push(known);
      if (finds.length < addressesAMinute) return false;
    }
    const gathered = known ?? (finds.at(-1) as Find);
    gathered.times += times;
    if (at > gathered.at) gathered.at = at;
    return true;
  }

  /** What was gathered and is not released yet. */
  *waiting(): Generator<Find> {
    for (const { finds } of this.#minutes.values()) for (const find of finds) if (find.times > 0) yield find;
  }

  /** Releases what was gathered in minutes that are over. */
  releaseEnded(now: string): void {
    // They are in the order of their starts.
    for (const [applicationId, minute] of this.#minutes) {
      if (!isOver(minute, now)) return;
      this.#end(applicationId, minute);
    }
  }

  /** Releases everything; what follows in the same minute is gathered again. */
  releaseAll(): void {
    for (const minute of this.#minutes.values()) this.#releaseOf(minute);
  }

  #endAll(): void {
    this.releaseAll();
    this.#minutes.clear();
  }

  #end(applicationId: string, minute: Minute | undefined): void {
    if (!minute) return;
    this.#minutes.delete(applicationId);
    this.#releaseOf(minute);
  }

  #releaseOf({ finds }: Minute): void {
    const gathered = finds.filter(({ times }) => times > 0);
    if (gathered.length === 0) return;
    this.#release(gathered.map((find) => ({ ...find })));
    for (const find of gathered) find.times = 0;
  }
}

/** Also if the clock was set back; finds that arrive together may be in another order than their times. */
function isOver({ start }: Minute, at: string): boolean {
  return at >= minuteAfter(start) || minuteAfter(at) < start;
}
