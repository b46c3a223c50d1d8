/** Counts the calls of something outside of the process: how many there were, how long they took, how they failed. */
export interface CallStatistics {
  calls: number;
  seconds: number;
  /** The failures by kind; each caller has a fixed set of kinds. */
  readonly errors: Map<string, number>;
}

export function createCallStatistics(kinds: readonly string[]): CallStatistics {
  return { calls: 0, seconds: 0, errors: new Map(kinds.map((kind) => [kind, 0])) };
}

/** `failed` is the kind of the error, or null. */
export function noteCall(usage: CallStatistics, milliseconds: number, failed: string | null): void {
  usage.calls++;
  usage.seconds += milliseconds / 1_000;
  if (failed !== null) usage.errors.set(failed, (usage.errors.get(failed) ?? 0) + 1);
}

export async function timed<T>(
  usage: CallStatistics,
  kindOf: (error: unknown) => string,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  try {
    const result = await work();
    noteCall(usage, performance.now() - startedAt, null);
    return result;
  } catch (error) {
    noteCall(usage, performance.now() - startedAt, kindOf(error));
    throw error;
  }
}
