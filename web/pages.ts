/** Renders a page for every request that is neither an API call nor a file; the server calls it. */

import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { homePath, languageOfPath } from '../contract/language.ts';
import { type PageContext, pageContext } from './page.ts';

/**
 * Other spellings of a path, such as `%2f`, `//` or a trailing slash, are unknown paths, and so are the data URLs of
 * React Router (`.data`), which no page requests.
 */
const plainPath = /^\/$|^(\/[A-Za-z0-9_-]+)+$/;

export function createPages(): (request: Request, context: PageContext) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.MODE);
  return async (request, context) => {
    const { pathname } = new URL(request.url);
    if (!plainPath.test(pathname)) return redirectHome(pathname);
    const answer = await handle(request, new RouterContextProvider(new Map([[pageContext, context]])));
    // A new response with the same body would lose its content length.
    const { headers } = answer;
    // Under `no-referrer` browsers post a form with `Origin: null` (Fetch standard, "append a request Origin
    // header"), and the cross-site check would refuse an older browser that sends no `Sec-Fetch-Site`.
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
