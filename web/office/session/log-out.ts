import { call } from '../calls/api.ts';
import { dropToken } from './stored-token.ts';

/** Ends the session on the server. False if it may still be open there, for whoever uses this browser next. */
export async function logOut(): Promise<boolean> {
  const result = await call('logout').catch(() => null);
  if (!result?.ok) return false;
  dropToken();
  return true;
}
