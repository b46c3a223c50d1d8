export const roles = ['super-admin', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Who may use a call. `grant` also needs a right to the one record, checked by the rule. */
export const permissions = {
  everyone: ['public', 'admin', 'super-admin'],
  staff: ['admin', 'super-admin'],
  superAdmin: ['super-admin'],
} as const satisfies Record<string, readonly (Role | 'public')[]>;

export type Permission = keyof typeof permissions;

export function isAllowed(permission: Permission, role: Role | null): boolean {
  const allowed: readonly string[] = permissions[permission];
  return allowed.includes(role ?? 'public');
}
