/**
 * The API over the network, as every screen of the office calls it: with the time-out that
 * the call has, and once more when the person has signed in again or given the password that it needs.
 */
import type { Answers, ErrorBody } from '../../../contract/answers.ts';
import { type CallInput, type CallResult, createClient } from '../../../contract/client.ts';
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { limits } from '../../../contract/limits.ts';
import { forEachDecisionCall } from '../../../contract/status.ts';
import { hasUnsaved } from '../frame/unsaved.ts';
import { askToConfirm } from '../session/confirmation.ts';
import { leaveToNewPassword, signInAgain } from '../session/session-end.ts';

/** The server did not answer: it is down, out of reach or too slow. */
export class NoAnswer extends Error {
  readonly isTimeout: boolean;
  constructor(cause: unknown) {
    super('The server did not answer.', { cause });
    this.isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
  }
}

/** The server answered, and refused. */
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
  ...forEachDecisionCall(() => limits.quickTimeoutMs),
};

const client = createClient((path, init) =>
  fetch(path, init).catch((cause: unknown) => {
    throw new NoAnswer(cause);
  }),
);

/** What the server answered, whatever its status. Throws `NoAnswer`, or the reason of the caller's own signal. */
export async function call<Name extends EndpointName>(
  name: Name,
  { signal, ...input }: CallInput = {},
): Promise<CallResult<Answers[Name]>> {
  return whileSignedIn(name, () => {
    const timeout = AbortSignal.timeout(timeoutsMs[name] ?? limits.listTimeoutMs);
    return client
      .call(name, { ...input, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
      .catch((error) => {
        throw signal?.aborted ? signal.reason : error;
      });
  });
}

/** The answer alone; a refusal is thrown as `CallFailed`. */
export async function answerOf<Name extends EndpointName>(name: Name, input?: CallInput): Promise<Answers[Name]> {
  const result = await call(name, input);
  if (!result.ok) throw new CallFailed(result.status, result.error);
  return result.data;
}

/** Nothing is lost with these when the session ends, whatever their method. */
const readsByPost: ReadonlySet<EndpointName> = new Set<EndpointName>(['searchApplications', 'searchAudit']);

/** Tries again after each sign-in or confirmation for as long as that is what is missing. */
export async function whileSignedIn<T>(
  name: EndpointName,
  attempt: () => Promise<CallResult<T>>,
): Promise<CallResult<T>> {
  for (;;) {
    const result = await attempt();
    // Signed in again, in place, with a password that a reset has given.
    if (!result.ok && result.error.code === 'password_change_needed' && !hasUnsaved()) leaveToNewPassword();
    if (!result.ok && result.error.code === 'confirmation_needed') {
      if ((await askToConfirm()) === 'given up') return result;
      continue;
    }
    if (result.ok || result.error.code !== 'unauthorized') return result;
    await signInAgain(endpoints[name].method !== 'GET' && !readsByPost.has(name));
  }
}
