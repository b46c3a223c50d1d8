/** Statistics of calls to another system: how many there were, how long they took, and how they failed. */
export interface CallStatistics {
  calls: number;
  seconds: number;
  /** The failures by kind; each caller has a fixed set of kinds. */
  readonly errors: Map<string, number>;
}

export function createCallStatistics(kinds: readonly string[]): CallStatistics {
  return { calls: 0, seconds: 0, errors: new Map(kinds.map((kind) => [kind, 0])) };
}

export function countCall(statistics: CallStatistics, milliseconds: number, errorKind: string | null): void {
  statistics.calls++;
  statistics.seconds += milliseconds / 1_000;
  if (errorKind !== null) statistics.errors.set(errorKind, (statistics.errors.get(errorKind) ?? 0) + 1);
}

export async function timeCall<T>(
  statistics: CallStatistics,
  kindOf: (error: unknown) => string,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  try {
    const result = await work();
    countCall(statistics, performance.now() - startedAt, null);
    return result;
  } catch (error) {
    countCall(statistics, performance.now() - startedAt, kindOf(error));
    throw error;
  }
}
