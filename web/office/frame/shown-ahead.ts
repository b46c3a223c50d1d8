import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * What the address says, or what the user has just chosen in its place: the router navigates a moment later, and what
 * is rendered only then would replace what was typed in between.
 */
export function useShownAhead<T>(inAddress: T): [shown: T, show: (chosen: T) => void] {
  const { key } = useLocation();
  const [ahead, setAhead] = useState<{ from: string; chosen: T } | null>(null);
  if (ahead && ahead.from !== key) setAhead(null);
  return [ahead?.from === key ? ahead.chosen : inAddress, (chosen) => setAhead({ from: key, chosen })];
}
