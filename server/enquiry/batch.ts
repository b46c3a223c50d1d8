/**
 * One transaction of the recorder: decides a batch of attempts in order, and writes misses, finds and ended grants. A
 * transaction for each attempt would need a sync for each, and concurrent callers would wait.
 */
import type { Context } from '../context.ts';
import {
  type Attempt,
  AttemptCounts,
  type Block,
  missedPassportsPerAddress,
  monthStart,
  sourcesOf,
  type Wait,
  windowStart,
} from '../enquiry-budgets.ts';
import { recordGuesses } from '../guesses/guesses.ts';
import * as attemptsDb from './attempts.db.ts';
import * as queries from './enquiry.db.ts';

export interface QueuedAttempt extends Attempt {
  values: queries.EnquiryValues;
  /** The address for which a find is recorded, whether or not the attempt counts for it. */
  caller: string;
  /** The result of the look-up; undefined if the record was not looked up yet. */
  lookedUp: queries.ApplicationRow | null | undefined;
}

export type AttemptResult =
  | { kind: 'found'; row: queries.ApplicationRow }
  | { kind: 'missed' }
  | ({ kind: 'refused' } & Wait);

/** The finds that are only in memory. */
export interface FindsInMemory {
  /** To be written. */
  queued: readonly attemptsDb.Find[];
  /** To be written if their record still exists. */
  late: readonly attemptsDb.Find[];
  /** To be written later; they count all the same. */
  waiting: Iterable<attemptsDb.Find>;
}

/** The finds of the attempts themselves are left to the caller. */
export async function writeBatch(
  ctx: Context,
  attempts: readonly QueuedAttempt[],
  finds: FindsInMemory,
  endedGrants: readonly { id: string; expiresAt: string }[],
): Promise<AttemptResult[]> {
  const results: AttemptResult[] = [];
  const misses: Attempt[] = [];
  const blocksByBucket = new Map<string, { passportKey: string; block: Block }>();
  if (attempts.length) {
    await ctx.database.lockKeys(
      ctx.db,
      // The passport also where only a browser's bucket counts: the office may be lifting its block, or erasing it.
      attempts.flatMap((attempt) => [attempt.bucket, attempt.passport, ...sourcesOf(attempt)]),
    );
    const counts = await readAttemptCounts(ctx, attempts, finds);
    for (const attempt of attempts) {
      const result = await evaluate(ctx, counts, attempt);
      results.push(result);
      const { at, passport, caller } = attempt;
      if (result.kind === 'missed') {
        misses.push(attempt);
        counts.addMiss(attempt);
        const block = counts.block(attempt.bucket, at);
        if (block) blocksByBucket.set(attempt.bucket, { passportKey: attempt.values.passportKey, block });
      } else if (result.kind === 'found') {
        counts.addFind(caller, passport, at);
      }
    }
  }
  await attemptsDb.insertMisses(ctx, misses);
  for (const { passportKey, block } of blocksByBucket.values()) await recordGuesses(ctx, passportKey, block);
  await attemptsDb.insertFinds(ctx, [...finds.queued, ...(await attemptsDb.ofPresentRecords(ctx, finds.late))]);
  await attemptsDb.insertEndedGrants(ctx, endedGrants);
  return results;
}

async function evaluate(ctx: Context, counts: AttemptCounts, attempt: QueuedAttempt): Promise<AttemptResult> {
  const wait = counts.wait(attempt);
  if (wait) return { kind: 'refused', ...wait };
  const row = attempt.lookedUp === undefined ? await queries.findApplication(ctx, attempt.values) : attempt.lookedUp;
  return row ? { kind: 'found', row } : { kind: 'missed' };
}

/** Reads everything recorded for these passports and addresses that still counts. */
async function readAttemptCounts(
  ctx: Context,
  attempts: readonly QueuedAttempt[],
  { queued, late, waiting }: FindsInMemory,
): Promise<AttemptCounts> {
  const counts = new AttemptCounts();
  const earliest = attempts.map(({ at }) => at).sort()[0] ?? '';
  const since = windowStart(earliest);
  const buckets = new Set(attempts.map(({ bucket }) => bucket));
  for (const { bucket, at } of await attemptsDb.missesOfBuckets(ctx, [...buckets], monthStart(earliest))) {
    counts.addBucketMiss(bucket, at);
  }
  const sources = new Set(attempts.flatMap(sourcesOf));
  const attemptsByAddress = new Map<string, number>();
  for (const { address } of attempts)
    if (address !== null) attemptsByAddress.set(address, (attemptsByAddress.get(address) ?? 0) + 1);
  for (const { address, passport, at } of await attemptsDb.missesOfAddresses(ctx, [...sources], since)) {
    if (address !== null) counts.addAddressMiss(address, passport, at);
  }
  const inDoubt = new Set<string>();
  for (const [address, count] of attemptsByAddress) {
    // With fewer misses, finds cannot change the result.
    if (counts.missedPassports(address) + count < missedPassportsPerAddress) continue;
    inDoubt.add(address);
    const finds = await attemptsDb.findsOfAddress(ctx, address, since);
    for (const { passport, at } of finds) counts.addFind(address, passport, at);
  }
  if (inDoubt.size === 0) return counts;
  for (const finds of [queued, late, waiting])
    for (const { address, passport, at } of finds) if (inDoubt.has(address)) counts.addFind(address, passport, at);
  return counts;
}
