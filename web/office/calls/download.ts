/** Calls whose response is a file to download. */
import { errorBody, pathOf } from '../../../contract/client.ts';
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { limits } from '../../../contract/limits.ts';
import { CallFailed, NoAnswer, retryAfterSignIn } from './api.ts';
import { startIdleTimeout } from './idle-timeout.ts';

interface DownloadInput {
  json: object;
  params?: Record<string, string>;
  signal?: AbortSignal;
}

/**
 * Returns the file. Throws like `call`, but its timeout restarts whenever bytes arrive, since the time depends on the
 * length of the file.
 */
export async function download(name: EndpointName, { json, params, signal }: DownloadInput): Promise<Blob> {
  const result = await retryAfterSignIn<Blob>(name, async () => {
    const idle = startIdleTimeout(limits.downloadTimeoutMs);
    try {
      const response = await fetch(pathOf(name, params && { params }), {
        method: endpoints[name].method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(json),
        signal: signal ? AbortSignal.any([signal, idle.signal]) : idle.signal,
      });
      const { status } = response;
      if (!response.ok) return { ok: false, status, error: await errorBody(response), response };
      return { ok: true, status, data: await blobOf(response, idle.restart), response };
    } catch (cause) {
      throw signal?.aborted ? signal.reason : new NoAnswer(idle.signal.aborted ? idle.signal.reason : cause);
    } finally {
      idle.stop();
    }
  });
  if (!result.ok) throw new CallFailed(result.status, result.error);
  return result.data;
}

function blobOf({ body, headers }: Response, onBytes: () => void): Promise<Blob> {
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      onBytes();
      controller.enqueue(chunk);
    },
  });
  return new Response(body?.pipeThrough(counted) ?? null, { headers }).blob();
}

/** Saves the file as a download of the browser. */
export function saveAs(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers begin to read the file only after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
