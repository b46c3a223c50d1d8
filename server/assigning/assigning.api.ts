/** The calls that assign records to staff, over HTTP. */
import type { Answers } from '../../contract/answers.ts';
import { json } from '../http/answer.ts';
import { accept, readJson } from '../http/body.ts';
import type { Handlers } from '../http/routes.ts';
import { assign, listColleagues } from './assigning.ts';
import { assignRequest } from './requests.ts';

export const assigningHandlers = {
  async colleagues({ ctx }) {
    const colleagues = await listColleagues(ctx);
    return json(
      colleagues.map(({ id, name, undecided }) => ({ _id: id, name, undecided })) satisfies Answers['colleagues'],
    );
  },

  async assign({ ctx, request }) {
    const { assigned, unchanged, gone, kept } = await assign(ctx, accept(assignRequest, await readJson(request)));
    return json({
      assigned,
      unchanged,
      gone,
      kept: kept.map(({ id, name, count }) => ({ _id: id, name, count })),
    } satisfies Answers['assign']);
  },
} satisfies Partial<Handlers>;
