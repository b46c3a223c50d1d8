/** Renders a page for every request that is neither an API call nor a file; the server calls it. */

import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { homePath, languageOfPath } from '../contract/language.ts';
import { isOfficePath } from '../contract/pages.ts';
import { type PageContext, pageContext, type RenderedPage } from './page-context.ts';
import { openSite } from './site/render.tsx';

/**
 * Other spellings of a path, such as `%2f`, `//` or a trailing slash, are unknown paths, and so are the data URLs of
 * React Router (`.data`), which no page requests.
 */
const plainPath = /^\/$|^(\/[A-Za-z0-9_-]+)+$/;

export function createPages(): (request: Request, context: PageContext) => Promise<RenderedPage> {
  const renderOffice = createRequestHandler(build, import.meta.env.MODE);
  const renderSite = openSite(build);
  return async (request, context) => {
    const { pathname } = new URL(request.url);
    if (!plainPath.test(pathname)) return redirectHome(pathname);
    const routerContext = new RouterContextProvider(new Map([[pageContext, context]]));
    const page = isOfficePath(pathname)
      ? await pageOf(await renderOffice(request, routerContext))
      : await renderSite(request, routerContext);
    const headers: Record<string, string> = {
      'cache-control': 'no-store',
      ...page.headers,
      // Under `no-referrer` browsers post a form with `Origin: null` (Fetch standard, "append a request Origin
      // header"), and the cross-site check would refuse an older browser that sends no `Sec-Fetch-Site`.
      'referrer-policy': 'same-origin',
    };
    if (page.status === 405) headers.allow = 'GET, HEAD';
    return { ...page, headers };
  };
}

async function pageOf(response: Response): Promise<RenderedPage> {
  const { status, headers } = response;
  return { status, headers: Object.fromEntries(headers), html: await response.text() };
}

function redirectHome(pathname: string): RenderedPage {
  const headers = { location: homePath(languageOfPath(pathname)), 'cache-control': 'no-store' };
  return { status: 302, headers, html: '' };
}
