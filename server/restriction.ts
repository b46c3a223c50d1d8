/** The restriction of a session whose owner must first change the password or set up a second factor. */
import { type EndpointName, endpoints } from '../contract/endpoints.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { isAllowed, type Permission } from '../contract/roles.ts';
import type { Actor } from './context.ts';
import type { Settings } from './settings.ts';

/**
 * The calls of a restricted session, by the error code that refuses the rest. Calls with `itself` are made with the
 * session, other public calls as if without one. Those with `nothing` are refused although they are public, and so is
 * everything else.
 */
const restricted = {
  /** The password was chosen by somebody else. */
  password_change_needed: {
    login: 'itself',
    passkeyLoginOptions: 'itself',
    passkeyLogin: 'itself',
    logout: 'itself',
    me: 'itself',
    sessions: 'itself',
    endSession: 'itself',
    factors: 'itself',
    confirm: 'itself',
    confirmOptions: 'itself',
    changePassword: 'itself',
    profile: 'nothing',
  },
  /** The settings ask for a second factor, and the account has none. */
  second_factor_needed: {
    login: 'itself',
    passkeyLoginOptions: 'itself',
    passkeyLogin: 'itself',
    logout: 'itself',
    me: 'itself',
    factors: 'itself',
    confirm: 'itself',
    startTotp: 'itself',
    enableTotp: 'itself',
    passkeyOptions: 'itself',
    addPasskey: 'itself',
    profile: 'nothing',
  },
} as const satisfies Partial<Record<ErrorCode, Partial<Record<EndpointName, 'itself' | 'nothing'>>>>;

export type Restriction = keyof typeof restricted;
export const restrictions = Object.keys(restricted) as Restriction[];

export function accessUnder(restriction: Restriction, name: EndpointName): 'itself' | 'public' | 'nothing' {
  const table: Partial<Record<EndpointName, 'itself' | 'nothing'>> = restricted[restriction];
  return table[name] ?? (endpoints[name].permission === 'everyone' ? 'public' : 'nothing');
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
