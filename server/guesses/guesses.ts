/** Guesses: misses at passports that have a record, which the office sees, and the lifting of their blocks. */
import { type Context, latestTime } from '../context.ts';
import { type Block, lastBlockOf, monthStart } from '../enquiry-budgets.ts';
import type { Keys } from '../keys.ts';
import * as queries from './guesses.db.ts';

export interface Guesses {
  misses: number;
  since: string;
  /** Null after the block has ended. */
  blockedUntil: string | null;
}

/** Staff see passports whose budget was spent since this time. */
export function guessedSince(ctx: Context): string {
  return monthStart(ctx.now().toISOString());
}

/** The last block of the passport of this record; null if there was none recently. */
export async function readGuesses(ctx: Context, applicationId: string): Promise<Guesses | null> {
  const guesses = await queries.guessesOf(ctx, applicationId, guessedSince(ctx));
  if (!guesses) return null;
  const isBlocked = guesses.blockedUntil > ctx.now().toISOString();
  return { ...guesses, blockedUntil: isBlocked ? guesses.blockedUntil : null };
}

/**
 * To be called for a record that was added or restored or has another passport, since the passport may have been tried.
 */
export async function refreshGuesses(ctx: Context, record: { id: string; passportKey: string }): Promise<void> {
  await queries.dropGuesses(ctx, record.id);
  for (const times of await queries.missTimes(ctx, passportHash(ctx, record.passportKey), guessedSince(ctx))) {
    const block = lastBlockOf(times);
    if (block) await queries.putGuesses(ctx, record.passportKey, block);
  }
}

/** To be called in the transaction of the miss that spent the budget. Nothing happens if no record has the passport. */
export async function recordGuesses(ctx: Context, passportKey: string, block: Block): Promise<void> {
  await queries.putGuesses(ctx, passportKey, block);
}

/** Resets the budgets of the passport and of browsers that found it. False when there were no misses. */
export async function liftBlock(ctx: Context, record: { id: string; passportKey: string }): Promise<boolean> {
  await lockAttempts(ctx, record.passportKey);
  await queries.dropGuesses(ctx, record.id);
  return queries.resetMisses(ctx, passportHashes(ctx.keys, record.passportKey));
}

/** Keeps enquiries from writing anything about these passports until the transaction ends. */
export async function lockAttempts(ctx: Context, ...passportKeys: readonly string[]): Promise<void> {
  if (passportKeys.length === 0) return;
  await ctx.database.lockKeys(
    ctx.db,
    passportKeys.map((passportKey) => passportHash(ctx, passportKey)),
  );
}

/** The hash of the passport with the present key and, while that key is being replaced, with the former one. */
export function passportHashes(keys: Keys, passportKey: string): string[] {
  return [keys, ...(keys.former ? [keys.former] : [])].map((keys) => passportHash({ keys }, passportKey));
}

/** The keyed hash under which enquiries count the passport. */
export function passportHash(ctx: Pick<Context, 'keys'>, passportKey: string): string {
  return ctx.keys.hash('enquiry passport', passportKey);
}

/** To be called when the hashes of another key begin to count. */
export async function deleteAllGuesses(ctx: Context): Promise<void> {
  await queries.deleteAllGuesses(ctx);
}

/** Deletes what staff are no longer shown, and blocks by misses of a clock that was ahead, which are deleted, too. */
export async function sweepGuesses(ctx: Context): Promise<void> {
  await queries.deleteGuessesOutside(ctx, guessedSince(ctx), latestTime(ctx));
}
