/** The restriction of a session whose owner must first change the password or set up a second factor. */
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { isAllowed, type Permission } from '../contract/roles.ts';
import type { Actor } from './context.ts';
import type { Settings } from './settings.ts';

/** The calls that a restricted session may make, by the error code that refuses the others. */
const callsAllowed = {
  /** The password comes from `npm run reset-password`. */
  password_change_needed: [
    'login',
    'passkeyLoginOptions',
    'passkeyLogin',
    'logout',
    'me',
    'sessions',
    'endSession',
    'factors',
    'confirm',
    'confirmOptions',
    'changePassword',
  ],
  /** The settings ask for a second factor, and the account has none. */
  second_factor_needed: [
    'login',
    'passkeyLoginOptions',
    'passkeyLogin',
    'logout',
    'me',
    'factors',
    'confirm',
    'startTotp',
    'enableTotp',
    'passkeyOptions',
    'addPasskey',
  ],
} as const satisfies Partial<Record<ErrorCode, readonly EndpointName[]>>;

/** Public only for the set-up; afterwards it changes the super admin. */
const neverPublic: EndpointName = 'profile';

export type Restriction = keyof typeof callsAllowed;
export const restrictions = Object.keys(callsAllowed) as Restriction[];

/** Whether the call is made with the session, as if without one, or not at all. */
export function accessUnder(restriction: Restriction, name: EndpointName): 'with session' | 'as public' | 'refused' {
  const allowed: readonly EndpointName[] = callsAllowed[restriction];
  if (allowed.includes(name)) return 'with session';
  return endpoints[name].permission === 'everyone' && name !== neverPublic ? 'as public' : 'refused';
}

/** An account whose role has this permission must have a second factor. Every role has that of `everyone`. */
const needs: Record<Settings['secondFactor'], Permission | null> = {
  optional: null,
  'super-admin': 'superAdmin',
  everyone: 'everyone',
};

export function restrictionOf(actor: Actor, settings: Settings): Restriction | null {
  if (actor.passwordChangeNeeded) return 'password_change_needed';
  return needsSecondFactor(actor, settings) ? 'second_factor_needed' : null;
}

export function needsSecondFactor({ role, hasSecondFactor }: Actor, { secondFactor }: Settings): boolean {
  const permission = needs[secondFactor];
  return permission !== null && !hasSecondFactor && isAllowed(permission, role);
}
