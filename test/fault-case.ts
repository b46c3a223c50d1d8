/** A case of `npm run faults`, which is a row of its table. */

declare module 'vitest' {
  interface TaskMeta {
    /** The measurement of a test, for the table. */
    figure?: string;
  }
}

export interface FaultCase {
  part: 'ways in' | 'files' | 'faults' | 'data protection';
  case: string;
  holds: string;
  tests: Readonly<Record<string, readonly string[]>>;
}
