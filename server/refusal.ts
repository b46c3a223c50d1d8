/**
 * How a rule says no. Thrown, because it must also roll back the transaction around it;
 * `http/error-answer.ts` is the one place that turns it into an answer.
 */
import { type ErrorCode, errors } from '../contract/errors.ts';
import type { FieldCodes } from '../contract/fields.ts';

export interface RefusalDetail {
  /** Codes by wire field, in the order of the form. */
  fields?: FieldCodes;
  headers?: Record<string, string>;
  /** With `version_conflict`: the record as it stands. */
  current?: unknown;
}

export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly detail: RefusalDetail;

  constructor(code: ErrorCode, detail: RefusalDetail = {}, options?: ErrorOptions) {
    super(errors[code].en, options);
    this.code = code;
    this.detail = detail;
  }
}

/** A refusal of one field. */
export function refuseField(field: string, code: ErrorCode): Refusal {
  return new Refusal(code, { fields: { [field]: code } });
}
