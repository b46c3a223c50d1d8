import { useEffect } from 'react';
import { limits } from '../../../contract/limits.ts';
import { call } from '../calls/api.ts';
import { hasUnsaved } from '../frame/unsaved.ts';
import { loginPath } from './next-path.ts';
import { isWaiting, leaveTo, signInAgain } from './session-end.ts';
import { dropToken, hasSessionMarks, tokenKey } from './stored-token.ts';

/** Checks regularly whether this browser still has the marks of the session, and otherwise ends it. */
export function useSessionWatch(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return;
    const check = async () => {
      // While the user signs in again the marks are missing, and the logout below could end the new session.
      if (isWaiting() || hasSessionMarks()) return;
      dropToken();
      // If the session continued on the server, the login page would redirect back here.
      await call('logout').catch(() => null);
      if (hasUnsaved()) await signInAgain(true);
      else leaveTo(loginPath);
    };
    void check();
    const timer = setInterval(check, limits.sessionCheckSeconds * 1000);
    // Signing out in one tab signs out all tabs: the others get an event when the token is removed.
    const follow = ({ key, newValue }: StorageEvent) =>
      newValue === null && (key === tokenKey || key === null) && check();
    window.addEventListener('storage', follow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('storage', follow);
    };
  }, [isSignedIn]);
}
