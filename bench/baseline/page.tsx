/**
 * The page of a found application as React alone writes it: the product's own components on data that is there already.
 * Built for `status-check.ts` without the product's router, loaders and server.
 */
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  Outlet,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import SiteLayout from '../../web/site/layout.tsx';
import ViewOne from '../../web/site/view-one.tsx';
import { LanguageProvider } from '../../web/texts/texts.tsx';

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

export function write(root: object, site: object, copy: object): string {
  context.loaderData = { root, site, copy };
  return renderToString(
    <LanguageProvider value="en">
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </LanguageProvider>,
  );
}
