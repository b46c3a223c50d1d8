/** Chooses random applicants of the demo for status checks, and parts of their passports for searches. */
import { randomInt } from 'node:crypto';
import { nationalityKey } from '../contract/nationality.ts';
import { person } from '../demo/applicants.ts';

const sampleSize = 50_000;

/**
 * The three values of a status check under their wire names, for random people of the first `rows`; each call returns
 * the next.
 */
export function enquiries(rows: number): () => { search: string; search1: string; search2: string } {
  return cycle(
    Array.from({ length: sampleSize }, () => {
      const { passport, nationality, birthDate } = person(randomInt(rows));
      return { search: passport, search1: nationality, search2: birthDate };
    }),
  );
}

/** Parts of existing passports, of 3 to 7 characters. */
export function passportParts(rows: number): () => string {
  return cycle(
    Array.from({ length: sampleSize / 10 }, (_, at) => {
      const { passport } = person(randomInt(rows));
      const length = 3 + (at % 5);
      const start = randomInt(passport.length - length + 1);
      return passport.slice(start, start + length);
    }),
  );
}

/** The part of this length that most passports contain. */
export function mostCommonPart(rows: number, length: number): string {
  const counts = new Map<string, number>();
  for (let at = 0; at < sampleSize; at++) {
    const { passport } = person(randomInt(rows));
    const parts = new Set(
      Array.from({ length: passport.length - length + 1 }, (_, from) => passport.slice(from, from + length)),
    );
    for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most))[0];
}

/** The compared key of each nationality that the demo writes. */
export function nationalityKeys(): Record<string, string> {
  const written = new Set(Array.from({ length: sampleSize }, (_, at) => person(at).nationality));
  return Object.fromEntries([...written].map((nationality) => [nationality, nationalityKey(nationality)]));
}

function cycle<T>(values: T[]): () => T {
  let at = 0;
  return () => values[at++ % values.length] as T;
}
