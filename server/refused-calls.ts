/**
 * Records in the audit log which calls of signed-in staff were refused: calls beyond their role or their rights, calls
 * before a required second factor or a new password, and calls from another site.
 */
import { endpoints } from '../contract/endpoints.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { logRefusal } from './audit/refusals.ts';
import { type Resources, systemContext } from './context.ts';
import { cookieOf, cookiesOf } from './http/cookies.ts';
import type { RequestHead } from './http/request-head.ts';
import { patternOf } from './http/routes.ts';
import { Refusal } from './refusal.ts';
import { authenticate } from './sessions/sessions.ts';

const recordedCodes = new Set<ErrorCode>([
  'forbidden',
  'right_missing',
  'outside_link_not_allowed',
  'cross_site',
  'second_factor_needed',
  'password_change_needed',
]);

const patterns = Object.values(endpoints).map(({ path }) => ({
  path,
  shape: patternOf(path),
}));

/** Runs in the background; the answer does not wait for it. */
export function noteRefusedCall(resources: Resources, error: unknown, { method, path, headers }: RequestHead): void {
  if (!(error instanceof Refusal) || !recordedCodes.has(error.code)) return;
  const { code } = error;
  // The pattern instead of the path: no ids in the log, and calls of one endpoint are counted together.
  const call = (patterns.find((each) => each.path === path) ?? patterns.find(({ shape }) => shape.test(path)))?.path;
  if (!call) return;
  authenticate(systemContext(resources), cookieOf(cookiesOf(headers), 'session', resources.settings)).then(
    (actor) => {
      if (actor)
        logRefusal(resources, {
          action: 'call.refused',
          record: null,
          actor,
          detail: { call: `${method} ${call}`, code },
        });
    },
    // Without the database, the actor is unknown and nothing can be written.
    () => {},
  );
}
