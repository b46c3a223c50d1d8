import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Programs that the tests start need not compile the product anew each time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/maplegate', import.meta.url));

/** Nothing that one file leaves in the process matters to another, which need not load everything again. */
const isolate = false;
/** With more, the tests of the API are not noticeably faster. */
const coresUsed = Math.min(availableParallelism(), 4);
/**
 * A browser, its product and its test use a core together; with more of them each spends time on asking again for what
 * is late. The others also wait, for a database, a disk or a process. What `npm run faults` measures is measured alone.
 */
const workers = process.env.MAPLEGATE_FAULTS
  ? { browser: 1, others: 1 }
  : { browser: coresUsed, others: coresUsed + 1 };

export default defineConfig({
  test: {
    reporters: ['default', './test/skipped-tests-reporter.ts'],
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
            'bench/**/*.test.ts',
            'web/**/*.test.ts',
            'test/*.test.ts',
          ],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          maxWorkers: workers.others,
          sequence: { groupOrder: 1 },
          isolate,
        },
      },
      {
        // Starts, stops and kills of processes, beside what works without a pause.
        test: {
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: workers.others,
          sequence: { groupOrder: 2 },
          isolate,
        },
      },
      {
        // Each file has a product, a port and a data folder of its own, and waits more than it works.
        test: {
          name: 'browser',
          include: ['test/{browser,html}/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: workers.browser,
          sequence: { groupOrder: 0 },
          isolate,
        },
      },
    ],
  },
});
