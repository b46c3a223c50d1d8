/**
 * The budgets of wrong attempts, as arithmetic on recorded attempts: misses per passport in fifteen minutes, a day and
 * a month, and missed passports per address, with more for an address whose users find records. This module uses no
 * database; its values are keyed hashes and times.
 */
import type { ErrorCode } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { memoize } from '../contract/memoize.ts';

/** How many passports an address may miss in the window of the status check. */
export const missedPassportsPerAddress = 20;
/**
 * One customer may have a /56 or a /48 of IPv6, with 256 or 65,536 of the networks that count as one address. Each /56
 * and each /48 therefore has a budget of its own, as large as that of this many addresses.
 */
const addressesPerSite = 4;
const addressesPerNetwork = 16;
/** How many more passports an address may miss for each that it has found. */
const passportsEarnedByFind = 2;

/** One status check: the passport, the caller and the time. */
export interface Attempt {
  at: string;
  /**
   * The key under which misses of the passport are counted: the passport or, for a browser that has found it before,
   * browser and passport.
   */
  bucket: string;
  passport: string;
  /**
   * Null for a browser that has found the passport before, so that other users of its address cannot use up its budget.
   */
  address: string | null;
  /** The /56 and the /48 around an IPv6 address; empty where the address does not count. */
  networks: readonly string[];
}

/** Why an attempt is refused, and for how long. */
export interface Wait {
  seconds: number;
  code: ErrorCode;
}

/** The block of a passport that was tried too often, as the office sees it. */
export interface Block {
  misses: number;
  /** The time of the first of these misses. */
  since: string;
  /** The time of the last of them, which spent the budget. */
  spentAt: string;
  until: string;
}

const windowMs = limits.enquiryWindowMinutes * 60_000;
const dayMs = 86_400_000;

/** The budgets of a passport, or of a browser for a passport. Every miss counts in all of them. */
const budgets = {
  window: { ms: windowMs, misses: limits.enquiryMissesPerPassport },
  day: { ms: dayMs, misses: limits.enquiryMissesPerPassportADay },
  month: { ms: limits.enquiryMissesKeptDays * dayMs, misses: limits.enquiryMissesPerPassportAMonth },
} as const;
type Budget = (typeof budgets)[keyof typeof budgets];

/** The budgets of missed passports for an address and the networks around it. */
const addressBudgets = [1, addressesPerSite, addressesPerNetwork].map(
  (addresses) => addresses * missedPassportsPerAddress,
);

/**
 * From this many misses on, the exact order of misses and finds matters, so attempts are decided in order. Half of each
 * budget leaves room for attempts that are not counted yet.
 */
export const missesInDoubt = addressBudgets.map((misses) => misses / 2);

/** The address and networks for which an attempt counts, in the order of the budgets. */
export function sourcesOf({ address, networks }: Pick<Attempt, 'address' | 'networks'>): string[] {
  return address === null ? [] : [address, ...networks];
}

/** Blocks of these budgets last longer than an applicant would wait, so the office sees them and can lift them. */
const longBudgets: readonly Budget[] = [budgets.day, budgets.month];

const startOf = ({ ms }: Budget) => memoize((at) => new Date(Date.parse(at) - ms).toISOString());

/** Only attempts after these times still count. Attempts at the same moment share the computed times. */
export const windowStart = startOf(budgets.window);
export const dayStart = startOf(budgets.day);
export const monthStart = startOf(budgets.month);

/** How many more misses are allowed for a passport that has this many in each period. */
export function missesLeft(misses: Record<keyof typeof budgets, number>): number {
  const names = Object.keys(budgets) as (keyof typeof budgets)[];
  return Math.min(...names.map((name) => budgets[name].misses - misses[name]));
}

/** The block of a passport with misses at these times, if one of the long budgets is spent. */
function blockOf(times: readonly string[], at: string): Block | null {
  const blocks = longBudgets.flatMap((budget) => {
    const counted = within(times, budget, at);
    const seconds = secondsUntilAllowed(counted, budget, at);
    const until = new Date(Date.parse(at) + seconds * 1_000).toISOString();
    const [since = at] = counted;
    return seconds > 0 ? [{ misses: counted.length, since, spentAt: counted.at(-1) ?? at, until }] : [];
  });
  return blocks.sort((one, other) => one.until.localeCompare(other.until)).at(-1) ?? null;
}

/** The last block caused by misses at these times, whether or not it has ended. */
export function lastBlockOf(times: readonly string[]): Block | null {
  const sorted = [...times].sort();
  for (; sorted.length > 0; sorted.pop()) {
    const block = blockOf(sorted, sorted.at(-1) ?? '');
    if (block) return block;
  }
  return null;
}

/** Counts recorded misses and finds, and computes from them how long an attempt must wait. */
export class AttemptCounts {
  readonly #misses = new Map<string, string[]>();
  readonly #missed = new Map<string, Map<string, string>>();
  readonly #found = new Map<string, Map<string, string>>();

  addMiss(attempt: Attempt): void {
    const { at, bucket, passport } = attempt;
    this.addBucketMiss(bucket, at);
    for (const source of sourcesOf(attempt)) this.addAddressMiss(source, passport, at);
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

  /** How many passports the address has missed, including those forgiven because of finds. */
  missedPassports(address: string): number {
    return this.#missed.get(address)?.size ?? 0;
  }

  /** The long block of this bucket, if there is one. */
  block(bucket: string, at: string): Block | null {
    return blockOf(this.#misses.get(bucket) ?? [], at);
  }

  /** The wait until the attempt is allowed; null when it is allowed now. */
  wait(attempt: Attempt): Wait | null {
    const { at, bucket } = attempt;
    const times = this.#misses.get(bucket) ?? [];
    const block = blockOf(times, at);
    const seconds = secondsUntilAllowed(within(times, budgets.window, at), budgets.window, at);
    if (block) {
      const blocked = Math.ceil((Date.parse(block.until) - Date.parse(at)) / 1_000);
      return { seconds: Math.max(seconds, blocked), code: 'enquiry_blocked' };
    }
    if (seconds > 0) return { seconds, code: 'enquiry_over_budget' };
    for (const [nth, source] of sourcesOf(attempt).entries()) {
      const seconds = this.#addressWait(source, addressBudgets[nth] ?? 0, attempt);
      if (seconds > 0) return { seconds, code: 'enquiry_over_budget' };
    }
    return null;
  }

  #addressWait(source: string, budget: number, { at, passport }: Attempt): number {
    const start = windowStart(at);
    const found = inWindow(this.#found.get(source), start);
    const missed = inWindow(this.#missed.get(source), start);
    for (const [name, foundAt] of found) {
      const missedAt = missed.get(name);
      if (missedAt !== undefined && foundAt >= missedAt) missed.delete(name);
    }
    // Another attempt at a passport that already counts costs the address nothing.
    if (missed.has(passport)) return 0;
    const misses = budget + passportsEarnedByFind * found.size;
    return secondsUntilAllowed([...missed.values()], { ms: windowMs, misses }, at);
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

function within(times: readonly string[], { ms }: Budget, at: string): string[] {
  const start = new Date(Date.parse(at) - ms).toISOString();
  return times.filter((time) => time > start).sort();
}

/** Seconds until enough of the times have left the period that another miss is allowed; 0 when it is allowed now. */
function secondsUntilAllowed(
  times: readonly string[],
  { ms, misses }: { ms: number; misses: number },
  at: string,
): number {
  const last = times.toSorted()[times.length - misses];
  if (last === undefined) return 0;
  return Math.max(1, Math.ceil((Date.parse(last) + ms - Date.parse(at)) / 1_000));
}
