/**
 * Handles a session that the server no longer knows. If work would be lost, its calls wait until the user has given the
 * password in a dialogue; otherwise the screen goes to the login and comes back.
 */
import { hasUnsaved } from '../frame/unsaved.ts';
import { loginPath, newPasswordPath, secondFactorPath } from './next-path.ts';
import { createSharedWait } from './shared-wait.ts';
import { dropToken } from './stored-token.ts';

const sharedWait = createSharedWait<void>();

/** Whether a call waits for the user to sign in again. */
export const { isWaiting, useIsWaiting } = sharedWait;

/** Resolves once the user has signed in again; calls that fail at the same time share one sign-in. */
export function signInAgain(isWrite: boolean): Promise<void> {
  dropToken();
  if (!isWrite && !isWaiting() && !hasUnsaved()) {
    leaveToLogin();
    return new Promise(() => {});
  }
  return sharedWait.wait();
}

/** Signed in again: waiting calls resume. */
export function resumeCalls(): void {
  sharedWait.end();
}

export function leaveToLogin(): void {
  window.location.assign(loginPath(window.location.href));
}

export function leaveToNewPassword(): void {
  window.location.assign(newPasswordPath(window.location.href));
}

export function leaveToSecondFactor(): void {
  window.location.assign(secondFactorPath(window.location.href));
}
