/** What is worked out of a text, kept for the few texts that come again and again. */
const textsMax = 500;
const lengthMax = 60;

/** The same function. Longer texts and rare ones are worked out each time, so that nobody can fill the memory. */
export function memorized<Value>(work: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = work(text);
    if (text.length <= lengthMax) {
      if (known.size >= textsMax) known.clear();
      known.set(text, value);
    }
    return value;
  };
}
