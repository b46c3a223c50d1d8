import { useEffect } from 'react';
import { limits } from '../../../contract/limits.ts';
import { call } from '../calls/api.ts';
import { hasUnsaved } from '../frame/unsaved.ts';
import { isWaiting, leaveToLogin, signInAgain } from './session-end.ts';
import { dropToken, hasSessionMarks, tokenKey } from './stored-token.ts';

/** Notices in the browser that the session of whoever is signed in here has gone. */
export function useSessionWatch(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return;
    const check = async () => {
      // While the password is asked for there is no mark, and the end below could be that of the new session.
      if (isWaiting() || hasSessionMarks()) return;
      dropToken();
      // Without an end on the server, the login page would lead straight back here.
      await call('logout').catch(() => null);
      if (hasUnsaved()) await signInAgain(true);
      else leaveToLogin();
    };
    void check();
    const timer = setInterval(check, limits.sessionCheckSeconds * 1000);
    // Who signs out in one tab leaves all of them: the others are told when the token goes.
    const follow = ({ key, newValue }: StorageEvent) =>
      newValue === null && (key === tokenKey || key === null) && check();
    window.addEventListener('storage', follow);
    return () => {
      clearInterval(timer);
      window.removeEventListener('storage', follow);
    };
  }, [isSignedIn]);
}
