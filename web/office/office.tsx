/** What all screens of the office share, including the login: styles, the signed-in user, and no search engines. */
import './frame/office-tokens.css';
import './frame/focus.css';
import { type LoaderFunctionArgs, type MiddlewareFunction, Outlet } from 'react-router';
import { pageContext } from '../page-context.ts';
import { signedInUser, userContext } from './session/signed-in-user.ts';

export const middleware: MiddlewareFunction<Response>[] = [
  async ({ context }) => context.set(userContext, await signedInUser(context.get(pageContext))),
];

/** The signed-in user, or null. It is loaded once per document, since navigation between screens needs no server. */
export function loader({ context }: LoaderFunctionArgs) {
  return context.get(userContext);
}

export const shouldRevalidate = () => false;

export default function Office() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <Outlet />
    </>
  );
}
