/** The cached list of the user's own sessions. */
import { queryOptions } from '@tanstack/react-query';
import { answerOf, call } from '../calls/api.ts';
import { requireGone } from '../calls/gone.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => answerOf('sessions', { signal }),
});

/** A session that has ended by itself in the meantime counts as ended. */
export async function endSessions(ids: readonly string[]): Promise<void> {
  const results = await Promise.all(ids.map((id) => call('endSession', { params: { id } })));
  for (const result of results) {
    requireGone(result);
  }
}
