/**
 * Translates errors of an S3 server or of its connection: into sentences for the owner at the start, and into faults
 * later.
 */
import { OperatorError } from '../operator-error.ts';
import type { Bucket } from './bucket.ts';
import { StorageFault } from './storage.ts';

interface S3Error extends Error {
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** The names and codes of errors that occur before S3 answers: in the network, in TLS or in HTTP. */
const connectionError =
  /^(TimeoutError|AbortError|ECONN\w+|EPIPE|EPROTO|ENOTFOUND|EAI_\w+|E(HOST|NET)\w+|ETIMEDOUT|HPE_\w+|ERR_(TLS|SSL)\w+|UNABLE_TO_\w+|\w*CERT\w*)$/;
const keyRefused = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'InvalidToken', 'ExpiredToken'];
const wrongRegion = ['PermanentRedirect', 'AuthorizationHeaderMalformed', 'IllegalLocationConstraintException'];

export function isMissing(error: unknown): boolean {
  return ['NoSuchKey', 'NotFound'].includes((error as S3Error).name);
}

/** Whether no answer arrived in time; the client uses the same error name for a broken connection. */
export function isTimeout(error: unknown): boolean {
  const { name, code = '' } = error as S3Error;
  return ['TimeoutError', 'AbortError'].includes(name) && !['ECONNRESET', 'EPIPE'].includes(code);
}

/** Errors of the server or of the connection become faults of the storage; a programming error is returned as it is. */
export function faultOf(error: unknown): unknown {
  const { name, code, $metadata } = error as S3Error;
  const status = $metadata?.httpStatusCode;
  const word = wordOf(error as S3Error);
  if (status === 507 || /StorageFull|QuotaExceeded/.test(name)) return new StorageFault('full', word, { cause: error });
  if (status || connectionError.test(name) || connectionError.test(code ?? '') || name === 'CredentialsProviderError')
    return new StorageFault('unavailable', word, { cause: error });
  return error;
}

/** The error for the owner when the product cannot start with the bucket. */
export function startErrorOf(error: unknown, bucket: Bucket): unknown {
  const { name, code, $metadata } = error as S3Error;
  const at = bucket.endpoint ?? `Amazon S3 in ${bucket.region}`;
  const options = { cause: error };
  const word = wordOf(error as S3Error);
  if (name === 'CredentialsProviderError')
    return new OperatorError('The storage needs a key. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.', options);
  if (connectionError.test(name) || connectionError.test(code ?? ''))
    return new OperatorError(
      `The storage at ${at} does not answer (${word}). Check the endpoint of STORAGE_URL.`,
      options,
    );
  if (name === 'NoSuchBucket')
    return new OperatorError(`There is no bucket ${bucket.name} at ${at}. Make it, or correct STORAGE_URL.`, options);
  if (keyRefused.includes(name))
    return new OperatorError(
      `The storage at ${at} does not accept the key (${word}). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
      options,
    );
  if (wrongRegion.includes(name) || $metadata?.httpStatusCode === 301)
    return new OperatorError(
      `The bucket ${bucket.name} is not in the region ${bucket.region} (${word}). Correct STORAGE_URL.`,
      options,
    );
  if ($metadata?.httpStatusCode === 403)
    return new OperatorError(
      `The key may not list, read and write in the bucket ${bucket.name} (${word}). Give it these rights.`,
      options,
    );
  if ($metadata?.httpStatusCode)
    return new OperatorError(
      `The server at ${at} is not an S3 server (${word}). Check the endpoint of STORAGE_URL.`,
      options,
    );
  return error;
}

function wordOf({ name, code, $metadata }: S3Error): string {
  const word = [code, name].find((text) => text && /^\w{1,40}$/.test(text) && !/^(Error|Unknown\w*)$/.test(text));
  return word ?? String($metadata?.httpStatusCode ?? 'unknown');
}
