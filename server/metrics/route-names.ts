/**
 * The names under which requests are counted: that of an endpoint, or the pattern of a page. They come from the tables
 * of the contract, so a path that somebody made up is counted with all other unknown ones.
 */
import { endpoints } from '../../contract/endpoints.ts';
import { languageNames, pathIn } from '../../contract/language.ts';
import { noFilePage, officeScreens, openScreens, pathsOf, publicPages } from '../../contract/pages.ts';

/** Without its token the path cannot be told from an unknown one under `/api`. */
export const metricsPath = '/metrics';

const names = new Map(Object.entries(endpoints).map(([name, { method, path }]) => [`${method} ${path}`, name]));

/** The pattern of a route that is no call stays as it is. */
export function routeName(method: string, route: string): string {
  return names.get(`${method === 'HEAD' ? 'GET' : method} ${route}`) ?? route;
}

const patterns: readonly string[] = [
  ...publicPages.flatMap(pathsOf),
  ...languageNames.map((language) => pathIn(language, '/view-one/:document')),
  ...pathsOf(noFilePage),
  ...[...openScreens, ...officeScreens].map((screen) => `/${screen}`),
];
const plain = new Set(patterns);
const shapes = patterns
  .filter((pattern) => pattern.includes(':'))
  .map((pattern) => ({ pattern, shape: new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`) }));

/** The pattern of the page at a path, also where its data alone is asked for. */
export function pagePattern(path: string): string {
  const page = path.endsWith('.data') ? path.slice(0, -'.data'.length).replace(/\/_root$/, '/') : path;
  if (plain.has(page)) return page;
  return shapes.find(({ shape }) => shape.test(page))?.pattern ?? 'unknown page';
}
