/**
 * The roles of the staff and what each may do. Other code asks for the permission of an endpoint and never compares the
 * name of a role.
 */

/** Who may use a call. A call for `everyone` may still need access to its record, which the rule checks. */
export type Permission = 'everyone' | 'staff' | 'superAdmin';

interface RoleRow {
  permissions: readonly Permission[];
  /** Whether the super admin can give it to accounts; the other role is that of the one account in the settings. */
  isAssignable: boolean;
  /** Whether single rights can be taken from an account; see `contract/rights.ts`. */
  losesRights: boolean;
}

/** The first role that is given is the default of a new account. */
const table = {
  admin: { permissions: ['everyone', 'staff'], isAssignable: true, losesRights: true },
  'super-admin': { permissions: ['everyone', 'staff', 'superAdmin'], isAssignable: false, losesRights: false },
} as const satisfies Record<string, RoleRow>;

export type Role = keyof typeof table;
export const roles = Object.keys(table) as [Role, ...Role[]];

export type AssignableRole = { [R in Role]: (typeof table)[R]['isAssignable'] extends true ? R : never }[Role];
export const assignableRoles = roles.filter((role): role is AssignableRole => table[role].isAssignable) as [
  AssignableRole,
  ...AssignableRole[],
];
export const defaultRole: AssignableRole = assignableRoles[0];

/** The role of the one account in the settings. */
export const superAdminRole: Exclude<Role, AssignableRole> = 'super-admin';

export function isAssignableRole(role: Role): role is AssignableRole {
  return table[role].isAssignable;
}

export function canLoseRights(role: Role): boolean {
  return table[role].losesRights;
}

/** A caller without a session has no role. */
export function isAllowed(permission: Permission, role: Role | null): boolean {
  const allowed: readonly Permission[] = role ? table[role].permissions : ['everyone'];
  return allowed.includes(permission);
}
