/**
 * What happens when the server no longer knows the session. Work that would be lost waits for
 * the password, asked for in place; a screen with nothing to lose goes to the login and comes back.
 */
import { hasUnsaved } from '../frame/unsaved.ts';
import { loginPath, newPasswordPath } from './next-path.ts';
import { createPause } from './pause.ts';
import { dropToken } from './stored-token.ts';

const pause = createPause<void>();

/** Whether something waits for the password. */
export const { isWaiting, useIsWaiting } = pause;

/** Resolves once the person has signed in again; several calls that fail at once wait for the same sign-in. */
export function signInAgain(isWrite: boolean): Promise<void> {
  dropToken();
  if (!isWrite && !isWaiting() && !hasUnsaved()) {
    leaveToLogin();
    return new Promise(() => {});
  }
  return pause.wait();
}

/** Signed in again: waiting calls resume. */
export function sessionStands(): void {
  pause.end();
}

export function leaveToLogin(): void {
  window.location.assign(loginPath(window.location.href));
}

export function leaveToNewPassword(): void {
  window.location.assign(newPasswordPath(window.location.href));
}
