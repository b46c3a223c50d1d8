/** Requires a user who signed in with a password from a reset to choose a new one before the office opens. */
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { NewPasswordScreen } from './new-password-screen.client.tsx';
import { loginPath, nextPath } from './sign-in-paths.ts';
import { userContext } from './signed-in-user.ts';

export function loader({ request, context }: LoaderFunctionArgs) {
  const user = context.get(userContext);
  if (!user) throw redirect(loginPath(new URL(nextPath(request.url), request.url).href));
  if (!user.passwordChangeNeeded) throw redirect(nextPath(request.url));
  return null;
}

export default function NewPassword() {
  return <NewPasswordScreen />;
}
