/** The accounts of the staff, the set-up and the profile of the super admin over HTTP. */
import type { StaffUser } from '../../contract/account-answers.ts';
import type { Answers } from '../../contract/answers.ts';
import { isAllowed } from '../../contract/roles.ts';
import { newUser, profileChange, setupRequest, userChange } from '../../contract/user.ts';
import { signedIn } from '../context.ts';
import { json, noContent } from '../http/answer.ts';
import { accept, readJson } from '../http/body.ts';
import type { Call, Handlers } from '../http/routes.ts';
import { Refusal } from '../refusal.ts';
import { presentSession, presentUser } from '../sessions/present.ts';
import {
  endUserSession,
  endUserSessions,
  resumeUser,
  rightsOf,
  setRights,
  suspendUser,
  userSessions,
} from './access.ts';
import { rightsChange } from './requests.ts';
import { changeProfile, completeSetup, isSetUp } from './setup.ts';
import { trySetupCode } from './setup-code.ts';
import type { StaffAccount } from './users.db.ts';
import { addUser, deleteUser, listUsers, updateUser } from './users.ts';

const created = { status: 201 };

export const userHandlers = {
  async setup({ ctx }) {
    const needed = !(await isSetUp(ctx));
    const own = isAllowed('superAdmin', ctx.actor?.role ?? null) ? ctx.actor?.email : undefined;
    const answer: Answers['setup'] = { needed, email: needed ? ctx.settings.superAdminEmail : (own ?? '') };
    return json(answer);
  },

  async profile(call) {
    const { ctx, request } = call;
    if (!(await isSetUp(ctx))) {
      if (!(await trySetupCode(ctx, request.headers.get('x-setup-code')))) throw new Refusal('invalid_setup_code');
      return json(presentUser(await completeSetup(ctx, accept(setupRequest, await readJson(request)))), created);
    }
    requireSuperAdmin(call);
    const change = accept(profileChange, await readJson(request));
    // Anybody may call this before the set-up, so nothing else refuses a session that ended while the body arrived.
    return json(presentUser(await changeProfile(ctx, requireSuperAdmin(call), change)));
  },

  async users({ ctx }) {
    return json((await listUsers(ctx)).map(presentStaff));
  },

  async addUser({ ctx, request }) {
    return json(presentStaff(await addUser(ctx, accept(newUser, await readJson(request)))), created);
  },

  async updateUser({ ctx, request, params }) {
    const change = accept(userChange, await readJson(request));
    return json(presentStaff(await updateUser(ctx, params.id, change)));
  },

  async deleteUser({ ctx, params }) {
    return json(presentStaff(await deleteUser(ctx, params.id)));
  },

  async suspendUser({ ctx, params }) {
    return json(presentStaff(await suspendUser(ctx, params.id)));
  },

  async resumeUser({ ctx, params }) {
    return json(presentStaff(await resumeUser(ctx, params.id)));
  },

  async setRights({ ctx, request, params }) {
    const { rights } = accept(rightsChange, await readJson(request));
    return json(presentStaff(await setRights(ctx, params.id, rights)));
  },

  async userSessions({ ctx, params }) {
    return json((await userSessions(ctx, signedIn(ctx), params.id)).map(presentSession));
  },

  async endUserSession({ ctx, params }) {
    await endUserSession(ctx, signedIn(ctx), params.id, params.sessionId);
    return noContent();
  },

  async endUserSessions({ ctx, params }) {
    await endUserSessions(ctx, params.id);
    return noContent();
  },
} satisfies Partial<Handlers>;

/** The endpoint is public because of the set-up, so the permission is checked here. */
function requireSuperAdmin({ ctx }: Call) {
  const actor = signedIn(ctx);
  if (!isAllowed('superAdmin', actor.role)) throw new Refusal('forbidden');
  return actor;
}

function presentStaff(account: StaffAccount): StaffUser {
  return { ...presentUser(account), suspendedAt: account.suspendedAt, rights: rightsOf(account) };
}
