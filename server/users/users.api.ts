import type { SetupState, User } from '../../contract/answers.ts';
import { isAllowed } from '../../contract/roles.ts';
import { newUser, profileChange, setupRequest, userChange } from '../../contract/user.ts';
import { json } from '../http/answer.ts';
import { accept, readJson } from '../http/body.ts';
import type { Call, Handlers } from '../http/routes.ts';
import { Refusal } from '../refusal.ts';
import { changeProfile, completeSetup, isSetUp } from './setup.ts';
import { trySetupCode } from './setup-code.ts';
import type { Account } from './users.db.ts';
import { addUser, deleteUser, listUsers, updateUser } from './users.ts';

const created = { status: 201 };

export const userHandlers: Handlers = {
  async setup({ ctx }) {
    const needed = !(await isSetUp(ctx));
    const isOwner = isAllowed('superAdmin', ctx.actor?.role ?? null);
    const answer: SetupState = { needed, email: needed || isOwner ? ctx.settings.superAdminEmail : '' };
    return json(answer);
  },

  async profile(call) {
    const { ctx, request } = call;
    if (!(await isSetUp(ctx))) {
      if (!(await trySetupCode(ctx, request.headers.get('x-setup-code')))) throw new Refusal('invalid_setup_code');
      return json(present(await completeSetup(ctx, accept(setupRequest, await readJson(request)))), created);
    }
    const owner = superAdmin(call);
    return json(present(await changeProfile(ctx, owner, accept(profileChange, await readJson(request)))));
  },

  async users({ ctx }) {
    return json((await listUsers(ctx)).map(present));
  },

  async addUser({ ctx, request }) {
    return json(present(await addUser(ctx, accept(newUser, await readJson(request)))), created);
  },

  async updateUser({ ctx, request, params }) {
    const change = accept(userChange, await readJson(request));
    return json(present(await updateUser(ctx, params.id ?? '', change)));
  },

  async deleteUser({ ctx, params }) {
    return json(present(await deleteUser(ctx, params.id ?? '')));
  },
};

/** The endpoint is public for the set-up only, so the permission is checked here. */
function superAdmin({ ctx }: Call) {
  if (!ctx.actor) throw new Refusal('unauthorized');
  if (!isAllowed('superAdmin', ctx.actor.role)) throw new Refusal('forbidden');
  return ctx.actor;
}

function present({ id, name, email, role }: Account): User {
  return { _id: id, name, email, role };
}
