/** The cases of `npm run faults` name tests that exist. */
import { expect, test } from 'vitest';
import { faultCases } from './fault-cases.ts';
import { findTest } from './test-titles.ts';

test('every case of npm run faults names tests that exist, and no case is listed twice', () => {
  for (const { tests } of faultCases) {
    expect(Object.keys(tests).length).toBeGreaterThan(0);
    for (const [name, titles] of Object.entries(tests)) for (const words of titles) findTest(name, words);
  }
  expect(new Set(faultCases.map((one) => one.case)).size).toBe(faultCases.length);
});
