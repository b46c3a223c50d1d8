/**
 * Calls the API for all screens of the office, with the timeout of the call, and repeats a call after the user has
 * signed in again or confirmed the password.
 */
import type { Answers, ErrorBody } from '../../../contract/answers.ts';
import { type CallInput, type CallResult, createClient } from '../../../contract/client.ts';
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { limits } from '../../../contract/limits.ts';
import { forEachDecisionCall } from '../../../contract/status.ts';
import { hasUnsaved } from '../frame/unsaved.ts';
import { askToConfirm } from '../session/confirmation.ts';
import { leaveTo, signInAgain } from '../session/session-end.ts';
import { newPasswordPath, secondFactorPath } from '../session/sign-in-paths.ts';
import { storedToken } from '../session/stored-token.ts';

/** The server did not answer: it is down, unreachable or too slow. */
export class NoAnswer extends Error {
  readonly isTimeout: boolean;
  constructor(cause: unknown) {
    super('The server did not answer.', { cause });
    this.isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
  }
}

/** The server answered with an error. */
export class CallFailed extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  constructor(status: number, body: ErrorBody) {
    super(body.code);
    this.status = status;
    this.body = body;
  }
}

const timeoutsMs: Partial<Record<EndpointName, number>> = {
  login: limits.quickTimeoutMs,
  confirm: limits.quickTimeoutMs,
  addUser: limits.quickTimeoutMs,
  profile: limits.quickTimeoutMs,
  // It may concern thousands of applications, which the server assigns in batches.
  assign: limits.uploadTimeoutMs,
  ...forEachDecisionCall(() => limits.quickTimeoutMs),
};

const client = createClient((path, init) =>
  fetch(path, init).catch((cause: unknown) => {
    throw new NoAnswer(cause);
  }),
);

/** Returns the response whatever its status. Throws `NoAnswer`, or the reason of the caller's own signal. */
export async function call<Name extends EndpointName>(
  name: Name,
  { signal, ...input }: CallInput = {},
): Promise<CallResult<Answers[Name]>> {
  return retryAfterSignIn(name, () => {
    const timeout = AbortSignal.timeout(timeoutsMs[name] ?? limits.listTimeoutMs);
    return client
      .call(name, { ...input, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
      .catch((error) => {
        throw signal?.aborted ? signal.reason : error;
      });
  });
}

/** Returns the data of the response; throws an error response as `CallFailed`. */
export async function answerOf<Name extends EndpointName>(name: Name, input?: CallInput): Promise<Answers[Name]> {
  const result = await call(name, input);
  if (!result.ok) throw new CallFailed(result.status, result.error);
  return result.data;
}

/** These calls use POST, but no work is lost if the session ends during them. */
const readsByPost: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'searchApplications',
  'searchAudit',
  'exportAudit',
  'exportApplications',
  'importReport',
]);

/** Repeats the call after each sign-in or confirmation while it is refused for lack of that. */
export async function retryAfterSignIn<T>(
  name: EndpointName,
  attempt: () => Promise<CallResult<T>>,
): Promise<CallResult<T>> {
  for (;;) {
    const token = storedToken();
    const result = await attempt();
    // Signing in again may show that the password was reset, or that a second factor is now required.
    const code = result.ok ? null : result.error.code;
    if (code === 'password_change_needed' && !hasUnsaved()) leaveTo(newPasswordPath);
    if (code === 'second_factor_needed' && !hasUnsaved()) leaveTo(secondFactorPath);
    if (code === 'confirmation_needed') {
      if ((await askToConfirm()) === 'given up') return result;
      continue;
    }
    // The check of a field that is left may fail; asking would open a dialogue under the pointer that presses Save.
    if (result.ok || result.error.code !== 'unauthorized' || name === 'takenValues') return result;
    await signInAgain(endpoints[name].method !== 'GET' && !readsByPost.has(name), token);
  }
}
