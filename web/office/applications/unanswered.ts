/**
 * What a call without an answer leaves open: the server may have done what was asked, and would refuse it the second
 * time as if somebody else had changed the record. So the next try looks at the records first.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApplicationWithHistory } from '../../../contract/answers.ts';
import { CallFailed } from '../calls/api.ts';
import { applicationQuery } from './application-queries.ts';

export function useUnanswered() {
  const queryClient = useQueryClient();
  const [mayBeDone, setMayBeDone] = useState(false);
  const loaded = (id: string) =>
    queryClient.fetchQuery({ ...applicationQuery(id), staleTime: 0 }).catch((error: unknown) => {
      // The server says by the refusal of the next try why there is no such record.
      if (error instanceof CallFailed) return null;
      throw error;
    });
  return {
    /** Whether the last try was not answered. */
    mayBeDone,
    /** The error of the last try, or null. */
    record: (error: unknown) => setMayBeDone(error !== null && !(error instanceof CallFailed)),
    /** The records as they are now; none if the last try was answered. */
    async load(ids: readonly string[]): Promise<readonly ApplicationWithHistory[]> {
      if (!mayBeDone) return [];
      const records = await Promise.all(ids.map(loaded));
      return records.filter((record) => record !== null);
    },
  };
}
