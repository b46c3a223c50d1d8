/** Requires a user to set up a second factor before the office opens, if the settings demand one. */
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { loginPath, newPasswordPath, nextPath } from '../session/sign-in-paths.ts';
import { userContext } from '../session/signed-in-user.ts';
import { SecondFactorScreen } from './second-factor-screen.client.tsx';

export function loader({ request, context }: LoaderFunctionArgs) {
  const user = context.get(userContext);
  const next = new URL(nextPath(request.url), request.url).href;
  if (!user) throw redirect(loginPath(next));
  if (user.passwordChangeNeeded) throw redirect(newPasswordPath(next));
  if (!user.secondFactorNeeded) throw redirect(nextPath(request.url));
  return null;
}

export default function SecondFactor() {
  return <SecondFactorScreen />;
}
