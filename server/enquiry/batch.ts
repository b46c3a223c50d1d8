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
  unitsOf,
  type Wait,
  windowStart,
} from '../enquiry-budgets.ts';
import { recordGuesses } from '../guesses/guesses.ts';
import * as attemptsDb from './attempts.db.ts';
import * as queries from './enquiry.db.ts';

export interface QueuedAttempt extends Attempt {
  keys: queries.EnquiryKeys;
  /** The address for which a find is recorded, whether or not the attempt counts for it. */
  caller: string;
  /** The result of the look-up; undefined if the record was not looked up yet. */
  lookedUp: queries.ApplicationRow | null | undefined;
}

export type AttemptResult =
  | { kind: 'found'; row: queries.ApplicationRow }
  | { kind: 'missed' }
  | ({ kind: 'refused' } & Wait);

export async function writeBatch(
  ctx: Context,
  attempts: readonly QueuedAttempt[],
  queuedFinds: readonly attemptsDb.Find[],
  endedGrants: readonly { id: string; expiresAt: string }[],
): Promise<AttemptResult[]> {
  const results: AttemptResult[] = [];
  const misses: Attempt[] = [];
  const finds: attemptsDb.Find[] = [];
  const blocksByPassport = new Map<string, Block>();
  if (attempts.length) {
    await ctx.database.lockKeys(
      ctx.db,
      attempts.flatMap((attempt) => [attempt.bucket, ...unitsOf(attempt)]),
    );
    const counts = await readAttemptCounts(ctx, attempts, queuedFinds);
    for (const attempt of attempts) {
      const result = await decide(ctx, counts, attempt);
      results.push(result);
      const { at, passport, caller } = attempt;
      if (result.kind === 'missed') {
        misses.push(attempt);
        counts.addMiss(attempt);
        const block = attempt.bucket === passport ? counts.block(passport, at) : null;
        if (block) blocksByPassport.set(attempt.keys.passportKey, block);
      } else if (result.kind === 'found') {
        finds.push({ address: caller, passport, applicationId: result.row.id, at, times: 1 });
        counts.addFind(caller, passport, at);
      }
    }
  }
  await attemptsDb.insertMisses(ctx, misses);
  for (const [passportKey, block] of blocksByPassport) await recordGuesses(ctx, passportKey, block);
  await attemptsDb.insertFinds(ctx, queuedFinds);
  await attemptsDb.insertFinds(ctx, finds);
  await attemptsDb.insertEndedGrants(ctx, endedGrants);
  return results;
}

async function decide(ctx: Context, counts: AttemptCounts, attempt: QueuedAttempt): Promise<AttemptResult> {
  const wait = counts.wait(attempt);
  if (wait) return { kind: 'refused', ...wait };
  const row = attempt.lookedUp === undefined ? await queries.findApplication(ctx, attempt.keys) : attempt.lookedUp;
  return row ? { kind: 'found', row } : { kind: 'missed' };
}

/** Reads everything recorded for these passports and addresses that still counts. */
async function readAttemptCounts(
  ctx: Context,
  attempts: readonly QueuedAttempt[],
  queuedFinds: readonly attemptsDb.Find[],
): Promise<AttemptCounts> {
  const counts = new AttemptCounts();
  const earliest = attempts.map(({ at }) => at).sort()[0] ?? '';
  const since = windowStart(earliest);
  const buckets = new Set(attempts.map(({ bucket }) => bucket));
  for (const { bucket, at } of await attemptsDb.missesOfBuckets(ctx, [...buckets], monthStart(earliest))) {
    counts.addBucketMiss(bucket, at);
  }
  const units = new Set(attempts.flatMap(unitsOf));
  const attemptsByAddress = new Map<string, number>();
  for (const { address } of attempts)
    if (address !== null) attemptsByAddress.set(address, (attemptsByAddress.get(address) ?? 0) + 1);
  for (const { address, passport, at } of await attemptsDb.missesOfAddresses(ctx, [...units], since)) {
    if (address !== null) counts.addAddressMiss(address, passport, at);
  }
  for (const [address, count] of attemptsByAddress) {
    // With fewer misses, finds cannot change the result.
    if (counts.missedPassports(address) + count < missedPassportsPerAddress) continue;
    const finds = await attemptsDb.findsOfAddress(ctx, address, since);
    for (const { passport, at } of finds) counts.addFind(address, passport, at);
  }
  for (const { address, passport, at } of queuedFinds)
    if (attemptsByAddress.has(address)) counts.addFind(address, passport, at);
  return counts;
}
