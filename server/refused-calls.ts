/** Calls that somebody who is signed in was refused, for the audit log: what the role does not allow, and what another site sent. */
import { endpoints } from '../contract/endpoints.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { noteRefusal } from './audit/refusals.ts';
import { type Resources, systemContext } from './context.ts';
import { cookieOf, cookiesOf } from './http/cookies.ts';
import type { RequestHead } from './http/request-head.ts';
import { Refusal } from './refusal.ts';
import { authenticate } from './sessions/sessions.ts';

const noted = new Set<ErrorCode>(['forbidden', 'cross_site']);

const patterns = Object.values(endpoints).map(({ path }) => ({
  path,
  shape: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Beside the answer, which does not wait for it. */
export function noteRefusedCall(resources: Resources, error: unknown, { method, path, headers }: RequestHead): void {
  if (!(error instanceof Refusal) || !noted.has(error.code)) return;
  const { code } = error;
  // Its pattern, so that ids neither stand in the log nor make one call many.
  const call = patterns.find(({ shape }) => shape.test(path))?.path;
  if (!call) return;
  authenticate(systemContext(resources), cookieOf(cookiesOf(headers), 'session', resources.settings)).then(
    (actor) => {
      if (actor)
        noteRefusal(resources, {
          action: 'call.refused',
          record: null,
          actor,
          detail: { call: `${method} ${call}`, code },
        });
    },
    // The database does not answer: then there is nobody to name, and nowhere to write it.
    () => {},
  );
}
