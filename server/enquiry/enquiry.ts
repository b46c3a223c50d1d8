/** The rules of the status check: budgets, matching, and the records that are kept of it. */
import { limits } from '../../contract/limits.ts';
import { inBatches, pauseAfterWork } from '../background.ts';
import { type Context, latestTime, timeAgo } from '../context.ts';
import { missesInDoubt } from '../enquiry-budgets.ts';
import { deleteAllGuesses, passportHash } from '../guesses/guesses.ts';
import type { Keys } from '../keys.ts';
import { retryLater } from '../refusal.ts';
import * as attemptsDb from './attempts.db.ts';
import type { AttemptResult, QueuedAttempt } from './batch.ts';
import * as queries from './enquiry.db.ts';
import type { Browser } from './grants.ts';
import { recorderOf } from './recorder.ts';

export interface Enquiry {
  values: queries.EnquiryValues;
  address: string;
  browser: Browser | null;
}

export interface Match {
  row: queries.ApplicationRow;
  /** The keyed hash under which this passport is counted. */
  passport: string;
}

/**
 * The application that matches all three values, or null. Throws if a budget is spent, whether or not one would match.
 */
export async function lookUp(ctx: Context, enquiry: Enquiry): Promise<Match | null> {
  const { values, browser } = enquiry;
  const passport = passportHash(ctx, values.passportKey);
  const recorder = recorderOf(ctx);
  const caller = recorder.hashAddress(enquiry.address);
  const hasFoundIt = browser?.found.includes(passport) ?? false;
  const attempt = {
    at: ctx.now().toISOString(),
    bucket: hasFoundIt ? ctx.keys.hash('enquiry browser', `${browser?.id} ${passport}`) : passport,
    passport,
    address: hasFoundIt ? null : caller,
    networks: hasFoundIt ? [] : recorder.hashNetworks(enquiry.address),
    caller,
    values,
  };
  const match = await (ctx.database.engine === 'postgres' ? tryOnServer(ctx, attempt) : tryEmbedded(ctx, attempt));
  ctx.events.count('enquiries', match ? 'found' : 'missed');
  return match;
}

type EnquiryAttempt = Omit<QueuedAttempt, 'lookedUp'>;

/**
 * Other nodes may use the database server, so it decides and records in one step. Where it could not decide earlier
 * attempts of the same bucket, since another node held a lock, they are in the queue, and a find waits behind them:
 * whoever sends guesses and the right values at once must not find anything when the guesses alone spend the budget.
 */
async function tryOnServer(ctx: Context, attempt: EnquiryAttempt): Promise<Match | null> {
  const recorder = recorderOf(ctx);
  const tried = await queries.tryInOneRoundTrip(ctx, attempt.values, attempt);
  if (tried.outcome === 'missed') {
    recorder.countMiss();
    return null;
  }
  if (tried.outcome === 'found' && recorder.queued.get(attempt.bucket) === 0)
    return recordFind(ctx, attempt, tried.row);
  return matchOf(ctx, await recorder.evaluate({ ...attempt, lookedUp: undefined }), attempt.passport);
}

/** The embedded database has one node, so this process can decide. */
async function tryEmbedded(ctx: Context, attempt: EnquiryAttempt): Promise<Match | null> {
  const recorder = recorderOf(ctx);
  const { bucket, caller, networks } = attempt;
  // Undecided attempts count as misses: many concurrent attempts must not get around the budget.
  const ahead = recorder.unanswered.get(bucket);
  const sources = [caller, ...networks];
  const waiting = sources.map((source) => recorder.queued.get(source));
  recorder.unanswered.increment(bucket);
  try {
    const checked = await queries.precheck(ctx, attempt.values, attempt);
    const isClear =
      checked.isLookedUp &&
      checked.passportMissesLeft > ahead &&
      sources.every((source, nth) => {
        const others = (waiting[nth] ?? 0) + recorder.queued.get(source);
        return (checked.sourceMisses[nth] ?? 0) + others < (missesInDoubt[nth] ?? 0);
      });
    if (isClear && checked.row) return recordFind(ctx, attempt, checked.row);
    const lookedUp = checked.isLookedUp ? checked.row : undefined;
    return matchOf(ctx, await recorder.evaluate({ ...attempt, lookedUp }), attempt.passport);
  } finally {
    recorder.unanswered.decrement(bucket);
  }
}

