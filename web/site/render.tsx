/**
 * Renders the public pages. React does not run in the browser there, so they do not need the request handler of React
 * Router's framework, which also encodes all data of a page for the browser.
 */
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  Outlet,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { languageOfPath } from '../../contract/language.ts';
import { Failure } from '../failure.tsx';
import { pageContext, type RenderedPage } from '../page-context.ts';
import { HtmlDocument } from './html-document.tsx';
import { openStyles, type Style } from './styles.tsx';

export function openSite(build: ServerBuild) {
  const { query, dataRoutes } = createStaticHandler(routesUnder(undefined, build.routes));
  const stylesOf = openStyles(build);

  const renderPage = (page: StaticHandlerContext, style: Style) => {
    const router = createStaticRouter(dataRoutes, page);
    return renderToString(
      <HtmlDocument language={languageOfPath(page.location.pathname)} style={style.element}>
        <StaticRouterProvider router={router} context={page} hydrate={false} />
      </HtmlDocument>,
    );
  };

  return async (request: Request, context: RouterContextProvider): Promise<RenderedPage> => {
    const { reportError } = context.get(pageContext);
    const page = await query(request, { requestContext: context });
    if (page instanceof Response) return redirectOf(page);
    for (const error of Object.values(page.errors ?? {})) if (!isRouteErrorResponse(error)) reportError(error);
    const style = await stylesOf(page);
    let html: string;
    try {
      html = renderPage(page, style);
    } catch (error) {
      reportError(error);
      page.statusCode = 500;
      page.errors = { root: error };
      html = renderPage(page, style);
    }
    const headers = { ...headersIn(page), 'content-type': 'text/html; charset=utf-8' };
    return { status: page.statusCode, headers, html: `<!DOCTYPE html>${html}`, styleHash: style.hash };
  };
}

/** The routes of the build for React Router without its framework, except those of the office. */
function routesUnder(parentId: string | undefined, routes: ServerBuild['routes']): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId && route.id !== 'office')
    .map(({ id, path, index, caseSensitive, module: { loader, action, default: Component } }) => ({
      id,
      path,
      index,
      caseSensitive,
      loader,
      action,
      ...(parentId === undefined ? { Component: Outlet, ErrorBoundary: Failure } : { Component }),
      children: index ? undefined : routesUnder(id, routes),
    })) as RouteObject[];
}

function redirectOf({ status, headers }: Response): RenderedPage {
  return { status, headers: Object.fromEntries(headers), html: '' };
}

/** The headers that the loaders and the action returned with their data. */
function headersIn({ loaderHeaders, actionHeaders }: StaticHandlerContext): Record<string, string> {
  const all = [...Object.values(actionHeaders), ...Object.values(loaderHeaders)];
  return Object.fromEntries(all.flatMap((headers) => [...headers]));
}
