import type { ErrorCode } from '../../contract/errors.ts';

/** The calls that are mounted beside the table of endpoints, for monitoring. */
export const probes = {
  '/healthz': { summary: 'Is the process alive, and which release is it', status: 'ok', says: ['release'], errors: [] },
  '/readyz': {
    summary: 'Is it ready to serve',
    status: 'ready',
    says: [],
    errors: ['restarting', 'unavailable', 'no_room'],
  },
} as const satisfies Record<
  string,
  { summary: string; status: string; says: readonly string[]; errors: readonly ErrorCode[] }
>;
