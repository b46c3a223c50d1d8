/** Redirects users without a session to the login, and others from screens that they may not open. */
import { type MiddlewareFunction, matchPath, Navigate, Outlet, redirect, useLocation } from 'react-router';
import { officeScreens } from '../../../contract/pages.ts';
import { mayOpen, screens } from '../screens.ts';
import { useSessionWatch } from './session-watch.ts';
import { loginPath, newPasswordPath, secondFactorPath, startScreen } from './sign-in-paths.ts';
import { userContext, useUser } from './signed-in-user.ts';

export const middleware: MiddlewareFunction<Response>[] = [
  ({ request, context }) => {
    const user = context.get(userContext);
    if (!user) throw redirect(loginPath(request.url));
    if (user.passwordChangeNeeded) throw redirect(newPasswordPath(request.url));
    if (user.secondFactorNeeded) throw redirect(secondFactorPath(request.url));
  },
];

export default function Guard() {
  useSessionWatch();
  const user = useUser();
  const { pathname } = useLocation();
  const screen = officeScreens.find((path) => matchPath(`/${path}`, pathname));
  if (!screen || pathname === startScreen || mayOpen(screen, user)) return <Outlet />;
  return <Navigate to={`/${screens[screen].otherwise ?? startScreen.slice(1)}`} replace />;
}
