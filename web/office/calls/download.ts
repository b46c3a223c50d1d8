/** Calls whose answer is a file for the reader's computer. */
import { errorBody, pathOf } from '../../../contract/client.ts';
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { CallFailed, NoAnswer, whileSignedIn } from './api.ts';

/** Without the time-out of other calls: it ends with the file, however long that is. */
export async function download(name: EndpointName, json: object): Promise<Blob> {
  const result = await whileSignedIn<Blob>(name, async () => {
    const init = {
      method: endpoints[name].method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    };
    const failed = (cause: unknown) => {
      throw new NoAnswer(cause);
    };
    const response = await fetch(pathOf(name), init).catch(failed);
    const { status } = response;
    if (!response.ok) return { ok: false, status, error: await errorBody(response), response };
    return { ok: true, status, data: await response.blob().catch(failed), response };
  });
  if (!result.ok) throw new CallFailed(result.status, result.error);
  return result.data;
}

/** Saves it as the browser saves what a link leads to. */
export function saveAs(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers begin to read it only after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
