/** The calls that assign records to staff, over HTTP. */
import { json } from '../http/answer.ts';
import { accept, readJson } from '../http/body.ts';
import type { Handlers } from '../http/routes.ts';
import { assign, listColleagues } from './assigning.ts';
import { assignRequest } from './requests.ts';

export const assigningHandlers = {
  colleagues: async ({ ctx }) => json(await listColleagues(ctx)),
  assign: async ({ ctx, request }) => json(await assign(ctx, accept(assignRequest, await readJson(request)))),
} satisfies Partial<Handlers>;
