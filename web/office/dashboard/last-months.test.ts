import { expect, test } from 'vitest';
import { lastMonths } from './last-months.ts';

test('months without an arrival have the count 0, also across two years', () => {
  const arrivals = [
    { month: '2026-01', count: 4 },
    { month: '2025-11', count: 2 },
    { month: '2024-02', count: 9 },
  ];
  expect(lastMonths(arrivals, '2026-01-31', 4)).toEqual([
    { month: '2025-10', count: 0 },
    { month: '2025-11', count: 2 },
    { month: '2025-12', count: 0 },
    { month: '2026-01', count: 4 },
  ]);
});
