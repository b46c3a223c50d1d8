import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { workers } from './test/workers.ts';

// Programs that the tests start need not compile the product anew each time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/maplegate', import.meta.url));

/** Nothing that one file leaves in the process matters to another, which need not load everything again. */
const isolate = false;

/** Each file has a product, a port and a data folder of its own, and waits more than it works. */
function browserProjects(filesOf: Record<string, string[]>) {
  return Object.entries(filesOf).map(([name, include]) => ({
    test: {
      name,
      include,
      testTimeout: 240_000,
      hookTimeout: 240_000,
      maxWorkers: workers.browser,
      sequence: { groupOrder: 0 },
      isolate,
    },
  }));
}

export default defineConfig({
  test: {
    reporters: ['default', './test/skipped-tests-reporter.ts'],
    // A busy machine takes its time; what never comes fails all the same.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        test: {
          name: 'unit and api',
          globalSetup: './test/databases-of-run.ts',
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
      ...browserProjects({
        site: ['test/{browser,html}/*.test.ts'],
        office: ['test/browser/office/*.test.ts'],
      }),
    ],
  },
});
