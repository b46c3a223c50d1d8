import { useState } from 'react';

/**
 * The fields of the tries that got no answer: they may have been stored, so the next try sends them even if they are as
 * before again. A refused try has stored nothing.
 */
export function useUnansweredFields<Name extends string>() {
  const [names] = useState(() => new Set<Name>());
  return {
    has: (name: Name) => names.has(name),
    /** Sends a change of these fields. */
    send: <T>(changed: readonly Name[], send: () => Promise<T>): Promise<T> =>
      send().catch((error: unknown) => {
        for (const name of changed) names.add(name);
        throw error;
      }),
  };
}
