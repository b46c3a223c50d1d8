import { expect, test } from 'vitest';
import { wholePercents } from './whole-percents.ts';

test.each([
  [
    [137, 122, 41],
    [46, 41, 13],
  ],
  [
    [1, 1, 1],
    [34, 33, 33],
  ],
  [
    [0, 7, 0],
    [0, 100, 0],
  ],
])('the percents of %j add up to a hundred', (counts, percents) => {
  expect(wholePercents(counts)).toEqual(percents);
});

test('without a count every share is 0', () => {
  expect(wholePercents([0, 0, 0])).toEqual([0, 0, 0]);
});
