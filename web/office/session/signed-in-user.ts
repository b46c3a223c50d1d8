/** Who is signed in: asked of the API while a page is rendered, known to every screen afterwards. */
import { useSyncExternalStore } from 'react';
import { createContext, data, useRouteLoaderData } from 'react-router';
import type { MeAnswer, User } from '../../../contract/answers.ts';
import { type EndpointName, mayCall } from '../../../contract/endpoints.ts';
import type { PageDoor } from '../../page.ts';

/** `passwordChangeNeeded`: the password is a given one, and opens nothing else. */
export type SignedInUser = User & Pick<MeAnswer, 'passwordChangeNeeded'>;

/** Set by the layout of the office; null without a session. */
export const userContext = createContext<SignedInUser | null>();

/** Null without a session; any other failure of the API is the page's failure too. */
export async function signedInUser({ api }: PageDoor): Promise<SignedInUser | null> {
  const result = await api.call('me');
  if (result.ok) return { ...result.data.user, passwordChangeNeeded: result.data.passwordChangeNeeded };
  if (result.status === 401) return null;
  throw data(result.error.code, result.status);
}

let ownName: string | null = null;
const listeners = new Set<() => void>();

/** The document knows the name that it came with; whoever changes the own one says so here. */
export function noteOwnName(name: string): void {
  ownName = name;
  for (const listener of listeners) listener();
}

export function useUser(): User | null {
  const user = useRouteLoaderData<User | null>('office') ?? null;
  const name = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => ownName,
    () => null,
  );
  return user && name !== null ? { ...user, name } : user;
}

/** Whether the signed-in person's role may make a call, so that a screen offers nothing else. */
export function useMayCall(name: EndpointName): boolean {
  return mayCall(name, useUser()?.role ?? null);
}
