/** Turns every thrown error into an answer and a log entry. */
import type { ErrorBody } from '../../contract/answers.ts';
import { type ErrorCode, errorText } from '../../contract/errors.ts';
import type { Resources } from '../context.ts';
import type { Database } from '../db/database.ts';
import { httpStatusOf } from '../error-statuses.ts';
import { isDiskFull } from '../full-disk.ts';
import { errorDetail, type Log } from '../log.ts';
import { Refusal, retryLater } from '../refusal.ts';
import { StorageFault } from '../storage/storage.ts';
import { type Answer, json } from './answer.ts';
import { expiredSessionCookies } from './cookies.ts';

const retryAfterSeconds = 2;

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
  if (detail.others) body.others = detail.others;
  if (detail.current !== undefined) body.current = detail.current;
  return json(body, { status: httpStatusOf(code), headers: { 'cache-control': 'no-store', ...detail.headers } });
}

/** The refusal for a fault of the database, the disk or the storage; null for an unexpected error. */
function refusalOf(error: unknown, database: Database): Refusal | null {
  if (error instanceof Refusal) return error;
  const fault = error instanceof StorageFault ? error.kind : database.faultOf(error);
  if (fault === 'full' || isDiskFull(error)) return new Refusal('disk_full');
  if (fault === 'unavailable' || fault === 'conflict') return retryLater('unavailable', retryAfterSeconds);
  return null;
}

function firstCode({ code, detail }: Refusal): ErrorCode {
  return code === 'bad_request' ? (Object.values(detail.fields ?? {})[0] ?? code) : code;
}
