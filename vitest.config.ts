import { defineConfig } from 'vitest/config';

/** Nothing that one file leaves in the process matters to another, which need not load everything again. */
const isolate = false;

/** A group begins when the one before has ended. */
export default defineConfig({
  test: {
    // A busy machine takes its time; what never comes fails all the same.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        test: {
          name: 'unit and api',
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'demo/**/*.test.ts',
            'web/**/*.test.ts',
            'test/*.test.ts',
          ],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          isolate,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Each file has a product, a port and a data folder of its own, and waits more than it works.
        test: {
          name: 'browser',
          include: ['test/{browser,html}/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 3,
          isolate,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Starts, stops and kills of processes, apart from what only uses them.
        test: {
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