async function recordFind(
  ctx: Context,
  { at, caller, passport }: EnquiryAttempt,
  row: queries.ApplicationRow,
): Promise<Match> {
  await recorderOf(ctx).addFind({ at, address: caller, passport, applicationId: row.id, times: 1 });
  return { row, passport };
}

function matchOf(ctx: Context, result: AttemptResult, passport: string): Match | null {
  if (result.kind === 'refused') {
    ctx.events.count('enquiries', 'over_budget');
    throw retryLater(result.code, result.seconds);
  }
  return result.kind === 'found' ? { row: result.row, passport } : null;
}

/**
 * Replaces the hashes of known passports in recorded attempts by those of the present key: of those that records have,
 * and of those that edits replaced. The hashes of addresses, browsers and other passports stay as they are, since their
 * values are unknown.
 */
export async function rehashAttempts(
  ctx: Context,
  former: Keys,
  replacedPassports: AsyncIterable<string[]>,
): Promise<void> {
  const tried = new Set(await attemptsDb.countedPassports(ctx));
  const rehash = async (passportKeys: readonly string[]) => {
    for (const passportKey of passportKeys) {
      const before = passportHash({ keys: former }, passportKey);
      if (tried.delete(before)) await attemptsDb.replacePassportHash(ctx, before, passportHash(ctx, passportKey));
    }
  };
  for (let after = ''; tried.size > 0; ) {
    const records = await queries.passportKeysAfter(ctx, after);
    if (records.length === 0) break;
    await rehash(records.map(({ passportKey }) => passportKey));
    after = records.at(-1)?.id ?? '';
  }
  if (tried.size > 0) for await (const passportKeys of replacedPassports) await rehash(passportKeys);
}

/** Resets every budget: attempts that were counted under hashes of another key would never be found. */
export async function deleteAllAttempts(ctx: Context): Promise<void> {
  await attemptsDb.deleteAllMisses(ctx);
  await deleteAllGuesses(ctx);
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const missesKeptMs = limits.enquiryMissesKeptDays * dayMs;
const findsKeptMs = limits.accessRecordDays * dayMs;

/** Deletes rows that are no longer needed for budgets or as a record of access. */
export async function sweepEnquiries(ctx: Context): Promise<void> {
  await deleteMissesOfClockAhead(ctx);
  await inBatches(ctx, (ctx) => attemptsDb.deleteOldestMisses(ctx, timeAgo(ctx, missesKeptMs)));
  await inBatches(ctx, (ctx) =>
    attemptsDb.deleteExpiredAddressMisses(ctx, timeAgo(ctx, limits.enquiryWindowMinutes * minuteMs)),
  );
  await inBatches(ctx, (ctx) => attemptsDb.deleteOldestFinds(ctx, timeAgo(ctx, findsKeptMs)));
  await inBatches(ctx, (ctx) => queries.deleteExpiredGrantEnds(ctx, ctx.now().toISOString()));
}

/** Otherwise they would count in every window, and block a passport or an address, until their time has come. */
async function deleteMissesOfClockAhead(ctx: Context): Promise<void> {
  const latest = latestTime(ctx);
  const pause = pauseAfterWork();
  for (let after = 0; ; await pause()) {
    const next = await attemptsDb.nextMisses(ctx, after, latest);
    if (!next) return;
    if (next.isAnyAhead) await inBatches(ctx, (ctx) => attemptsDb.deleteMissesAhead(ctx, next, latest));
    after = next.last;
  }
}
