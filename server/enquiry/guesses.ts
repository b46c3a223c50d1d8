/** Passports that were tried wrongly too often: what the office sees, and how it unblocks them. */
import type { Context } from '../context.ts';
import { blockOf, monthStart } from './budgets.ts';
import * as db from './guesses.db.ts';

export interface Guesses {
  misses: number;
  since: string;
  blockedUntil: string;
}

/** The block of the passport of this record; null when there is none. */
export async function readGuesses(ctx: Context, applicationId: string): Promise<Guesses | null> {
  return (await db.guessesOf(ctx, applicationId, ctx.now().toISOString())) ?? null;
}

/** For a record that was added or restored or has another passport, which strangers may have tried before. */
export async function refreshGuesses(ctx: Context, record: { id: string; passportKey: string }): Promise<void> {
  await db.dropGuesses(ctx, record.id);
  const at = ctx.now().toISOString();
  const block = blockOf(await db.missTimes(ctx, bucketOf(ctx, record.passportKey), monthStart(at)), at);
  if (block) await db.keepGuesses(ctx, record.passportKey, block);
}

/** Resets the budget of the passport. False when nothing had been used. */
export async function liftBlock(ctx: Context, record: { id: string; passportKey: string }): Promise<boolean> {
  const bucket = bucketOf(ctx, record.passportKey);
  await ctx.database.lockKeys(ctx.query, [bucket]);
  await db.dropGuesses(ctx, record.id);
  return db.forgetMisses(ctx, bucket);
}

function bucketOf(ctx: Context, passportKey: string): string {
  return ctx.keys.hash('enquiry passport', passportKey);
}
