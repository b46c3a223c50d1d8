/** What the office sees of passports that were tried wrongly too often, and how it lets them be tried again. */
import type { Context } from '../context.ts';
import { blockOf, monthStart } from './budgets.ts';
import * as db from './guesses.db.ts';

export interface Guesses {
  misses: number;
  since: string;
  blockedUntil: string;
}

/** What keeps the passport of this record from being tried now; null for nothing. */
export async function readGuesses(ctx: Context, applicationId: string): Promise<Guesses | null> {
  return (await db.guessesOf(ctx, applicationId, ctx.now().toISOString())) ?? null;
}

/** For a record that came, came back or has another passport: strangers may have tried that one before. */
export async function refreshGuesses(ctx: Context, record: { id: string; passportKey: string }): Promise<void> {
  await db.dropGuesses(ctx, record.id);
  const at = ctx.now().toISOString();
  const block = blockOf(await db.missTimes(ctx, bucketOf(ctx, record.passportKey), monthStart(at)), at);
  if (block) await db.keepGuesses(ctx, record.passportKey, block);
}

/** Gives the passport its tries back. False when none was spent. */
export async function liftBlock(ctx: Context, record: { id: string; passportKey: string }): Promise<boolean> {
  const bucket = bucketOf(ctx, record.passportKey);
  await ctx.database.lockKeys(ctx.query, [bucket]);
  await db.dropGuesses(ctx, record.id);
  return db.forgetMisses(ctx, bucket);
}

function bucketOf(ctx: Context, passportKey: string): string {
  return ctx.keys.hash('enquiry passport', passportKey);
}
