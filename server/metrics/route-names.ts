/**
 * The names under which requests are counted: that of an endpoint, or the pattern of a page. They come from the tables
 * of the contract, and all unknown paths are counted together.
 */
import { endpoints } from '../../contract/endpoints.ts';
import { languageNames, pathIn } from '../../contract/language.ts';
import { noFilePage, officeScreens, openScreens, pathsOf, publicPages } from '../../contract/pages.ts';

const names = new Map(Object.entries(endpoints).map(([name, { method, path }]) => [`${method} ${path}`, name]));

/** The name of the endpoint, or for another route its pattern. */
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

/** The pattern of the page at a path; a request for the data of a page counts for it as well. */
export function pagePattern(path: string): string {
  const page = path.endsWith('.data') ? path.slice(0, -'.data'.length).replace(/\/_root$/, '/') : path;
  if (plain.has(page)) return page;
  return shapes.find(({ shape }) => shape.test(page))?.pattern ?? 'unknown page';
}
