/** One live record a passport and an e-mail: the refusals of a second one. */
import type { ErrorCode } from '../../contract/errors.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';

export function refuseTaken(taken: { passport: boolean; email: boolean }): void {
  const fields: Record<string, ErrorCode> = {};
  if (taken.passport) fields.passport = 'passport_exists';
  if (taken.email) fields.email = 'email_exists';
  const [code] = Object.values(fields);
  if (code) throw new Refusal(code, { fields });
}

/** Two adds at once both pass the first look; the unique index decides. */
export async function translateDuplicates<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fault = ctx.database.faultOf(error);
    if (fault?.kind === 'duplicate') {
      refuseTaken({ passport: fault.index === 'application_passport_key', email: fault.index === 'application_email' });
    }
    throw error;
  }
}
