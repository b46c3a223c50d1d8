/**
 * Counts the characters and elements that built-in functions of texts, patterns and lists are
 * given while something runs: what a parser costs, without a clock.
 */
import { vi } from 'vitest';

const counted = [
  [
    String.prototype,
    ['normalize', 'replace', 'replaceAll', 'split', 'match', 'toLowerCase', 'toUpperCase', 'trim', 'toWellFormed'],
  ],
  [
    Array.prototype,
    ['concat', 'flat', 'slice', 'splice', 'includes', 'indexOf', 'sort', 'map', 'filter', 'find', 'join'],
  ],
] as const;

export async function workOf(run: () => Promise<unknown>): Promise<number> {
  let work = 0;
  const spies = counted.flatMap(([prototype, names]) => names.map((name) => spyOn(prototype, name)));
  try {
    await run();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return work;

  function spyOn(prototype: object, name: string) {
    const methods = prototype as Record<string, (...given: unknown[]) => unknown>;
    const original = methods[name] as (...given: unknown[]) => unknown;
    return vi.spyOn(methods, name).mockImplementation(function (this: { length: number }, ...given) {
      work += sizeOf(this);
      return original.apply(this, given);
    });
  }
}

/** Of a list of lists, what flattening it copies. */
function sizeOf(value: { length: number }): number {
  if (!Array.isArray(value)) return value.length;
  let size = value.length;
  for (const item of value) if (Array.isArray(item)) size += item.length;
  return size;
}
