/** Redirects to the login without a session, and watches for its end. */
import { type MiddlewareFunction, Outlet, redirect } from 'react-router';
import { loginPath, newPasswordPath } from './next-path.ts';
import { useSessionWatch } from './session-watch.ts';
import { userContext } from './signed-in-user.ts';

export const middleware: MiddlewareFunction<Response>[] = [
  ({ request, context }) => {
    const user = context.get(userContext);
    if (!user) throw redirect(loginPath(request.url));
    if (user.passwordChangeNeeded) throw redirect(newPasswordPath(request.url));
  },
];

export default function Guard() {
  useSessionWatch(true);
  return <Outlet />;
}
