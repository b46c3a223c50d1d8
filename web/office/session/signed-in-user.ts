/** The signed-in user, loaded from the API while a page is rendered and available to every screen. */
import { createContext, data, useRouteLoaderData } from 'react-router';
import type { User } from '../../../contract/account-answers.ts';
import type { Answers } from '../../../contract/answers.ts';
import { type EndpointName, mayCall } from '../../../contract/endpoints.ts';
import type { PageContext } from '../../page-context.ts';
import { createStore } from '../frame/store.ts';

/**
 * With `passwordChangeNeeded` the password comes from a reset, and the user may only choose a new one; with
 * `secondFactorNeeded` the user may only set up a second factor.
 */
export type SignedInUser = User & Pick<Answers['me'], 'rights' | 'passwordChangeNeeded' | 'secondFactorNeeded'>;

/** The layout of the office provides it; null without a session. */
export const userContext = createContext<SignedInUser | null>();

/** Returns null without a session; any other failure of the API fails the page. */
export async function signedInUser({ api }: PageContext): Promise<SignedInUser | null> {
  const result = await api.call('me');
  if (result.ok) {
    const { user, rights, passwordChangeNeeded, secondFactorNeeded } = result.data;
    return { ...user, rights, passwordChangeNeeded, secondFactorNeeded };
  }
  if (result.status === 401) return null;
  throw data(result.error.code, result.status);
}

const ownName = createStore<string | null>(null);

/** Overrides the name that came with the document, after the user has changed their own name. */
export const setOwnName: (name: string) => void = ownName.set;

export function useUser(): SignedInUser | null {
  const user = useRouteLoaderData<SignedInUser | null>('office') ?? null;
  const name = ownName.use();
  return user && name !== null ? { ...user, name } : user;
}

/** Whether the user may make a call, so that screens offer only what is permitted. */
export function useMayCall(name: EndpointName): boolean {
  return useMay()(name);
}

export function useMay(): (name: EndpointName) => boolean {
  const user = useUser();
  return (name) => mayCall(name, user);
}
