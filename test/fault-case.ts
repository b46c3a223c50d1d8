/** What `npm run faults` runs; it prints each case as a row of its table. */

declare module 'vitest' {
  interface TaskMeta {
    /** What a test measured, for the table. */
    figure?: string;
  }
}

export interface FaultCase {
  part: 'ways in' | 'files' | 'faults' | 'kept and proved';
  case: string;
  holds: string;
  tests: Readonly<Record<string, readonly string[]>>;
}
