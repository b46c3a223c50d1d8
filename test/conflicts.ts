/** Observes transactions of PostgreSQL that are ended because of another one. */
import type { TestHarness } from './harness.ts';

/** The errors of all that end from now on, deadlocks included. Rules retry these transactions, so callers see none. */
export function conflictsOf({ database }: TestHarness): unknown[] {
  const conflicts: unknown[] = [];
  const { faultOf } = database;
  Object.assign(database, {
    faultOf(error: unknown) {
      const fault = faultOf(error);
      if (fault === 'conflict') conflicts.push(error);
      return fault;
    },
  });
  return conflicts;
}
