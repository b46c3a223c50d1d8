/** Prints at the end of a whole run which tests were skipped, and why, and what other commands test. */
import type { Reporter, TestModule } from 'vitest/node';
import { isInstalled } from './installed.ts';
import { hasLibreOffice } from './libreoffice.ts';
import { otherCommands } from './other-commands.ts';
import { serverPrograms } from './postgres-cluster.ts';

const wholeFiles = 30;
const namedMax = 12;

/** The requirements of some tests, and whether this run meets them. */
const needs: readonly [name: string, has: boolean][] = [
  ['the right to mount a small disk: run as root on Linux', process.getuid?.() === 0 && process.platform === 'linux'],
  ["a PostgreSQL server of their own: Debian's package postgresql", serverPrograms !== null],
  ['a PostgreSQL server: TEST_DATABASE_URL', Boolean(process.env.TEST_DATABASE_URL)],
  ["LibreOffice: Debian's package libreoffice-calc", hasLibreOffice],
  ['promtool, caddy and systemd-analyze', ['promtool', 'caddy', 'systemd-analyze'].every(isInstalled)],
  ['a run of minutes to an hour: npm run faults', Boolean(process.env.MAPLEGATE_FAULTS)],
  ['files in a bucket: TEST_STORAGE=s3', process.env.TEST_STORAGE === 's3'],
];

export default class SkippedTestsReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    if (modules.length < wholeFiles) return;
    const tested = new Set(modules.map(({ project }) => project.name));
    for (const [project, command] of Object.entries(otherCommands)) {
      if (tested.has('unit and api') && !tested.has(project)) say(`Left to another command: ${command}`);
    }
    const skipped = modules.flatMap((module) => [...module.children.allTests('skipped')]);
    if (!skipped.length) return;
    say(`${skipped.length} tests were left out. What this run did not have, and some of them need:`);
    for (const [name, has] of needs) if (!has) say(`  - ${name}`);
    for (const test of skipped.slice(0, namedMax)) {
      const result = test.result();
      const reason = 'note' in result && result.note ? ` (${result.note})` : '';
      say(`  ${test.module.relativeModuleId}: ${test.name}${reason}`);
    }
    if (skipped.length > namedMax) say(`  and ${skipped.length - namedMax} more`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
