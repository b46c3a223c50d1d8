/** One case of `npm run faults`: a row of its table. */
declare module 'vitest' {
  interface TaskMeta {
    figure?: string;
  }
}

export interface FaultCase {
  part: 'ways in' | 'files' | 'faults' | 'kept and proved';
  case: string;
  holds: string;
  tests: Readonly<Record<string, readonly string[]>>;
}
