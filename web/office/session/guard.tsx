/** Lets nobody past without a session, and notices when it has gone. */
import { type MiddlewareFunction, Outlet, redirect } from 'react-router';
import { loginPath } from './next-path.ts';
import { useSessionWatch } from './session-watch.ts';
import { userContext } from './signed-in-user.ts';

export const middleware: MiddlewareFunction<Response>[] = [
  ({ request, context }) => {
    if (!context.get(userContext)) throw redirect(loginPath(request.url));
  },
];

export default function Guard() {
  useSessionWatch(true);
  return <Outlet />;
}
