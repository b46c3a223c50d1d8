/** Caches a health check, because anybody can cause one, and some cost money or a write on the disk. */
export const cachedCheckMs = 500;

/** Shares a check that is under way, and then its result for half a second. */
export function cachedCheck<T>(check: () => Promise<T>): () => Promise<T> {
  let latest: { result: Promise<T>; endedAt: number | null } | null = null;
  return () => {
    if (latest && (latest.endedAt === null || performance.now() - latest.endedAt < cachedCheckMs)) return latest.result;
    const begun: NonNullable<typeof latest> = { result: check(), endedAt: null };
    const end = () => {
      begun.endedAt = performance.now();
    };
    begun.result.then(end, end);
    latest = begun;
    return begun.result;
  };
}
