/**
 * One live record a passport and an e-mail. Whoever is about to write one of the two waits for all others who write
 * the same, and then looks: so no statement ever fails on a unique index, which PostgreSQL would log with the value.
 */
import type { ErrorCode } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { findTaken, type Unique } from './applications.db.ts';

/** A look without waiting, before what costs more: another may still be faster. */
export async function refuseTaken(ctx: Context, values: Unique, exceptId: string | null): Promise<void> {
  const taken = await findTaken(ctx.query, values, exceptId);
  const fields: Record<string, ErrorCode> = {};
  if (taken.passport) fields.passport = 'passport_exists';
  if (taken.email) fields.email = 'email_exists';
  const [code] = Object.values(fields);
  if (code) throw new Refusal(code, { fields });
}

/**
 * For the transaction that writes these values, before it has touched a row: whoever held one and
 * then waited here would wait in a circle.
 */
export async function claimUnique(ctx: Context, values: Unique, exceptId: string | null): Promise<void> {
  const claims = (['passportKey', 'email'] as const).flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [ctx.keys.hash(`unique application ${name}`, value)];
  });
  if (!claims.length) return;
  await ctx.database.lockKeys(ctx.query, claims);
  await refuseTaken(ctx, values, exceptId);
}
