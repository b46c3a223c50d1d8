/** Refuses a query or form before it is parsed, since a parameter costs more to parse than to send. */
import { limits } from './limits.ts';

/** Counts the parameters of a raw query or URL-encoded form, and stops at the first one too many. */
export function hasTooManyParameters(encoded: string): boolean {
  let at = -1;
  for (let count = 1; count <= limits.parametersMax; count++) {
    at = encoded.indexOf('&', at + 1);
    if (at === -1) return false;
  }
  return true;
}
