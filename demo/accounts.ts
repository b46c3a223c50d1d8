/** The two accounts of the demo. Everybody knows their passwords, so they never exist in production. */
import { rights } from '../contract/rights.ts';
import { defaultRole } from '../contract/roles.ts';
import type { Actor, Context } from '../server/context.ts';
import { systemContext } from '../server/context.ts';
import { isSetUp, prepareSetup } from '../server/users/setup.ts';
import { addUser } from '../server/users/users.ts';
import { officeName } from './rows.ts';

const superAdminPassword = 'northern-lights-2026';
const admin = { name: officeName, email: 'office@maplegate.example', password: 'rickshaw-river-2026' };

/** Creates the accounts, unless the product was set up before; then the decisions are by a name without an account. */
export async function createAccounts(ctx: Context): Promise<{ actor: Actor; areCreated: boolean }> {
  const actor: Actor = {
    id: '',
    name: officeName,
    email: admin.email,
    role: defaultRole,
    rights,
    sessionId: '',
    isConfirmed: false,
    passwordChangeNeeded: false,
    hasSecondFactor: false,
  };
  if (await isSetUp(ctx)) return { actor, areCreated: false };
  const settings = { ...ctx.settings, superAdminPassword: ctx.settings.superAdminPassword ?? superAdminPassword };
  await prepareSetup({ ...ctx, settings });
  const { id } = await addUser(systemContext(ctx), { ...admin, role: defaultRole });
  return { actor: { ...actor, id }, areCreated: true };
}

export function accountLines({ settings }: Context): string[] {
  const password = settings.superAdminPassword ? '(SUPER_ADMIN_PASSWORD)' : superAdminPassword;
  return [
    'Accounts:',
    `  super admin  ${settings.superAdminEmail}  ${password}`,
    `  admin        ${admin.email}  ${admin.password}`,
  ];
}
