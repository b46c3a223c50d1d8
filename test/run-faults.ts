/**
 * `npm run faults`: runs the tests of every case with their full figures, one file after another, and prints one table.
 * Exits with 1 unless every case was tried and passed.
 */
import { parseArgs } from 'node:util';
import { startVitest, type TestCase } from 'vitest/node';
import type { FaultCase } from './fault-case.ts';
import { faultCases } from './fault-cases.ts';
import { openCluster, serverPrograms } from './postgres-cluster.ts';
import { findTest } from './test-titles.ts';

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, 'allow-untried': { type: 'boolean', default: false } },
});

const placeholder = /%(?:\.\d+)?[a-z]|\\\$(?:\\\{[^}]+\\\}|[\w.\\]+)/g;

interface NamedTest {
  file: string;
  title: RegExp;
}

function testsOf({ tests }: FaultCase): NamedTest[] {
  return Object.entries(tests).flatMap(([name, titles]) =>
    titles.map((words) => {
      const { file, title } = findTest(name, words);
      const escaped = title.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(placeholder, '.*');
      return { file, title: new RegExp(`(^|\\s)${escaped}$`) };
    }),
  );
}

interface Verdict {
  tried: number;
  held: number;
  /** The first failure, or why nothing was tried, or the figures of the tests. */
  figure: string;
}

function verdictOf(tests: readonly TestCase[]): Verdict {
  const results = tests.map((test) => ({ name: test.name, figure: test.meta().figure, ...test.result() }));
  const tried = results.filter(({ state }) => state !== 'skipped' && state !== 'pending');
  const held = tried.filter(({ state }) => state === 'passed');
  const failed = tried.find(({ state }) => state === 'failed');
  const notes = results.map((result) => ('note' in result && result.note) || 'skipped here');
  const figures = tried.flatMap(({ figure }) => figure ?? []);
  const without = tried.length === 0 ? `not tried: ${notes[0] ?? 'no test'}` : figures.join('; ');
  return { tried: tried.length, held: held.length, figure: failed ? `failed: ${failed.name}` : without };
}

function print(verdicts: readonly (FaultCase & Verdict)[]): void {
  const rows = [
    ['case', 'must hold', 'tried', 'held', 'figure'],
    ...verdicts.map((row) => [row.case, row.holds, String(row.tried), String(row.held), row.figure]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

const cases = faultCases.filter((one) => new RegExp(options.only).test(`${one.part}: ${one.case}`));
const named = cases.map(testsOf);
const files = [...new Set(named.flat().map(({ file }) => file))];
const cluster = serverPrograms ? await openCluster() : null;
process.env.MAPLEGATE_FAULTS = '1';
if (cluster) process.env.TEST_DATABASE_URL ??= cluster.url;
const testNamePattern = new RegExp(
  named
    .flat()
    .map(({ title }) => title.source)
    .join('|'),
);
const vitest = await startVitest(files, { run: true, watch: false, testNamePattern });
const found = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
const verdicts = cases.map((one, at) => ({
  ...one,
  ...verdictOf(
    found.filter((test) =>
      named[at]?.some(({ file, title }) => test.module.relativeModuleId === file && title.test(test.name)),
    ),
  ),
}));
await vitest.close();
await cluster?.close();
print(verdicts);
const holds = verdicts.filter(({ tried, held }) => (tried ? held === tried : options['allow-untried']));
process.stdout.write(`${holds.length} of ${verdicts.length} cases hold.\n`);
process.exit(holds.length === verdicts.length ? 0 : 1);
