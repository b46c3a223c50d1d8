import type { ErrorCode } from '../../contract/errors.ts';

/** What is mounted beside the table of endpoints, for whoever watches the product. */
export const probes = {
  '/healthz': { summary: 'Does the process live, and of which release', status: 'ok', says: ['release'], errors: [] },
  '/readyz': {
    summary: 'Can it serve',
    status: 'ready',
    says: [],
    errors: ['shutting_down', 'unavailable', 'no_room'],
  },
} as const satisfies Record<
  string,
  { summary: string; status: string; says: readonly string[]; errors: readonly ErrorCode[] }
>;
