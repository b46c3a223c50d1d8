/** The dashboard's counts over HTTP. */
import { json } from '../http/answer.ts';
import type { Handlers } from '../http/routes.ts';
import { summarize } from './dashboard.ts';

export const dashboardHandlers = {
  applicationSummary: async ({ ctx }) => json(await summarize(ctx)),
} satisfies Partial<Handlers>;
