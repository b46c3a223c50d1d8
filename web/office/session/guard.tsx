/** Lets nobody past without a session, and notices in the browser when it has gone. */
import { useEffect } from 'react';
import { type MiddlewareFunction, Outlet, redirect } from 'react-router';
import { limits } from '../../../contract/limits.ts';
import { call } from '../calls/api.ts';
import { hasUnsaved } from '../frame/unsaved.ts';
import { loginPath } from './next-path.ts';
import { leaveToLogin, signInAgain } from './session-end.ts';
import { userContext } from './signed-in-user.ts';
import { dropToken, hasSessionMarks } from './stored-token.ts';

export const middleware: MiddlewareFunction<Response>[] = [
  ({ request, context }) => {
    if (!context.get(userContext)) throw redirect(loginPath(request.url));
  },
];

export default function Guard() {
  useEffect(() => {
    const check = async () => {
      if (hasSessionMarks()) return;
      dropToken();
      // Without an end on the server, the login page would lead straight back here.
      await call('logout').catch(() => null);
      if (hasUnsaved()) await signInAgain(true);
      else leaveToLogin();
    };
    void check();
    const timer = setInterval(check, limits.sessionCheckSeconds * 1000);
    return () => clearInterval(timer);
  }, []);
  return <Outlet />;
}
