import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * The state in the address, or the one just chosen until the router has navigated to it. Without it, what is typed in
 * between would be overwritten.
 */
export function useShownAhead<T>(inAddress: T): [shown: T, show: (chosen: T) => void] {
  const { key } = useLocation();
  const [ahead, setAhead] = useState<{ from: string; chosen: T } | null>(null);
  if (ahead && ahead.from !== key) setAhead(null);
  return [ahead?.from === key ? ahead.chosen : inAddress, (chosen) => setAhead({ from: key, chosen })];
}
