/**
 * Who may read the metrics, and what is counted for them. The metrics and their library are loaded only where a token
 * is set: elsewhere nobody can read them, and the library takes some megabytes.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Resources } from '../context.ts';
import type { RequestHead } from '../http/request-head.ts';
import type { PrometheusMetrics } from './prometheus.ts';
import { routeName } from './route-names.ts';

export interface Metrics {
  /** Null unless the caller has shown the token; always null where none is set. */
  metricsFor(authorization: string | null): PrometheusMetrics | null;
  countRequest(head: Pick<RequestHead, 'method' | 'route' | 'startedAt'>, status: number): void;
}

const digest = (secret: string) => createHash('sha256').update(secret).digest();

export async function openMetrics(resources: Resources, requireReady: () => Promise<void>): Promise<Metrics> {
  const { metricsToken } = resources.settings;
  const expected = digest(metricsToken ?? randomBytes(32).toString('hex'));
  const prometheus = metricsToken
    ? (await import('./prometheus.ts')).openPrometheusMetrics(resources, requireReady)
    : null;
  return {
    metricsFor(authorization) {
      const [, shown = ''] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
      return timingSafeEqual(digest(shown), expected) ? prometheus : null;
    },
    countRequest({ method, route, startedAt }, status) {
      prometheus?.count({ route: routeName(method, route), status }, (performance.now() - startedAt) / 1_000);
    },
  };
}
