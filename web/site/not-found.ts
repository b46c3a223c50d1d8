/** Redirects every unknown path to the start page of its language. */
import { type LoaderFunctionArgs, redirect } from 'react-router';
import { homePath, languageOfPath } from '../../contract/language.ts';

export function loader({ request }: LoaderFunctionArgs) {
  return redirect(homePath(languageOfPath(new URL(request.url).pathname)));
}

export const action = loader;
