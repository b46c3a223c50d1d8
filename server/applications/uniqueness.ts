/**
 * Some fields are unique among live records. A writer of such a value waits for all others that write the same
 * value, and then checks. So no statement fails on a unique index, which PostgreSQL would log with the value.
 */
import { formFields, type UniqueField, uniqueFields } from '../../contract/application-form.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { passportKey } from '../../contract/text.ts';
import type { Context } from '../context.ts';
import type { ApplicationDetails } from '../db/application-columns.ts';
import { Refusal } from '../refusal.ts';
import { findConflicts, type Unique, uniqueColumns } from './applications.db.ts';

/** The ids of the live records, other than `exceptId`, that already have these values. */
export function uniqueConflicts(ctx: Context, values: Unique, exceptId: string | null) {
  return findConflicts(ctx.db, values, exceptId);
}

/** The unique values of an application. */
export function uniqueOf({ passport, email }: Pick<ApplicationDetails, UniqueField>) {
  return { passportKey: passportKey(passport), email };
}

/** An early check without a lock, before more costly work; another writer may still be faster. */
export async function refuseTaken(ctx: Context, values: Unique, exceptId: string | null): Promise<void> {
  const conflicts = await findConflicts(ctx.db, values, exceptId);
  const [first, ...others] = uniqueFields.filter((field) => conflicts.get(field));
  if (first) throw new Refusal(formFields[first].takenCode, { fields: takenCodes([first, ...others]) });
}

/** The errors of these fields, by field. */
export function takenCodes(taken: readonly UniqueField[]): Partial<Record<UniqueField, ErrorCode>> {
  return Object.fromEntries(taken.map((field) => [field, formFields[field].takenCode]));
}

/**
 * To be called in the transaction that writes these values, before it changes a row: waiting here with a row locked
 * could deadlock.
 */
export async function claimUnique(ctx: Context, values: Unique, exceptId: string | null): Promise<void> {
  if (await lockUnique(ctx, [values])) await refuseTaken(ctx, values, exceptId);
}

/** Waits for all others that write one of these values; false when there are no values. */
export async function lockUnique(ctx: Context, many: readonly Unique[]): Promise<boolean> {
  const keys = many.flatMap((values) =>
    Object.values(uniqueColumns).flatMap((column) => {
      const value = values[column];
      return value === undefined ? [] : [ctx.keys.hash(`unique application ${column}`, value)];
    }),
  );
  if (keys.length > 0) await ctx.database.lockKeys(ctx.db, keys);
  return keys.length > 0;
}
