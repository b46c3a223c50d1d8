/**
 * Lists the routes of an app: each path of the router with its methods. The metrics are left out, because without their
 * token they answer like an unknown path.
 */
import type { App } from '../server/app.ts';
import { metricsPath } from '../server/http/routes.ts';

export async function routesOf(app: App): Promise<string[]> {
  await app.ready();
  const paths: string[] = [];
  const parents: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = ''] = /^((?:│ {3}| {4})*)[├└]── (\S+) \(/.exec(line) ?? [];
    if (!part) continue;
    const depth = indent.length / 4;
    const path = (parents[depth - 1] ?? '') + part;
    parents.splice(depth, parents.length, path);
    paths.push(path.replace(/:(\w+)/g, '{$1}'));
  }
  const shown = paths.filter((path) => path !== metricsPath);
  const calls = shown.map(async (path) => {
    const url = path.replace('{id}', 'a'.repeat(24)).replace(/\{\w+\}/, 'a');
    const { statusCode, headers } = await app.inject({ method: 'OPTIONS', url });
    if (statusCode !== 405) throw new Error(`OPTIONS ${path} is answered with ${statusCode}.`);
    const methods = String(headers.allow).split(', ');
    return methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`);
  });
  return (await Promise.all(calls)).flat();
}
