/** Calls whose response is a file to download. */
import { errorBody, pathOf } from '../../../contract/client.ts';
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { CallFailed, NoAnswer, retryAfterSignIn } from './api.ts';

/** Unlike other calls it has no timeout, since the time depends on the length of the file. */
export async function download(name: EndpointName, json: object, params?: Record<string, string>): Promise<Blob> {
  const result = await retryAfterSignIn<Blob>(name, async () => {
    const init = {
      method: endpoints[name].method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    };
    const failed = (cause: unknown) => {
      throw new NoAnswer(cause);
    };
    const response = await fetch(pathOf(name, params && { params }), init).catch(failed);
    const { status } = response;
    if (!response.ok) return { ok: false, status, error: await errorBody(response), response };
    return { ok: true, status, data: await response.blob().catch(failed), response };
  });
  if (!result.ok) throw new CallFailed(result.status, result.error);
  return result.data;
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
