/** The door that the server calls for everything that is neither the API nor a file: one request in, one page out. */

import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { homePath, languageOfPath } from '../contract/language.ts';
import { type PageDoor, pageContext } from './page.ts';

/**
 * Other spellings of a path, such as `%2f`, `//` or a slash at the end, are unknown paths,
 * and so are the router's data URLs (`.data`): no page asks for them, so none is a door.
 */
const plainPath = /^\/$|^(\/[A-Za-z0-9_-]+)+$/;

export function createPages(): (request: Request, door: PageDoor) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.MODE);
  return async (request, door) => {
    const { pathname } = new URL(request.url);
    if (!plainPath.test(pathname)) return redirectHome(pathname);
    const answer = await handle(request, new RouterContextProvider(new Map([[pageContext, door]])));
    // Not another response with the same body: its length would be lost.
    const { headers } = answer;
    // Under `no-referrer` a form is posted with `Origin: null`, which an older browser without
    // `Sec-Fetch-Site` could not live down (Fetch standard, "append a request Origin header").
    headers.set('referrer-policy', 'same-origin');
    if (answer.status === 405) headers.set('allow', 'GET, HEAD');
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    return answer;
  };
}

function redirectHome(pathname: string): Response {
  const headers = { location: homePath(languageOfPath(pathname)), 'cache-control': 'no-store' };
  return new Response(null, { status: 302, headers });
}
