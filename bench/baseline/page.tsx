/**
 * The page of a found application, rendered by React alone: the product's own components with their data at hand. Built
 * for `status-check.ts` without the product's router, loaders and server.
 */
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  Outlet,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { HtmlDocument } from '../../web/site/html-document.tsx';
import SiteLayout from '../../web/site/layout.tsx';
import ViewOne from '../../web/site/view-one.tsx';

const routes = [
  {
    id: 'root',
    path: '/',
    Component: Outlet,
    children: [{ id: 'site', Component: SiteLayout, children: [{ id: 'copy', path: 'view-one', Component: ViewOne }] }],
  },
];
const handler = createStaticHandler(routes);
const context = (await handler.query(new Request('http://localhost/view-one'))) as StaticHandlerContext;
const router = createStaticRouter(handler.dataRoutes, context);

export function write(root: object, site: object, copy: object, style: string): string {
  context.loaderData = { root, site, copy };
  return renderToString(
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the style sheets of the product's own page.
    <HtmlDocument language="en" style={<style dangerouslySetInnerHTML={{ __html: style }} />}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </HtmlDocument>,
  );
}
