/** Reads a form that was posted to a page, up to the limits of a form. */
import { data } from 'react-router';
import { limits } from '../../contract/limits.ts';
import { hasTooManyParameters } from '../../contract/parameters.ts';

/** A body of another content type counts as an empty form. */
export async function postedForm(request: Request): Promise<URLSearchParams> {
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('content-type') ?? '');
  if (!isForm || !request.body) return new URLSearchParams();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.byteLength;
    if (bytes > limits.jsonBodyBytesMax) throw data('body_too_large', 413);
    text += decoder.decode(chunk, { stream: true });
  }
  text += decoder.decode();
  if (hasTooManyParameters(text)) throw data('bad_request', 400);
  return new URLSearchParams(text);
}
