/** Caches the results of a function for the few texts with which it is called again and again. */
const textsMax = 500;
const lengthMax = 60;

/** Longer texts are not cached, and a full cache is emptied, so that no caller can fill the memory. */
export function memoize<Value>(compute: (text: string) => Value): (text: string) => Value {
  const results = new Map<string, Value>();
  return (text) => {
    const cached = results.get(text);
    if (cached !== undefined) return cached;
    const result = compute(text);
    if (text.length <= lengthMax) {
      if (results.size >= textsMax) results.clear();
      results.set(text, result);
    }
    return result;
  };
}
