/**
 * How many wrong tries are allowed, as arithmetic on what was recorded: five misses a
 * passport, twenty missed passports an address, more for an address whose people find
 * what they look for. Knows no database; all its values are keyed hashes and times.
 */
import { limits } from '../../contract/limits.ts';
import { memorized } from '../../contract/memorized.ts';

/** Who tries what, and when. */
export interface Try {
  at: string;
  /** What the five tries are counted for: the passport, or for a browser that found it before the two together. */
  bucket: string;
  passport: string;
  /** Null for a browser that found the passport before: whoever else is behind its address cannot use it up. */
  address: string | null;
}

const windowMs = limits.enquiryWindowMinutes * 60_000;

/** Only what lies after this moment still counts. Tries that come together share theirs. */
export const windowStart = memorized((at) => new Date(Date.parse(at) - windowMs).toISOString());

export class Ledger {
  readonly #misses = new Map<string, string[]>();
  readonly #missed = new Map<string, Map<string, string>>();
  readonly #found = new Map<string, Map<string, string>>();

  addMiss({ at, bucket, passport, address }: Try): void {
    this.addBucketMiss(bucket, at);
    if (address !== null) this.addAddressMiss(address, passport, at);
  }

  addBucketMiss(bucket: string, at: string): void {
    const times = this.#misses.get(bucket);
    if (times) times.push(at);
    else this.#misses.set(bucket, [at]);
  }

  addAddressMiss(address: string, passport: string, at: string): void {
    keepLatest(this.#missed, address, passport, at);
  }

  addFind(address: string, passport: string, at: string): void {
    keepLatest(this.#found, address, passport, at);
  }

  /** How many passports the address has missed, forgiven ones included. */
  missedPassports(address: string): number {
    return this.#missed.get(address)?.size ?? 0;
  }

  /** Seconds until the try is allowed; 0 when it is allowed now. */
  waitSeconds({ at, bucket, passport, address }: Try): number {
    const start = windowStart(at);
    const misses = (this.#misses.get(bucket) ?? []).filter((time) => time > start);
    const wait = waitFor(misses, limits.enquiryMissesPerPassport, at);
    if (wait > 0 || address === null) return wait;

    const found = inWindow(this.#found.get(address), start);
    const missed = inWindow(this.#missed.get(address), start);
    for (const [name, time] of found) if (time >= (missed.get(name) ?? '~')) missed.delete(name);
    // One more try of a passport that is counted already costs the address nothing.
    if (missed.has(passport)) return 0;
    const allowance = limits.enquiryMissedPassportsPerAddress + limits.enquiryPassportsEarnedByFind * found.size;
    return waitFor([...missed.values()], allowance, at);
  }
}

function keepLatest(byAddress: Map<string, Map<string, string>>, address: string, passport: string, at: string): void {
  const times = byAddress.get(address) ?? new Map<string, string>();
  byAddress.set(address, times);
  if (at > (times.get(passport) ?? '')) times.set(passport, at);
}

function inWindow(times: Map<string, string> | undefined, start: string): Map<string, string> {
  return new Map([...(times ?? [])].filter(([, time]) => time > start));
}

/** Until so many of the times have left the window that fewer than `allowance` remain. */
function waitFor(times: string[], allowance: number, at: string): number {
  const last = times.sort()[times.length - allowance];
  if (last === undefined) return 0;
  return Math.max(1, Math.ceil((Date.parse(last) + windowMs - Date.parse(at)) / 1_000));
}
