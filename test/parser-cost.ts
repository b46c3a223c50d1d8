/**
 * Measures the cost of a parser without a clock: it counts the characters and elements that the built-in methods of
 * strings, patterns and arrays process while the parser runs.
 */
type Method = (...inputs: unknown[]) => unknown;

/** The cost of these methods is the size of the value that they are called on. */
const costlyByReceiver = [
  [
    String.prototype,
    ['normalize', 'replace', 'replaceAll', 'split', 'match', 'toLowerCase', 'toUpperCase', 'trim', 'toWellFormed'],
  ],
  [
    Array.prototype,
    ['concat', 'flat', 'slice', 'splice', 'includes', 'indexOf', 'sort', 'map', 'filter', 'find', 'join'],
  ],
] as const;

/** The cost of these methods is the size of their result. */
const costlyByResult = [
  [Buffer.prototype, 'toString', (result) => String(result).length],
  [String.prototype, 'slice', (result) => String(result).length],
  [
    String.prototype,
    'indexOf',
    (result, text, [, from]) => (Number(result) < 0 ? text.length : Number(result)) - Number(from ?? 0),
  ],
  [RegExp.prototype, 'exec', (result) => (result as RegExpExecArray | null)?.[0].length ?? 1],
] as const satisfies [object, string, (result: unknown, on: { length: number }, inputs: unknown[]) => number][];

export async function parserCost(run: () => Promise<unknown>): Promise<number> {
  let total = 0;
  const restores = [
    ...costlyByReceiver.flatMap(([prototype, names]) =>
      names.map((name) => counted(prototype, name, (_, on) => sizeOf(on))),
    ),
    ...costlyByResult.map(([prototype, name, cost]) => counted(prototype, name, cost)),
  ];
  try {
    await run();
  } finally {
    for (const restore of restores) restore();
  }
  return total;

  function counted(
    prototype: object,
    name: string,
    cost: (result: unknown, on: { length: number }, inputs: unknown[]) => number,
  ) {
    const methods = prototype as Record<string, Method>;
    const original = methods[name] as Method;
    methods[name] = function (this: { length: number }, ...inputs) {
      const result = Reflect.apply(original, this, inputs);
      total += cost(result, this, inputs);
      return result;
    };
    return () => {
      methods[name] = original;
    };
  }
}

/** The size of an array includes that of the arrays in it, which flattening copies. */
function sizeOf(value: { length: number }): number {
  if (!Array.isArray(value)) return value.length;
  let size = value.length;
  for (const item of value) if (Array.isArray(item)) size += item.length;
  return size;
}
