/**
 * What happens when the server no longer knows the session. Work that would be lost waits for
 * the password, asked for in place; a screen with nothing to lose goes to the login and comes back.
 */
import { useSyncExternalStore } from 'react';
import { hasUnsaved } from '../frame/unsaved.ts';
import { loginPath, newPasswordPath } from './next-path.ts';
import { dropToken } from './stored-token.ts';

let waiting: { isOver: Promise<void>; resolve: () => void } | null = null;
const listeners = new Set<() => void>();

/** Resolves once a session stands again; several calls that fail at once wait for the same sign-in. */
export function signInAgain(isWrite: boolean): Promise<void> {
  dropToken();
  if (!isWrite && !waiting && !hasUnsaved()) {
    leaveToLogin();
    return new Promise(() => {});
  }
  if (!waiting) {
    let resolve = () => {};
    const isOver = new Promise<void>((done) => {
      resolve = done;
    });
    waiting = { isOver, resolve };
    tell();
  }
  return waiting.isOver;
}

/** A session stands again: whatever waits goes on. */
export function sessionStands(): void {
  waiting?.resolve();
  waiting = null;
  tell();
}

export function leaveToLogin(): void {
  window.location.assign(loginPath(window.location.href));
}

export function leaveToNewPassword(): void {
  window.location.assign(newPasswordPath(window.location.href));
}

/** Whether something waits for the password. */
export const isWaiting = () => waiting !== null;

export function useIsWaiting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isWaiting,
    () => false,
  );
}

function tell(): void {
  for (const listener of listeners) listener();
}
