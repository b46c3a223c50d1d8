/** The profile of the super admin, or the form for set-up if there is no super admin yet. */
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import type { Answers } from '../../../contract/answers.ts';
import { pageContext } from '../../page-context.ts';
import { mayOpen } from '../screens.ts';
import { loginPath, newPasswordPath, secondFactorPath, startScreen } from '../session/sign-in-paths.ts';
import { userContext } from '../session/signed-in-user.ts';
import { ProfileForm } from './profile-form.client.tsx';

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Answers['setup']> {
  const setup = await context.get(pageContext).api.call('setup');
  if (!setup.ok) throw data(setup.error.code, setup.status);
  if (setup.data.needed) return setup.data;
  const user = context.get(userContext);
  if (!user) throw redirect(loginPath(request.url));
  if (user.passwordChangeNeeded) throw redirect(newPasswordPath(request.url));
  if (user.secondFactorNeeded) throw redirect(secondFactorPath(request.url));
  if (!mayOpen('profile', user)) throw redirect(startScreen);
  return { needed: false, email: user.email };
}

/** The browser needs no call: a signed-in user proves that set-up is done. */
export const clientLoader = (): Answers['setup'] => ({ needed: false, email: '' });

export default function Profile() {
  return <ProfileForm {...useLoaderData<typeof loader>()} />;
}
