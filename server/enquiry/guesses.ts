/** Passports that were tried wrongly too often: what the office sees, and how it unblocks them. */
import type { Context } from '../context.ts';
import { lastBlockOf, monthStart } from './budgets.ts';
import * as db from './guesses.db.ts';

export interface Guesses {
  misses: number;
  since: string;
  /** Null after the block has ended. */
  blockedUntil: string | null;
}

/** Staff see those whose budget was spent later than this. */
export function guessedSince(ctx: Context): string {
  return monthStart(ctx.now().toISOString());
}

/** The last block of the passport of this record; null when there was none that staff still see. */
export async function readGuesses(ctx: Context, applicationId: string): Promise<Guesses | null> {
  const guesses = await db.guessesOf(ctx, applicationId, guessedSince(ctx));
  if (!guesses) return null;
  const isBlocked = guesses.blockedUntil > ctx.now().toISOString();
  return { ...guesses, blockedUntil: isBlocked ? guesses.blockedUntil : null };
}

/** For a record that was added or restored or has another passport, which strangers may have tried before. */
export async function refreshGuesses(ctx: Context, record: { id: string; passportKey: string }): Promise<void> {
  await db.dropGuesses(ctx, record.id);
  const block = lastBlockOf(await db.missTimes(ctx, passportHash(ctx, record.passportKey), guessedSince(ctx)));
  if (block) await db.putGuesses(ctx, record.passportKey, block);
}

/** Resets the budget of the passport. False when nothing had been used. */
export async function liftBlock(ctx: Context, record: { id: string; passportKey: string }): Promise<boolean> {
  await lockTries(ctx, record.passportKey);
  await db.dropGuesses(ctx, record.id);
  return db.forgetMisses(ctx, passportHash(ctx, record.passportKey));
}

/** Keeps enquiries from writing anything about the passport until the transaction ends. */
export async function lockTries(ctx: Context, passportKey: string): Promise<void> {
  await lockAllTries(ctx, [passportKey]);
}

export async function lockAllTries(ctx: Context, passportKeys: readonly string[]): Promise<void> {
  if (passportKeys.length === 0) return;
  await ctx.database.lockKeys(
    ctx.query,
    passportKeys.map((passportKey) => passportHash(ctx, passportKey)),
  );
}

/** The keyed hash under which enquiries count the passport. */
export function passportHash(ctx: Pick<Context, 'keys'>, passportKey: string): string {
  return ctx.keys.hash('enquiry passport', passportKey);
}
