import { useEffect } from 'react';
import { limits } from '../../../contract/limits.ts';
import { call } from '../calls/api.ts';
import { hasUnsaved } from '../frame/unsaved.ts';
import { isWaiting, leaveTo, signInAgain } from './session-end.ts';
import { loginPath } from './sign-in-paths.ts';
import { useUser } from './signed-in-user.ts';
import { dropToken, hasSessionMarks, isTokenNewerThanPage, tokenKey } from './stored-token.ts';

/**
 * Checks regularly whether this browser still has the marks of the session, and otherwise ends it. Does nothing while
 * nobody is signed in.
 */
export function useSessionWatch(): void {
  const userId = useUser()?._id;
  useEffect(() => {
    if (userId === undefined) return;
    const check = async () => {
      // While the user signs in again the marks are missing, and the logout below could end the new session.
      if (isWaiting() || hasSessionMarks()) return;
      dropToken();
      // If the session continued on the server, the login page would redirect back here.
      await call('logout').catch(() => null);
      if (hasUnsaved()) await signInAgain(true, null);
      else leaveTo(loginPath);
    };
    void check();
    const timer = setInterval(check, limits.sessionCheckSeconds * 1000);
    // All tabs have one session. A tab that showed one person while its calls are made by another would mislead both.
    const requireSameUser = async () => {
      if (isWaiting()) return;
      const answer = await call('me').catch(() => null);
      if (answer?.ok && answer.data.user._id !== userId) location.reload();
    };
    // Tabs other than the one that signs in or out get an event for the token.
    const follow = ({ key, newValue }: StorageEvent) => {
      if (newValue === null && (key === tokenKey || key === null)) void check();
      else if (key === tokenKey) void requireSameUser();
    };
    window.addEventListener('storage', follow);
    // While the page loaded, there was nobody to hear the event.
    if (isTokenNewerThanPage()) void requireSameUser();
    return () => {
      clearInterval(timer);
      window.removeEventListener('storage', follow);
    };
  }, [userId]);
}
