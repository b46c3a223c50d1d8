/** Lets nobody past without a session, and notices in the browser when it has gone. */
import { useEffect } from 'react';
import { type LoaderFunctionArgs, type MiddlewareFunction, Outlet, redirect } from 'react-router';
import { limits } from '../../contract/limits.ts';
import { pageContext } from '../page.ts';
import { api } from './api.ts';
import { loginPath } from './next-path.ts';
import { signedInUser, userContext } from './session.ts';
import { dropToken, hasSessionMarks } from './stored-token.ts';

export const middleware: MiddlewareFunction<Response>[] = [
  async ({ request, context }) => {
    const user = await signedInUser(context.get(pageContext));
    if (!user) throw redirect(loginPath(request.url));
    context.set(userContext, user);
  },
];

export function loader({ context }: LoaderFunctionArgs) {
  return context.get(userContext);
}

export default function Guard() {
  useEffect(() => {
    const check = async () => {
      if (hasSessionMarks()) return;
      dropToken();
      // Without an end on the server, the login page would lead straight back here.
      await api.call('logout').catch(() => null);
      window.location.assign('/login');
    };
    void check();
    const timer = setInterval(check, limits.sessionCheckSeconds * 1000);
    return () => clearInterval(timer);
  }, []);
  return <Outlet />;
}
