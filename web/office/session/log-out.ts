import { call } from '../calls/api.ts';
import { discardUnsaved, mayLeave } from '../frame/unsaved.ts';
import { leaveTo } from './session-end.ts';
import { dropToken } from './stored-token.ts';

/**
 * Asks about unsaved work, ends the session on the server, and leaves to `path`. Returns false if the session may still
 * be open on the server, where the next user of this browser could continue it.
 */
export async function logOut(path: string): Promise<boolean> {
  if (!(await mayLeave())) return true;
  const result = await call('logout').catch(() => null);
  if (!result?.ok) return false;
  dropToken();
  discardUnsaved();
  leaveTo(() => path);
  return true;
}
