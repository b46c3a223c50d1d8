/**
 * Decides attempts in order, and records misses, finds and ended grants. A miss is on disk before it is answered, and
 * all attempts that arrive meanwhile share the next transaction; a find waits in memory for a moment, and a repeated one
 * for a minute. One recorder serves one database of one process.
 */
import { setImmediate } from 'node:timers/promises';
import { memoize } from '../../contract/memoize.ts';
import { type Context, inTransaction, type Resources, systemContext } from '../context.ts';
import type { Database } from '../db/database.ts';
import { networksOf } from '../networks.ts';
import { retryLater } from '../refusal.ts';
import type { Find } from './attempts.db.ts';
import { type AttemptResult, type QueuedAttempt, writeBatch } from './batch.ts';
import { PlannerStatistics } from './planner-statistics.ts';
import { RepeatedFinds } from './repeated-finds.ts';

interface PendingAttempt {
  attempt: QueuedAttempt;
  resolve: (result: AttemptResult) => void;
  reject: (error: unknown) => void;
}

const writeAfterMs = 200;
const watchMinutesMs = 1_000;
const findsAtOnce = 500;
const findsMax = 50_000;
const attemptsAtOnce = 512;
const attemptsMax = 10_000;

const recorders = new WeakMap<Database, Recorder>();

export function recorderOf(resources: Resources): Recorder {
  const recorder = recorders.get(resources.database) ?? new Recorder(resources);
  recorders.set(resources.database, recorder);
  return recorder;
}

/** Writes everything that is only in memory; called before the process ends. */
export async function flushEnquiries(resources: Resources): Promise<void> {
  await recorders.get(resources.database)?.flush();
}

class Recorder {
  readonly #ctx: Context;
  #attempts: PendingAttempt[] = [];
  #finds: Find[] = [];
  /** Finds that have waited for so long that their record may be erased. */
  #lateFinds: Find[] = [];
  readonly #repeated = new RepeatedFinds((finds) => void this.#lateFinds.push(...finds));
  readonly #statistics: { misses: PlannerStatistics; finds: PlannerStatistics };
  readonly #endedGrants = new Map<string, string>();
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #repeatsTimer: NodeJS.Timeout | null = null;
  /** The number of attempts without an answer, by bucket. */
  readonly unanswered = new Counter();
  /** The number of attempts in the queue by bucket, address and network. */
  readonly queued = new Counter();

  /** The keyed hash under which an address is counted. */
  readonly hashAddress: (address: string) => string;
  /** The keyed hashes of the networks around an address. */
  readonly hashNetworks: (address: string) => string[];

