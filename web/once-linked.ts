/**
 * Keeps an `import()` from linking a style sheet again that the document links. React Router appends `#` to the URL of
 * a sheet that an `import()` needs as well, so that Vite does not find it and links it a second time, after the sheets
 * that override it. Within the office all sheets stay in the document, so one link is enough.
 */

interface Manifest {
  routes: Record<string, { css?: string[] } | undefined>;
}

/** The URL of a sheet as it is served. */
export const servedUrl = (url: string) => url.replace(/#$/, '');

export function onceLinked<T extends Manifest>(manifest: T): T {
  const routes = Object.entries(manifest.routes).map(([id, route]) => [
    id,
    route && { ...route, ...(route.css && { css: route.css.map(servedUrl) }) },
  ]);
  return { ...manifest, routes: Object.fromEntries(routes) };
}
