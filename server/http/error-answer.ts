/** Turns every thrown error into an answer, and logs those that the caller did not cause. */
import type { ErrorBody } from '../../contract/answers.ts';
import { type ErrorCode, errorText } from '../../contract/errors.ts';
import type { Resources } from '../context.ts';
import { httpStatusOf } from '../error-statuses.ts';
import { errorDetail, type Log } from '../log.ts';
import { Refusal } from '../refusal.ts';
import { refusalOf } from '../refusal-of.ts';
import { type Answer, json } from './answer.ts';
import { expiredSessionCookies } from './cookies.ts';

/** The answer to a failed request. Unexpected errors are logged. */
export function errorAnswer(
  error: unknown,
  { database, settings, log }: Pick<Resources, 'database' | 'settings'> & { log: Log },
  request: { requestId: string; route: string },
): Answer {
  const refusal = refusalOf(error, database);
  if (!refusal) log.error({ ...request, ...errorDetail(error) }, 'unexpected error');
  else if (refusal.code === 'unavailable' || refusal.code === 'disk_full')
    log.warn({ ...request, ...errorDetail(error) }, refusal.code);
  const answer = refusalAnswer(refusal ?? new Refusal('internal_error'), request.requestId);
  return refusal?.code === 'unauthorized' ? { ...answer, cookies: expiredSessionCookies(settings) } : answer;
}

function refusalAnswer(refusal: Refusal, requestId: string): Answer {
  const { code, detail } = refusal;
  const body: ErrorBody = { message: errorText(firstCode(refusal)), code, requestId };
  if (detail.fields) {
    body.errors = Object.fromEntries(Object.entries(detail.fields).map(([field, code]) => [field, errorText(code)]));
    body.errorCodes = detail.fields;
  }
  if (detail.methods) body.methods = detail.methods;
  if (detail.others) body.others = detail.others.map(({ id, name, count }) => ({ _id: id, name, count }));
  if (detail.current !== undefined) body.current = detail.current;
  return json(body, { status: httpStatusOf(code), headers: { 'cache-control': 'no-store', ...detail.headers } });
}

function firstCode({ code, detail }: Refusal): ErrorCode {
  return code === 'bad_request' ? (Object.values(detail.fields ?? {})[0] ?? code) : code;
}
