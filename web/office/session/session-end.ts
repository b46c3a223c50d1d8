/**
 * Handles a session that has ended on the server. If work would be lost, calls wait until the user has signed in again
 * in a dialogue; otherwise the browser goes to the login, which leads back.
 */
import { hasUnsaved } from '../frame/unsaved.ts';
import { createSharedWait } from './shared-wait.ts';
import { loginPath } from './sign-in-paths.ts';
import { dropToken, storedToken } from './stored-token.ts';

const sharedWait = createSharedWait<void>();

/** Whether a call waits for the user to sign in again. */
export const { isWaiting, useIsWaiting } = sharedWait;

/**
 * Resolves once the user has signed in again; calls that fail at the same time share one sign-in. `token` is that of the
 * session that has ended: another tab may have begun a new one since, whose token stays.
 */
export function signInAgain(isWrite: boolean, token: string | null): Promise<void> {
  if (storedToken() === token) dropToken();
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

let isLeaving = false;

/**
 * Leaves to a screen of the sign-in, with the way back in its path, or to the site. Only the first call does: the calls
 * of one screen fail together, also after a logout, and each further `assign` would abort the navigation before it.
 */
export function leaveTo(pathOf: (url: string) => string): void {
  if (isLeaving) return;
  isLeaving = true;
  // The browser may restore this page from its back-forward cache, with the records of a session that has ended.
  window.onpageshow = ({ persisted }) => persisted && location.reload();
  location.assign(pathOf(location.href));
}
