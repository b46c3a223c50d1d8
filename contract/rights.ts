/**
 * Rights that the super admin can take from a single account. Everybody has each of them until then, and a role may
 * keep them whatever happens. A call names the right it needs in `contract/endpoints.ts`.
 */
import type { Role } from './roles.ts';

export const rights = ['deleting', 'exporting', 'outsideLinks'] as const;
export type Right = (typeof rights)[number];

/** An account, as far as permissions are concerned. */
export interface Principal {
  role: Role;
  rights: readonly Right[];
}

/** A caller without an account needs no right: only permissions keep the public out. */
export function hasRight(right: Right, principal: Principal | null): boolean {
  return principal === null || principal.rights.includes(right);
}
