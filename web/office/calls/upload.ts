/**
 * Calls that upload files. They use XMLHttpRequest because `fetch` reports no upload progress. Their timeout restarts
 * whenever bytes are sent, so that a slow connection does not fail.
 */
import type { Answers } from '../../../contract/answers.ts';
import { type CallInput, type CallResult, createClient, type Fetch } from '../../../contract/client.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { limits } from '../../../contract/limits.ts';
import { NoAnswer, retryAfterSignIn } from './api.ts';
import { startIdleTimeout } from './idle-timeout.ts';

interface UploadInput extends CallInput {
  form: FormData;
  /** The share of the bytes that has been sent, from 0 to 1. */
  onProgress?: (progress: number) => void;
}

/** The response waits until the rows of the uploaded file are read. */
const importTimeoutMs = 120_000;

const idleTimeoutsMs: Partial<Record<EndpointName, number>> = {
  addSlide: limits.quickTimeoutMs,
  addImport: importTimeoutMs,
};

/** Returns and throws like `call`. */
export function upload<Name extends EndpointName>(
  name: Name,
  { onProgress, ...input }: UploadInput,
): Promise<CallResult<Answers[Name]>> {
  const send: Fetch = (path, init) =>
    sendWithProgress(path, init, idleTimeoutsMs[name] ?? limits.uploadTimeoutMs, onProgress);
  return retryAfterSignIn(name, () => createClient(send).call(name, input));
}

function sendWithProgress(
  path: string,
  { method = 'POST', headers, body, signal }: RequestInit,
  idleTimeoutMs: number,
  onProgress: UploadInput['onProgress'],
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    if (signal?.aborted) return reject(signal.reason);
    const idle = startIdleTimeout(idleTimeoutMs);
    const cleanUp = () => {
      idle.stop();
      signal?.removeEventListener('abort', cancel);
    };
    const fail = (error: unknown) => {
      cleanUp();
      reject(error);
    };
    const cancel = () => {
      fail(signal?.reason);
      request.abort();
    };
    idle.signal.addEventListener('abort', () => {
      fail(new NoAnswer(idle.signal.reason));
      request.abort();
    });
    signal?.addEventListener('abort', cancel);
    request.upload.onprogress = ({ loaded, total }) => {
      idle.restart();
      onProgress?.(total ? loaded / total : 0);
    };
    request.onload = () => {
      cleanUp();
      const isEmpty = request.status === 204;
      const type = request.getResponseHeader('content-type') ?? '';
      resolve(
        new Response(isEmpty ? null : request.response, { status: request.status, headers: { 'content-type': type } }),
      );
    };
    request.onerror = () => fail(new NoAnswer(new TypeError('The connection failed.')));
    request.open(method, path);
    new Headers(headers).forEach((value, key) => {
      request.setRequestHeader(key, value);
    });
    request.send(body as XMLHttpRequestBodyInit);
  });
}
