/**
 * Handles a session that has ended on the server. If work would be lost, calls wait until the user has signed in again
 * in a dialogue; otherwise the browser goes to the login, which leads back.
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

/** Resumes the waiting calls after the user has signed in again. */
export function resumeCalls(): void {
  sharedWait.end();
}

let leavingTo = '';

/**
 * Leaves to a screen of the sign-in, with the way back in its path, once: the calls of one screen fail together, and
 * each further `assign` would abort the navigation before it.
 */
export function leaveTo(pathOf: (url: string) => string): void {
  const path = pathOf(location.href);
  if (path === leavingTo) return;
  leavingTo = path;
  // The browser may restore this page from its back-forward cache.
  window.onpageshow = () => (leavingTo = '');
  location.assign(path);
}
