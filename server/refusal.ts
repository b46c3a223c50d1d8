/**
 * The error with which a rule refuses a call. It is thrown, so that it also rolls back the transaction;
 * `http/error-answer.ts` turns it into an answer.
 */
import type { FactorMethod } from '../contract/account-answers.ts';
import { type ErrorCode, errorText } from '../contract/errors.ts';
import type { FieldCodes } from '../contract/fields.ts';

export interface RefusalOptions {
  /** Codes by wire field, in the order of the form. */
  fields?: FieldCodes;
  headers?: Record<string, string>;
  /** With `second_factor_required`: the methods that would complete the sign-in. */
  methods?: FactorMethod[];
  /** With `assigned_to_others`: who has how many of the records. */
  others?: AccountCount[];
  /** With `version_conflict`: the present state of the record. */
  current?: unknown;
}

/** An account and a number of records. */
export interface AccountCount {
  id: string;
  name: string;
  count: number;
}

export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly detail: RefusalOptions;

  constructor(code: ErrorCode, detail: RefusalOptions = {}, options?: ErrorOptions) {
    super(errorText(code), options);
    this.code = code;
    this.detail = detail;
  }
}

/** A refusal that says after how many seconds the same call may succeed. */
export function retryLater(code: ErrorCode, seconds: number, options?: ErrorOptions): Refusal {
  return new Refusal(code, { headers: { 'retry-after': String(seconds) } }, options);
}

/** A refusal of one field. */
export function fieldRefusal(field: string, code: ErrorCode): Refusal {
  return new Refusal(code, { fields: { [field]: code } });
}
