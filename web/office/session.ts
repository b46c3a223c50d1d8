/** Who is signed in, asked of the API while a page is rendered. */
import { createContext, data } from 'react-router';
import type { User } from '../../contract/user.ts';
import type { Page } from '../page.ts';

/** The user of a guarded screen; set by the guard. */
export const userContext = createContext<User>();

/** Null without a session; any other failure of the API is the page's failure too. */
export async function signedInUser({ api }: Page): Promise<User | null> {
  const result = await api.call('me');
  if (result.ok) return result.data.user;
  if (result.status === 401) return null;
  throw data(result.error.code, result.status);
}
