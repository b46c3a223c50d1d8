import type { CallResult } from '../../../contract/client.ts';
import { CallFailed } from './api.ts';

/** For a call that removes something, which may be gone already, maybe by an earlier press whose answer was lost. */
export function requireGone(result: CallResult<unknown>): void {
  if (!result.ok && result.status !== 404) throw new CallFailed(result.status, result.error);
}
