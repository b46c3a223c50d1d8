import { answerOf } from '../calls/api.ts';
import { discardUnsaved, mayLeave } from '../frame/unsaved.ts';
import { leaveTo } from './session-end.ts';
import { dropToken } from './stored-token.ts';

/**
 * Asks about unsaved work, ends the session on the server, and leaves to `path`. Returns the failure if the session may
 * still be open on the server, where the next user of this browser could continue it.
 */
export async function logOut(path: string): Promise<unknown> {
  if (!(await mayLeave())) return null;
  try {
    await answerOf('logout');
  } catch (failure) {
    return failure;
  }
  dropToken();
  discardUnsaved();
  leaveTo(() => path);
  return null;
}
