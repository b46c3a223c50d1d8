import { call } from '../calls/api.ts';
import { dropToken } from './stored-token.ts';

/**
 * Ends the session on the server. Returns false if it may still be open there, where the next user of this browser could
 * continue it.
 */
export async function logOut(): Promise<boolean> {
  const result = await call('logout').catch(() => null);
  if (!result?.ok) return false;
  dropToken();
  return true;
}
