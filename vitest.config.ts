import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Programs that the tests start need not compile the product anew each time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/maplegate', import.meta.url));

/** Nothing that one file leaves in the process matters to another, which need not load everything again. */
const isolate = false;
/** Twice as many as two cores, since most tests wait for a process. What `npm run faults` measures is measured alone. */
const maxWorkers = process.env.MAPLEGATE_FAULTS ? 1 : 4;

/** Files that wait most and take longest begin first, so that at the end no worker waits for another. */
const order = ['process', 'browser', 'unit and api'];
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => order.indexOf(a.project.name) - order.indexOf(b.project.name));
  }
}

export default defineConfig({
  test: {
    reporters: ['default', './test/skipped-tests-reporter.ts'],
    // A busy machine takes its time; what never comes fails all the same.
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: LongestFirst },
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
          maxWorkers,
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
          maxWorkers,
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
          maxWorkers,
          isolate,
        },
      },
    ],
  },
});
