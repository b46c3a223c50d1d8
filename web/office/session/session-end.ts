/**
 * Handles a session that the server no longer knows. If work would be lost, its calls wait until the user has given the
 * password in a dialogue; otherwise the screen goes to the login and comes back.
 */
import { hasUnsaved } from '../frame/unsaved.ts';
import { loginPath } from './next-path.ts';
import { createSharedWait } from './shared-wait.ts';
import { dropToken } from './stored-token.ts';

const sharedWait = createSharedWait<void>();

/** Whether a call waits for the user to sign in again. */
export const { isWaiting, useIsWaiting } = sharedWait;

/** Resolves once the user has signed in again; calls that fail at the same time share one sign-in. */
export function signInAgain(isWrite: boolean): Promise<void> {
  dropToken();
  if (!isWrite && !isWaiting() && !hasUnsaved()) {
    leaveTo(loginPath);
    return new Promise(() => {});
  }
  return sharedWait.wait();
}

/** Signed in again: waiting calls resume. */
export function resumeCalls(): void {
  sharedWait.end();
}

let leavingTo = '';

/**
 * Leaves to a screen of the sign-in, with the way back in its path. The calls of one screen fail together, and each
 * further `assign` would abort the navigation of the one before it.
 */
export function leaveTo(pathOf: (url: string) => string): void {
  const path = pathOf(location.href);
  if (path === leavingTo) return;
  leavingTo = path;
  // The browser may show this page again, as it was left.
  window.onpageshow = () => (leavingTo = '');
  location.assign(path);
}
