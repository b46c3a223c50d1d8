import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Programs that the tests start need not compile the product anew each time.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/maplegate', import.meta.url));

/** Nothing that one file leaves in the process matters to another, which need not load everything again. */
const isolate = false;
/** What `npm run faults` measures is measured alone. */
const processesAtOnce = process.env.MAPLEGATE_FAULTS ? 1 : 3;

/** What waits most begins first, and never is the last to be waited for. */
class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(b.project.name === 'process') - Number(a.project.name === 'process'));
  }
}

/** A group begins when the one before has ended; the projects of one share its workers. */
export default defineConfig({
  test: {
    reporters: ['default', './test/skipped-tests-reporter.ts'],
    // A busy machine takes its time; what never comes fails all the same.
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: ProcessesFirst },
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
          maxWorkers: processesAtOnce,
          isolate,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Starts, stops and kills of processes, beside what works without a pause.
        test: {
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: processesAtOnce,
          isolate,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Each file has a product, a port and a data folder of its own, and waits more than it works.
        test: {
          name: 'browser',
          include: ['test/{browser,html}/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 4,
          isolate,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
