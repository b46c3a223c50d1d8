/** Anybody can cause a check of what the product depends on, and some cost money or a write on the disk. */
const cachedMs = 500;

/** Runs the check at most once in half a second; calls in between share its result. */
export function cachedCheck<T>(check: () => Promise<T>): () => Promise<T> {
  let latest: { at: number; result: Promise<T> } | null = null;
  return () => {
    const at = performance.now();
    if (!latest || at - latest.at >= cachedMs) latest = { at, result: check() };
    return latest.result;
  };
}
