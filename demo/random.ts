/** Reproducible randomness: the same index and purpose always give the same values. */

/** What the demo draws at random for an applicant. Another number would give every applicant other values. */
export const purposes = { sex: 1, person: 2, progress: 3, portrait: 7, documents: 9, ticket: 10 } as const;

export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<const Choices extends readonly [unknown, ...unknown[]]>(from: Choices): Choices[number];
  digits(count: number): string;
}

/** Mulberry32, seeded so that neighbouring indexes have nothing in common. */
export function randomFor(index: number, purpose: number): Random {
  let state = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  state ^= state >>> 15;

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));

  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
    digits(count) {
      let text = '';
      for (let left = count; left > 0; left -= 6) {
        const width = Math.min(6, left);
        text += String(Math.floor(next() * 10 ** width)).padStart(width, '0');
      }
      return text;
    },
  };
}