  constructor(resources: Resources) {
    this.#ctx = systemContext(resources);
    const { database } = resources;
    this.#statistics = {
      misses: new PlannerStatistics(database, 'enquiryMiss'),
      finds: new PlannerStatistics(database, 'enquiryFind'),
    };
    this.hashAddress = memoize((address) => resources.keys.hash('enquiry address', address));
    this.hashNetworks = memoize((address) => networksOf(address).map(this.hashAddress));
  }

  /** Decides the attempt after all earlier ones; resolves when the result is durable. */
  async evaluate(attempt: QueuedAttempt): Promise<AttemptResult> {
    if (this.#attempts.length >= attemptsMax) throw retryLater('overloaded', 1);
    const counted = [attempt.bucket, attempt.caller, ...attempt.networks];
    for (const key of counted) this.queued.increment(key);
    try {
      return await new Promise((resolve, reject) => {
        this.#attempts.push({ attempt, resolve, reject });
        this.#start();
      });
    } finally {
      for (const key of counted) this.queued.decrement(key);
    }
  }

  /** Queues a find in memory; waits only if too much is queued because the database has refused writes for long. */
  async addFind(find: Find): Promise<void> {
    this.#queueFind(find);
    const queued = this.#finds.length + this.#lateFinds.length + this.#endedGrants.size;
    if (queued >= findsMax) await this.writeQueued();
    else if (queued >= findsAtOnce) this.#start();
    else if (queued > 0) this.#startSoon();
  }

  #queueFind(find: Find): void {
    if (this.#repeated.gather(find)) this.#watchMinutes();
    else this.#finds.push(find);
  }

  /** Notes a miss that is already on disk. */
  countMiss(): void {
    this.#statistics.misses.addRows(1);
  }

  endGrant(id: string, expiresAt: string): void {
    this.#endedGrants.set(id, expiresAt);
    this.#startSoon();
  }

  /** True while only this process knows that the grant was ended. */
  isGrantEnded(grantId: string): boolean {
    return this.#endedGrants.has(grantId);
  }

  /** Writes everything that was added before the call. */
  async flush(): Promise<void> {
    this.#repeated.releaseAll();
    await this.writeQueued();
    await Promise.all(Object.values(this.#statistics).map((statistics) => statistics.idle()));
  }

  /** Writes everything that was added before the call, except finds that were repeated in this minute. */
  async writeQueued(): Promise<void> {
    // A write that is running may have started before the last find was added.
    await this.#running?.catch(() => {});
    if (!this.#isEmpty()) await this.#start();
  }

  #isEmpty(): boolean {
    const waiting = [this.#attempts, this.#finds, this.#lateFinds];
    return waiting.every((queue) => queue.length === 0) && this.#endedGrants.size === 0;
  }

  /** Looks every second as long as repeated finds wait for the end of their minute. */
  #watchMinutes(): void {
    this.#repeatsTimer ??= setTimeout(() => {
      this.#repeatsTimer = null;
      this.#releaseEndedMinutes();
      if (this.#lateFinds.length > 0) this.#startSoon();
      if (!this.#repeated.waiting().next().done) this.#watchMinutes();
    }, watchMinutesMs).unref();
  }

  #releaseEndedMinutes(): void {
    this.#repeated.releaseEnded(this.#ctx.now().toISOString());
  }

  #startSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#start();
    }, writeAfterMs).unref();
  }

  #start(): Promise<void> {
    if (this.#running) return this.#running;
    this.#running = this.#write().finally(() => {
      this.#running = null;
      if (this.#attempts.length) this.#start();
    });
    this.#running.then(
      () => this.#isEmpty() || this.#startSoon(),
      // The callers get the error; finds and ended grants that were not written are tried again.
      (error) => this.#ctx.database.faultOf(error) && this.#startSoon(),
    );
    return this.#running;
  }

  async #write(): Promise<void> {
    // Requests that arrive in the same turn of the event loop share the transaction.
    await setImmediate();
    const pending = this.#attempts.splice(0, attemptsAtOnce);
    this.#releaseEndedMinutes();
    const queued = this.#finds.splice(0);
    const late = this.#lateFinds.splice(0);
    const endedGrants = [...this.#endedGrants].map(([id, expiresAt]) => ({ id, expiresAt }));
    try {
      const attempts = pending.map(({ attempt }) => attempt);
      const results = await this.#ctx.database.syncedOffThread((db) =>
        inTransaction({ ...this.#ctx, db }, (ctx) =>
          writeBatch(ctx, attempts, { queued, late, waiting: this.#repeated.waiting() }, endedGrants),
        ),
      );
      for (const [nth, result] of results.entries()) {
        if (result.kind === 'found') this.#queueFind(findOf(attempts[nth] as QueuedAttempt, result.row.id));
      }
      for (const [at, { resolve }] of pending.entries()) resolve(results[at] as AttemptResult);
      for (const { id } of endedGrants) this.#endedGrants.delete(id);
      this.#statistics.misses.addRows(results.filter(({ kind }) => kind === 'missed').length);
      this.#statistics.finds.addRows(queued.length + late.length);
    } catch (error) {
      this.#lateFinds = [...queued, ...late, ...this.#lateFinds];
      for (const { reject } of pending) reject(error);
      throw error;
    }
  }
}

function findOf({ at, caller, passport }: QueuedAttempt, applicationId: string): Find {
  return { at, address: caller, passport, applicationId, times: 1 };
}

class Counter {
  readonly #counts = new Map<string, number>();

  get(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  increment(key: string): void {
    this.#counts.set(key, this.get(key) + 1);
  }

  decrement(key: string): void {
    const count = this.get(key) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}
