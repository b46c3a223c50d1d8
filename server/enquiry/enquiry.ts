/** The rules of the status check: who may try, what matches, and what is recorded. */
import { limits } from '../../contract/limits.ts';
import { inPieces } from '../background.ts';
import { type Context, timeAgo } from '../context.ts';
import type { Keys } from '../keys.ts';
import { retryLater } from '../refusal.ts';
import type { AttemptResult, QueuedAttempt } from './batch.ts';
import { missesInDoubt } from './budgets.ts';
import * as db from './enquiry.db.ts';
import type { Browser } from './grants.ts';
import { deleteAllGuesses, deleteOldestGuesses } from './guesses.db.ts';
import { passportHash } from './guesses.ts';
import { recorderOf } from './recorder.ts';
import * as tries from './tries.db.ts';

export interface Enquiry {
  triple: db.Triple;
  address: string;
  browser: Browser | null;
}

export interface Found {
  row: db.ApplicationRow;
  /** The keyed hash under which this passport is counted. */
  passport: string;
}

/** The application that matches in all three values, or null. Throws when a budget is spent, whatever would match. */
export async function lookUp(ctx: Context, enquiry: Enquiry): Promise<Found | null> {
  const { triple, browser } = enquiry;
  const passport = passportHash(ctx, triple.passportKey);
  const recorder = recorderOf(ctx);
  const caller = recorder.callerOf(enquiry.address);
  const hasFoundIt = browser?.found.includes(passport) ?? false;
  const tried = {
    at: ctx.now().toISOString(),
    bucket: hasFoundIt ? ctx.keys.hash('enquiry browser', `${browser?.id} ${passport}`) : passport,
    passport,
    address: hasFoundIt ? null : caller,
    around: hasFoundIt ? [] : recorder.aroundOf(enquiry.address),
  };
  const attempt = { ...tried, caller, triple };
  const found = await (ctx.database.engine === 'postgres' ? tryAmongNodes(ctx, attempt) : tryAlone(ctx, attempt));
  ctx.events.count('enquiries', found ? 'found' : 'missed');
  return found;
}

type EnquiryAttempt = Omit<QueuedAttempt, 'found'>;

/** With other nodes on the database, the database decides and records in one step. */
async function tryAmongNodes(ctx: Context, attempt: EnquiryAttempt): Promise<Found | null> {
  const recorder = recorderOf(ctx);
  const tried = await db.tryAtOnce(ctx, attempt.triple, attempt);
  if (tried.outcome === 'found') return recordFind(ctx, attempt, tried.row);
  if (tried.outcome === 'undecided') {
    return resultOf(ctx, await recorder.decide({ ...attempt, found: undefined }), attempt.passport);
  }
  recorder.noteMiss();
  return null;
}

async function tryAlone(ctx: Context, attempt: EnquiryAttempt): Promise<Found | null> {
  const recorder = recorderOf(ctx);
  const { bucket, caller, around } = attempt;
  // Undecided attempts count as misses: fifty at once must not get around a budget of five.
  const ahead = recorder.open.of(bucket);
  const units = [caller, ...around];
  const waiting = units.map((unit) => recorder.waiting.of(unit));
  recorder.open.add(bucket);
  try {
    const look = await db.firstLook(ctx, attempt.triple, attempt);
    const isClear =
      look.isLookedUp &&
      look.passportTriesLeft > ahead &&
      units.every((unit, nth) => {
        const others = (waiting[nth] ?? 0) + recorder.waiting.of(unit);
        return (look.unitMisses[nth] ?? 0) + others < (missesInDoubt[nth] ?? 0);
      });
    if (isClear && look.row) return recordFind(ctx, attempt, look.row);
    const known = look.isLookedUp ? look.row : undefined;
    return resultOf(ctx, await recorder.decide({ ...attempt, found: known }), attempt.passport);
  } finally {
    recorder.open.remove(bucket);
  }
}

async function recordFind(
  ctx: Context,
  { at, caller, passport }: EnquiryAttempt,
  row: db.ApplicationRow,
): Promise<Found> {
  await recorderOf(ctx).addFind({ at, address: caller, passport, applicationId: row.id, times: 1 });
  return { row, passport };
}

function resultOf(ctx: Context, result: AttemptResult, passport: string): Found | null {
  if (result.kind === 'refused') {
    ctx.events.count('enquiries', 'over_budget');
    throw retryLater(result.code, result.seconds);
  }
  return result.kind === 'found' ? { row: result.row, passport } : null;
}

/**
 * Moves the recorded attempts of existing passports to the hashes of the present key. Addresses, browsers and
 * other passports cannot be moved, since nobody knows what they were.
 */
export async function rehashTries(ctx: Context, former: Keys): Promise<void> {
  const tried = new Set(await tries.countedPassports(ctx));
  for (let after = ''; tried.size > 0; ) {
    const records = await db.passportKeysAfter(ctx, after);
    for (const { passportKey } of records) {
      const before = passportHash({ keys: former }, passportKey);
      if (tried.has(before)) await tries.renamePassport(ctx, before, passportHash(ctx, passportKey));
    }
    after = records.at(-1)?.id ?? '';
    if (records.length === 0) return;
  }
}

/** Resets every budget: what was counted under hashes of another key would never be found. */
export async function deleteAllTries(ctx: Context): Promise<void> {
  await tries.deleteAllMisses(ctx);
  await deleteAllGuesses(ctx);
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const missesKeptMs = limits.enquiryMissesKeptDays * dayMs;
const findsKeptMs = 90 * dayMs;

/** Removes rows that no budget and no access log needs any more. */
export async function sweepEnquiries(ctx: Context): Promise<void> {
  await inPieces(ctx, (ctx) => tries.deleteOldestMisses(ctx, timeAgo(ctx, missesKeptMs)));
  await inPieces(ctx, (ctx) => tries.deleteExpiredAddressMisses(ctx, timeAgo(ctx, hourMs)));
  await inPieces(ctx, (ctx) => tries.deleteOldestFinds(ctx, timeAgo(ctx, findsKeptMs)));
  await db.deleteExpiredGrants(ctx, ctx.now().toISOString());
  await deleteOldestGuesses(ctx, timeAgo(ctx, missesKeptMs));
}
