/** What every screen of the office shares, the login included: who is signed in, script, and no search engine. */
import './frame/dark.css';
import './frame/focus.css';
import { type LoaderFunctionArgs, type MiddlewareFunction, Outlet } from 'react-router';
import { pageContext } from '../page.ts';
import type { Handle } from '../root.tsx';
import { signedInUser, userContext } from './session/signed-in-user.ts';

export const handle: Handle = { scripts: true };

export const middleware: MiddlewareFunction<Response>[] = [
  async ({ context }) => context.set(userContext, await signedInUser(context.get(pageContext))),
];

/** Who is signed in, or null. Asked once a document: the screens lead to each other without the server. */
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
