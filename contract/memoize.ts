/** Keeps the results of a function for the few texts with which it is called again and again. */
const textsMax = 500;
const lengthMax = 60;

/** Results for longer texts are not kept, and too many results are dropped, so that no caller can fill the memory. */
export function memoize<Value>(compute: (text: string) => Value): (text: string) => Value {
  const results = new Map<string, Value>();
  return (text) => {
    const kept = results.get(text);
    if (kept !== undefined) return kept;
    const result = compute(text);
    if (text.length <= lengthMax) {
      if (results.size >= textsMax) results.clear();
      results.set(text, result);
    }
    return result;
  };
}
