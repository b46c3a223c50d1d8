/** A record that is not there, or no longer. */
import type { CallResult } from '../../../contract/client.ts';
import { CallFailed } from './api.ts';

/** For a call that removes something, which may be gone already, maybe by an earlier press whose answer was lost. */
export function requireGone(result: CallResult<unknown>): void {
  if (!result.ok && result.status !== 404) throw new CallFailed(result.status, result.error);
}

export function isGone(error: unknown): error is CallFailed {
  return error instanceof CallFailed && error.status === 404;
}

/** Whether an address leads to no record: it is gone, or the id is invalid. */
export function leadsNowhere(error: unknown): error is CallFailed {
  return isGone(error) || (error instanceof CallFailed && error.status === 400);
}
