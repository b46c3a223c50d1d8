/** What the owner of a session must do before anything else. */
import type { Restriction } from '../contract/endpoints.ts';
import { isAllowed, type Permission } from '../contract/roles.ts';
import type { Actor } from './context.ts';
import type { Settings } from './settings.ts';

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
