import type { CallResult } from '../contract/client.ts';

/** The data of a successful call; fails with the error's text otherwise. */
export function dataOf<T>(result: CallResult<T>): T {
  if (!result.ok) throw new Error(`${result.status} ${result.error.code} ${JSON.stringify(result.error.errors ?? {})}`);
  return result.data;
}
