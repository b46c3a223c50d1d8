/** Reads a form that was posted to a page, up to the limits of a form. */
import { data } from 'react-router';
import { limits } from '../../contract/limits.ts';
import { hasTooManyParameters } from '../../contract/parameters.ts';

/** `server/pages/rendering.ts` passes on only the body of a form, and no more of it than makes it too long. */
export async function postedForm(request: Request): Promise<URLSearchParams> {
  const text = await request.text();
  if (text.length > limits.jsonBodyBytesMax) throw data('body_too_large', 413);
  if (hasTooManyParameters(text)) throw data('bad_request', 400);
  const form = new URLSearchParams(text);
  if (new Set(form.keys()).size < form.size) throw data('bad_request', 400);
  return form;
}
